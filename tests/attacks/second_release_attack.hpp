// The copied run: an aggregate that can be finished twice, or copied and finished, gives many
// releases for the price of one, and their mean is the secret.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::attacks::second_release {

using test::Outcome;
using test::text;

// --- the control: a noisy count that charges once, when it is made

class NaiveNoisyCount {
 public:
  explicit NaiveNoisyCount(double& spent) { spent += 0.1; }

  void update(std::size_t rows) { rows_ += static_cast<double>(rows); }
  [[nodiscard]] double finish(test::SeededStream& source) const {
    const std::uint64_t word = source.next_word();
    const double noise = -10.0 * std::log((static_cast<double>(word >> 11) + 1.0) * 0x1p-53);
    return rows_ + ((word & 1) != 0 ? -noise : noise);
  }

 private:
  double rows_ = 0.0;
};

inline Outcome on_control() {
  constexpr int finishes = 100'000;
  test::SeededStream source(7);
  double spent = 0.0;
  NaiveNoisyCount count(spent);
  count.update(1234);
  double sum = 0.0;
  for (int i = 0; i < finishes; ++i) sum += NaiveNoisyCount(count).finish(source);
  const double guess = std::nearbyint(sum / finishes);
  return {guess == 1234.0 && spent < 0.11,
          text(finishes, " releases for ", spent, "; their mean is the secret")};
}

// --- Scrim: a run cannot be copied, and each way of using it up uses it up

inline auto median() {
  return make_private_quantile(vector_domain<double>().with_size(2), ChangeOneDistance{},
                               MaxDivergence{}, QuantileOptions<double>{{0.0, 1.0}, 0.5, 1.0});
}
using Run = decltype(median().start());

template <class R>
concept FinishedInPlace = requires(R& run) { run.finish(); };
template <class R>
concept MergedInPlace = requires(R& run, R& other) { run.merge(other); };

template <class Use>
bool is_misuse(const Use& use) {
  try {
    use();
    return false;
  } catch (const InvokeError& error) {
    return error.kind() == ErrorKind::misuse;
  }
}

/// Whether nothing more can be had from a run.
inline bool is_spent(Run& run, const decltype(median())& measurement) {
  return is_misuse([&] { (void)std::move(run).finish(); }) &&
         is_misuse([&] { run.update(std::vector{0.5}); }) &&
         is_misuse([&] { run.merge(measurement.start()); });
}

inline Outcome on_scrim() {
  const bool types_refuse = !std::is_copy_constructible_v<Run> && !std::is_copy_assignable_v<Run> &&
                            !FinishedInPlace<Run> && !MergedInPlace<Run>;
  const auto measurement = median();
  const std::vector<double> rows{0.25, 0.75};
  int spent = 0;

  auto finished = measurement.start();
  finished.update(rows);
  (void)std::move(finished).finish();
  spent += is_spent(finished, measurement) ? 1 : 0;

  auto moved_from = measurement.start({.index = 0, .count = 2});
  moved_from.update(rows);
  auto moved_to = std::move(moved_from);
  spent += is_spent(moved_from, measurement) ? 1 : 0;

  auto merging = measurement.start({.index = 1, .count = 2});
  merging.merge(std::move(moved_to));
  spent += is_spent(moved_to, measurement) ? 1 : 0;
  const bool cannot_double = is_misuse([&] { merging.merge(std::move(merging)); });

  auto failed = measurement.start();  // of no rows, where two are declared
  try {
    (void)std::move(failed).finish();
  } catch (const InvokeError& error) {
    spent += error.kind() == ErrorKind::wrong_size && is_spent(failed, measurement) ? 1 : 0;
  }
  return {!types_refuse || spent != 4 || !cannot_double,
          text("no copy compiles; spent in ", spent, " of 4 ways")};
}

}  // namespace scrim::attacks::second_release
