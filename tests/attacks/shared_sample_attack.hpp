// One sample for two releases (opendp#2933): each is charged as if the sample were its own, but
// what the first tells of the sample, the second tells again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::attacks::shared_sample {

using test::Outcome;
using test::text;

/// Counts of samples of one row, at rate 1/2, without noise worth the name.
struct Tally {
  int trials = 0;
  int agreed = 0;

  void add(std::int64_t first, std::int64_t second) {
    ++trials;
    agreed += first == second ? 1 : 0;
  }
  /// Independent samples agree half the time; 4000 of them do so within eight deviations.
  [[nodiscard]] bool are_independent() const {
    return agreed > trials / 2 - 253 && agreed < trials / 2 + 253;
  }
};
inline constexpr int trials = 4000;

// --- the control: a sample that is drawn by a transformation, before the measurements

class NaiveSample {
 public:
  explicit NaiveSample(test::SeededStream& source) : source_(&source) {}

  [[nodiscard]] std::vector<double> rows_of(const std::vector<double>& rows) const {
    std::vector<double> taken;
    for (const double row : rows) {
      if (source_->next_word() >> 63 != 0) taken.push_back(row);
    }
    return taken;
  }

 private:
  test::SeededStream* source_;
};

inline Outcome on_control() {
  test::SeededStream source(3);
  Tally tally;
  for (int trial = 0; trial < trials; ++trial) {
    const auto sample = NaiveSample(source).rows_of({1.0});
    tally.add(static_cast<std::int64_t>(sample.size()), static_cast<std::int64_t>(sample.size()));
  }
  // What that is worth, exactly: ten answers whether the row is there, each true with probability
  // 3/4, of one sample. All ten say yes with 1/2 (3/4)^10 + 1/2 (1/4)^10 if it is, (1/4)^10 if not:
  // a ratio of (3^10 + 1) / 2, where ten of ((3 + 1) / 2) are charged.
  std::int64_t of_one = 1;
  std::int64_t charged = 1;
  for (int answer = 0; answer < 10; ++answer) {
    of_one *= 3;
    charged *= (3 + 1) / 2;
  }
  const std::int64_t lost = (of_one + 1) / 2;
  return {!tally.are_independent() && lost > charged,
          text("ten of one sample lose ln ", lost, ", charged ln ", charged)};
}

// --- Scrim: in one composition, in which equal folds share what they gather

inline Outcome on_scrim() {
  const auto count = Space{vector_domain<double>(), SymmetricDistance{}} >> then_count() >>
                     then_laplace(MaxDivergence{}, {.scale = 0x1p-20});
  const auto sampled = make_sample(count, 0.5);
  const auto twice = make_composition(std::vector{sampled, sampled});
  const auto clamp = make_clamp(vector_domain<double>(), SymmetricDistance{}, {0.0, 1.0});
  const auto behind = make_chain(
      clamp, make_sample(Space{clamp.output_domain(), SymmetricDistance{}} >> then_count() >>
                             then_laplace(MaxDivergence{}, {.scale = 0x1p-20}),
                         0.5));
  const auto twice_behind = make_composition(std::vector{behind, behind});
  const auto nested =
      make_composition(std::vector(2, make_composition(std::vector{sampled, count})));
  const std::vector<double> rows{1.0};
  Tally of_copies;
  Tally of_chains;
  Tally of_lists;
  Tally of_calls;
  int stained = 0;
  for (int trial = 0; trial < trials; ++trial) {
    const auto copies = twice.invoke(rows);
    of_copies.add(copies[0], copies[1]);
    const auto chains = twice_behind.invoke(rows);
    of_chains.add(chains[0], chains[1]);
    const auto lists = nested.invoke(rows);
    of_lists.add(lists[0][0], lists[1][0]);
    stained += lists[0][1] == 1 && lists[1][1] == 1 ? 0 : 1;  // what sees all rows sees all
    of_calls.add(sampled.invoke(rows), sampled.invoke(rows));
  }
  bool is_saved = true;
  try {
    auto run = sampled.start();
    (void)std::move(run).save();
  } catch (const InvokeError&) {
    is_saved = false;
  }
  const bool stands = of_copies.are_independent() && of_chains.are_independent() &&
                      of_lists.are_independent() && of_calls.are_independent() && stained == 0 &&
                      !is_saved;
  return {!stands,
          text("of ", trials, " pairs ", of_copies.agreed, ", ", of_chains.agreed, ", ",
               of_lists.agreed, ", ", of_calls.agreed, " agree, half is chance; none is saved")};
}

}  // namespace scrim::attacks::shared_sample
