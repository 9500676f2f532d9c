#include "scrim/accounting/discretise.hpp"

#include <algorithm>
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
  // A curve may stay above 0: by a mass on which nothing is promised.
  const BigInterval zero = BigInterval::point(precision, Rational(0));
  const BigInterval far = curve.delta(dyadic(1, -most_exponent), precision);
  const BigInterval limit = (mpfr_sgn(far.lower().get()) > 0 ? far : zero) +
                            BigInterval::point(precision, dyadic(1, tail_bits));
  const auto is_small = [&](const Rational& epsilon) {
    return compare(curve.delta(epsilon, precision), limit) == Order::less;
  };
  int exponent = -32;
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
  // on; a value that is above an earlier one is above the curve by more than it need.
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

  // tail behind a point: value + (value - next value) / (e^h - 1).
  const Rational step = dyadic(1, window.exponent);
  const BigInterval one = BigInterval::point(precision, Rational(1));
  const BigInterval inverse = one / (exp(BigInterval::point(precision, step)) - one);
  const WideExponentRange wide;
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
