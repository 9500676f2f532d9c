#include "scrim/accounting/discretise.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

// 2^bits times the upper end, rounded up; 0 if that is negative, 2^bits if it is above.
mpz_class scaled_up(const BigInterval& x, int bits) {
  const WideExponentRange wide;
  if (mpfr_sgn(x.upper().get()) <= 0) return 0;
  mpz_class whole = mpz_class(1) << static_cast<mp_bitcnt_t>(bits);
  if (mpfr_cmp_ui(x.upper().get(), 1) >= 0) return whole;
  BigFloat scaled = x.upper();
  mpfr_mul_2si(scaled.get(), scaled.get(), bits, MPFR_RNDU);
  mpz_class out;
  mpfr_get_z(out.get_mpz_t(), scaled.get(), MPFR_RNDU);
  return out;
}

Rational dyadic(const mpz_class& numerator, int exponent) {
  Rational out(numerator);
  if (exponent >= 0) {
    mpq_div_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<mp_bitcnt_t>(exponent));
  } else {
    mpq_mul_2exp(out.get_mpq_t(), out.get_mpq_t(), static_cast<mp_bitcnt_t>(-exponent));
  }
  return out;
}

/// Chords between values of a curve at points that lie a step apart, in a = e^epsilon.
class Chords {
 public:
  Chords(const std::vector<mpz_class>& values, Rational step, Precision precision)
      : values_(values), step_(std::move(step)), precision_(precision), next_(part(1, 2)) {}

  /// At a point between two others, rounded up.
  [[nodiscard]] mpz_class at(std::size_t point, std::size_t first, std::size_t last) const {
    const mpz_class fall = values_[first] - values_[last];
    const bool are_neighbours = point - first == 1 && last - point == 1;
    BigFloat fallen(precision_);
    mpfr_mul_z(fallen.get(), (are_neighbours ? next_ : part(point - first, last - first)).get(),
               fall.get_mpz_t(), MPFR_RNDD);
    mpz_class whole;
    mpfr_get_z(whole.get_mpz_t(), fallen.get(), MPFR_RNDD);
    return values_[first] - whole;
  }

 private:
  /// (e^(steps h) - 1) / (e^(of h) - 1), rounded down.
  [[nodiscard]] BigFloat part(std::size_t steps, std::size_t of) const {
    const auto growth = [&](std::size_t count) {
      const Rational exponent = step_ * static_cast<unsigned long>(count);
      return exp(BigInterval::point(precision_, exponent)) -
             BigInterval::point(precision_, Rational(1));
    };
    return (growth(steps) / growth(of)).lower();
  }

  const std::vector<mpz_class>& values_;
  Rational step_;
  Precision precision_;
  BigFloat next_;
};

/// Values that do not rise, lowered to the chords between them: a curve of laws is convex in a.
void lower_to_chords(std::vector<mpz_class>& values, const Rational& step, Precision precision) {
  const std::vector<mpz_class> given = values;
  const Chords chords(given, step, precision);
  std::vector<std::size_t> corners;
  for (std::size_t i = 0; i < given.size(); ++i) {
    while (corners.size() >= 2 &&
           chords.at(corners.back(), corners[corners.size() - 2], i) < given[corners.back()]) {
      corners.pop_back();
    }
    corners.push_back(i);
  }
  for (std::size_t corner = 0; corner + 1 < corners.size(); ++corner) {
    const std::size_t first = corners[corner];
    const std::size_t last = corners[corner + 1];
    for (std::size_t i = first + 1; i < last; ++i) {
      values[i] = std::min(given[i], chords.at(i, first, last));
    }
  }
}

}  // namespace

LossDistribution discretise_lattice(const LossLattice& lattice, int bits) {
  std::vector<mpz_class> tails;
  tails.reserve(lattice.tails.size());
  for (const BigInterval& tail : lattice.tails) tails.push_back(scaled_up(tail, bits));
  return LossDistribution::from_tails(bits, lattice.grid, tails, scaled_up(lattice.infinity, bits));
}

Rational largest_loss(const PrivacyCurve& curve, int tail_bits) {
  constexpr int most_exponent = 200;
  const Precision precision = tail_bits + 16;
  constexpr int least_exponent = -32;
  // A curve may stay above 0, by a mass on which nothing is promised; and a bound may rise behind
  // the point at which it is least.
  BigInterval least = curve.delta(dyadic(1, -most_exponent), precision);
  for (int exponent = most_exponent - 1; exponent >= least_exponent; --exponent) {
    const BigInterval bound = curve.delta(dyadic(1, -exponent), precision);
    if (mpfr_cmp(bound.upper().get(), least.upper().get()) < 0) least = bound;
  }
  const BigInterval zero = BigInterval::point(precision, Rational(0));
  const BigInterval limit = (mpfr_sgn(least.lower().get()) > 0 ? least : zero) +
                            BigInterval::point(precision, dyadic(1, tail_bits));
  const auto is_small = [&](const Rational& epsilon) {
    return compare(curve.delta(epsilon, precision), limit) == Order::less;
  };
  int exponent = least_exponent;
  while (exponent < most_exponent && !is_small(dyadic(1, -exponent))) ++exponent;
  Rational low = dyadic(1, 1 - exponent);
  Rational high = dyadic(1, -exponent);
  for (int i = 0; i < 5; ++i) {
    const Rational middle = (low + high) / 2;
    (is_small(middle) ? high : low) = middle;
  }
  return high;
}

LossDistribution connect_the_dots(const PrivacyCurve& curve, int bits, const DyadicWindow& window) {
  constexpr unsigned long most_points = 1UL << 24;
  const mpz_class count = window.highest - window.lowest + 1;
  if (count > most_points || count < 2) {
    fail(ErrorKind::overflow, "a window of " + count.get_str() +
                                  " losses is none that can be computed; use a coarser grid");
  }
  // Values at the points, from above, in units of 2^-fine_bits. They are taken for exact from here
  // on; a value that is above an earlier one, or above a chord, is above the curve by more than it
  // need.
  const int fine_bits = bits + 24 + std::max(window.exponent, 0);
  // An error of 2^-precision of a value is one of about 2^(exponent - precision) of a tail.
  const Precision precision = 96 + std::max(window.exponent, 0);
  std::vector<mpz_class> values;
  values.reserve(count.get_ui());
  for (mpz_class i = window.lowest; i <= window.highest; ++i) {
    const Rational epsilon = dyadic(i, window.exponent);
    mpz_class value = scaled_up(curve.delta(epsilon, precision), fine_bits);
    if (!values.empty()) value = std::min(value, values.back());
    values.push_back(std::move(value));
  }
  const Rational step = dyadic(1, window.exponent);
  const WideExponentRange wide;
  lower_to_chords(values, step, precision);

  // tail behind a point: value + (value - next value) / (e^h - 1).
  const BigInterval one = BigInterval::point(precision, Rational(1));
  const BigInterval inverse = one / (exp(BigInterval::point(precision, step)) - one);
  BigFloat slope(precision);
  mpz_class rise;
  const auto to_bits_up = [&](const mpz_class& x) {
    mpz_class out;
    mpz_cdiv_q_2exp(out.get_mpz_t(), x.get_mpz_t(), static_cast<mp_bitcnt_t>(fine_bits - bits));
    return out;
  };
  std::vector<mpz_class> tails;
  tails.reserve(values.size());
  tails.emplace_back(mpz_class(1) << static_cast<mp_bitcnt_t>(bits));
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    const mpz_class fall = values[i] - values[i + 1];
    mpfr_mul_z(slope.get(), inverse.upper().get(), fall.get_mpz_t(), MPFR_RNDU);
    mpfr_get_z(rise.get_mpz_t(), slope.get(), MPFR_RNDU);
    tails.push_back(to_bits_up(values[i] + rise));
  }
  const LossGrid grid{dyadic(window.lowest, window.exponent), step};
  return LossDistribution::from_tails(bits, grid, tails, to_bits_up(values.back()));
}

}  // namespace scrim
