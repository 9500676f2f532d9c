#include "scrim/measurements/release_keys/make_release_keys.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/entropy/secure_generator.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/measurements/release_keys/keep_probabilities.hpp"
#include "scrim/measurements/threshold/delta_of_groups.hpp"
#include "scrim/numbers/big_float.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

namespace {

KeepProbabilities checked_keep_probabilities(const ReleaseKeysOptions& options) {
  const auto [epsilon, delta] = options;
  if (!std::isfinite(epsilon) || std::signbit(epsilon)) {
    fail(ErrorKind::invalid_argument, "make_release_keys: epsilon is " + describe_value(epsilon) +
                                          "; give a finite number of at least 0, such as 1.0");
  }
  if (!(delta > 0 && delta < 1)) {
    fail(ErrorKind::invalid_argument, "make_release_keys: delta is " + describe_value(delta) +
                                          "; give a number above 0 and below 1, such as 1e-9");
  }
  auto law = strictly([&] { return KeepProbabilities::of(epsilon, delta); });
  if (!law) {
    fail(ErrorKind::invalid_argument,
         "make_release_keys: at epsilon " + describe_value(epsilon) + " and delta " +
             describe_value(delta) + " no key of fewer than " +
             describe_value(KeepProbabilities::largest_table) +
             " rows is told for certain; give a larger epsilon or delta");
  }
  return *std::move(law);
}

/// delta (1 + e^epsilon + ... + e^((rows - 1) epsilon)), rounded up.
double delta_of_rows(std::uint64_t rows, double epsilon, double delta) {
  if (rows == 0) return 0;
  if (rows == 1) return delta;
  if (epsilon == 0) return mul_up(delta, cast_up<double>(rows));
  const WideExponentRange wide;
  constexpr mpfr_prec_t precision = 192;
  // (e^(rows epsilon) - 1) / (e^epsilon - 1), up: products of 64 and 53 bits are exact.
  BigFloat all(precision);
  mpfr_set_uj(all.get(), rows, MPFR_RNDU);
  mpfr_mul_d(all.get(), all.get(), epsilon, MPFR_RNDU);
  mpfr_expm1(all.get(), all.get(), MPFR_RNDU);
  BigFloat one(precision);
  mpfr_set_d(one.get(), epsilon, MPFR_RNDD);
  mpfr_expm1(one.get(), one.get(), MPFR_RNDD);
  mpfr_div(all.get(), all.get(), one.get(), MPFR_RNDU);
  mpfr_mul_d(all.get(), all.get(), delta, MPFR_RNDU);
  return mpfr_get_d(all.get(), MPFR_RNDU);
}

}  // namespace

class KeyCoins::Table : public KeepProbabilities {
 public:
  explicit Table(KeepProbabilities law) : KeepProbabilities(std::move(law)) {}
};

KeyCoins::KeyCoins(const ReleaseKeysOptions& options)
    : table_(std::make_shared<const Table>(checked_keep_probabilities(options))) {}

std::vector<bool> KeyCoins::toss(std::span<const std::uint64_t> counts) const {
  auto& source = entropy::thread_source();
  std::vector<bool> heads;
  heads.reserve(counts.size());
  for (const std::uint64_t count : counts) heads.push_back(table_->sample_keep(count, source));
  return heads;
}

std::uint64_t KeyCoins::certain_from() const noexcept { return table_->certain_from(); }

LossWithDelta release_keys_loss(const KeyedChange& d, const ReleaseKeysOptions& options) {
  if (d == KeyedChange()) return {};
  const auto [epsilon, delta] = options;
  DeltaOfGroups of_groups;
  of_groups.add(delta_of_rows(d.in_each(), epsilon, delta), d.total() / d.in_each());
  of_groups.add(delta_of_rows(d.total() % d.in_each(), epsilon, delta), 1);
  return {.loss = epsilon == 0 ? 0 : mul_up(cast_up<double>(d.total()), epsilon),
          .delta = of_groups.rounded_up()};
}

}  // namespace scrim
