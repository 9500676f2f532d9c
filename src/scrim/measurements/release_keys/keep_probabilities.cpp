#include "scrim/measurements/release_keys/keep_probabilities.hpp"

#include <cmath>

#include "scrim/numbers/rational.hpp"

namespace scrim {

namespace {

/// One end of an enclosure of pi_n, for n = 0, 1, ...: every step rounds the way of that end.
class KeepRecursion {
 public:
  /// `outward` is MPFR_RNDD for the lower end, MPFR_RNDU for the upper.
  KeepRecursion(double epsilon, double delta, Precision precision, mpfr_rnd_t outward)
      : outward_(outward),
        inward_(outward == MPFR_RNDD ? MPFR_RNDU : MPFR_RNDD),
        growth_(precision),
        decay_(precision),
        delta_(precision),
        pi_(precision),
        grown_(precision),
        missing_(precision) {
    mpfr_set_d(delta_.get(), delta, outward_);  // exact, as is epsilon: both have 53 bits
    mpfr_set_d(growth_.get(), epsilon, outward_);
    mpfr_neg(decay_.get(), growth_.get(), inward_);
    mpfr_exp(growth_.get(), growth_.get(), outward_);
    mpfr_exp(decay_.get(), decay_.get(), inward_);
    mpfr_set_zero(pi_.get(), 1);
  }

  [[nodiscard]] const BigFloat& pi() const noexcept { return pi_; }
  [[nodiscard]] bool is_one() const { return mpfr_cmp_ui(pi_.get(), 1) == 0; }

  void step() {
    // What keeps keys of few rows rare.
    // From 0 it is delta, also where e^epsilon is beyond all numbers, and 0 times it is none.
    if (mpfr_zero_p(pi_.get()) != 0) {
      mpfr_set(grown_.get(), delta_.get(), outward_);
    } else {
      mpfr_mul(grown_.get(), growth_.get(), pi_.get(), outward_);
      mpfr_add(grown_.get(), grown_.get(), delta_.get(), outward_);
    }
    // What keeps keys rare that are missing although many rows have them.
    mpfr_ui_sub(missing_.get(), 1, pi_.get(), inward_);
    mpfr_sub(missing_.get(), missing_.get(), delta_.get(), inward_);
    if (mpfr_sgn(missing_.get()) > 0) {
      mpfr_mul(missing_.get(), missing_.get(), decay_.get(), inward_);
      mpfr_ui_sub(missing_.get(), 1, missing_.get(), outward_);
    } else {
      mpfr_set_ui(missing_.get(), 1, outward_);  // at least 1, and so is what follows at most
    }
    mpfr_min(pi_.get(), grown_.get(), missing_.get(), outward_);
    if (mpfr_cmp_ui(pi_.get(), 1) > 0) mpfr_set_ui(pi_.get(), 1, outward_);
  }

 private:
  mpfr_rnd_t outward_;
  mpfr_rnd_t inward_;
  BigFloat growth_;  // e^epsilon
  BigFloat decay_;   // e^-epsilon
  BigFloat delta_;
  BigFloat pi_;
  BigFloat grown_;
  BigFloat missing_;
};

/// So many bits that 1 - delta is not 1, and is known to 128 of its own: else no probability would
/// ever be known to be 1.
[[nodiscard]] Precision keep_table_precision(double delta) { return 128 - std::ilogb(delta); }

[[nodiscard]] Rational keep_rational(const BigFloat& x) {
  Rational exact;
  mpfr_get_q(exact.get_mpq_t(), x.get());
  return exact;
}

}  // namespace

std::optional<KeepProbabilities> KeepProbabilities::of(double epsilon, double delta) {
  const WideExponentRange wide;
  KeepProbabilities law(epsilon, delta);
  const Precision precision = keep_table_precision(delta);
  KeepRecursion lower(epsilon, delta, precision, MPFR_RNDD);
  KeepRecursion upper(epsilon, delta, precision, MPFR_RNDU);
  while (!lower.is_one()) {
    if (law.in_doubles_.size() == largest_table) return std::nullopt;
    law.in_doubles_.push_back(
        {mpfr_get_d(lower.pi().get(), MPFR_RNDD), mpfr_get_d(upper.pi().get(), MPFR_RNDU)});
    lower.step();
    upper.step();
  }
  return law;
}

BigInterval KeepProbabilities::Probability::enclose(Precision precision) const {
  const WideExponentRange wide;
  KeepRecursion lower(law_->epsilon_, law_->delta_, precision, MPFR_RNDD);
  KeepRecursion upper(law_->epsilon_, law_->delta_, precision, MPFR_RNDU);
  for (std::size_t n = 0; n < count_; ++n) {
    lower.step();
    upper.step();
  }
  const Rational least = keep_rational(lower.pi());
  const Rational width = keep_rational(upper.pi()) - least;
  // Between both: from the lower end on by a part of the width, from 0 to all of it.
  return BigInterval::point(precision, least) +
         BigInterval::from_bits({}) * BigInterval::point(precision, width);
}

}  // namespace scrim
