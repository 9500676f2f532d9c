#include "scrim/numbers/big_interval.hpp"

#include <algorithm>
#include <utility>

namespace scrim {

namespace {

// An unbounded end stands for arbitrarily large numbers, and zero times any number is zero, where
// MPFR would say NaN.
void corner_product(BigFloat& out, const BigFloat& x, const BigFloat& y, mpfr_rnd_t rounding) {
  if (mpfr_zero_p(x.get()) || mpfr_zero_p(y.get())) {
    mpfr_set_zero(out.get(), 1);
  } else {
    mpfr_mul(out.get(), x.get(), y.get(), rounding);
  }
}

}  // namespace

BigInterval BigInterval::of_operands(const BigInterval& a, const BigInterval& b) {
  return BigInterval(std::max(a.lo_.precision(), b.lo_.precision()));
}

BigInterval BigInterval::whole(mpfr_prec_t precision) {
  BigInterval out(precision);
  mpfr_set_inf(out.lo_.get(), -1);
  mpfr_set_inf(out.hi_.get(), +1);
  return out;
}

// An end without a value (inf - inf, inf / inf) is unbounded, which is always sound.
void BigInterval::replace_nan_ends() {
  if (mpfr_nan_p(lo_.get())) mpfr_set_inf(lo_.get(), -1);
  if (mpfr_nan_p(hi_.get())) mpfr_set_inf(hi_.get(), +1);
}

BigInterval BigInterval::point(Precision precision, double x) {
  const WideExponentRange wide;
  BigInterval out(precision);
  mpfr_set_d(out.lo_.get(), x, MPFR_RNDD);
  mpfr_set_d(out.hi_.get(), x, MPFR_RNDU);
  out.replace_nan_ends();
  return out;
}

BigInterval BigInterval::point(Precision precision, std::int64_t x) {
  const WideExponentRange wide;
  BigInterval out(precision);
  mpfr_set_sj(out.lo_.get(), x, MPFR_RNDD);
  mpfr_set_sj(out.hi_.get(), x, MPFR_RNDU);
  return out;
}

BigInterval BigInterval::point(Precision precision, std::uint64_t x) {
  const WideExponentRange wide;
  BigInterval out(precision);
  mpfr_set_uj(out.lo_.get(), x, MPFR_RNDD);
  mpfr_set_uj(out.hi_.get(), x, MPFR_RNDU);
  return out;
}

BigInterval BigInterval::point(Precision precision, const Rational& x) {
  const WideExponentRange wide;
  BigInterval out(precision);
  mpfr_set_q(out.lo_.get(), x.get_mpq_t(), MPFR_RNDD);
  mpfr_set_q(out.hi_.get(), x.get_mpq_t(), MPFR_RNDU);
  return out;
}

BigInterval BigInterval::pi(Precision precision) {
  const WideExponentRange wide;
  BigInterval out(precision);
  mpfr_const_pi(out.lo_.get(), MPFR_RNDD);
  mpfr_const_pi(out.hi_.get(), MPFR_RNDU);
  return out;
}

BigInterval BigInterval::from_bits(std::span<const std::uint64_t> words) {
  const WideExponentRange wide;
  const auto bits = static_cast<mpfr_exp_t>(64 * words.size());
  mpz_class head;
  mpz_import(head.get_mpz_t(), words.size(), /*order=*/1, sizeof(std::uint64_t), /*endian=*/0,
             /*nails=*/0, words.data());
  const mpz_class next = head + 1;

  // At most 64n bits in `head`, and `next` is at most 2^64n: both ends are exact.
  BigInterval out(std::max<mpfr_prec_t>(bits, 64));
  mpfr_set_z_2exp(out.lo_.get(), head.get_mpz_t(), -bits, MPFR_RNDD);
  mpfr_set_z_2exp(out.hi_.get(), next.get_mpz_t(), -bits, MPFR_RNDU);
  return out;
}

double BigInterval::lower_double() const {
  const WideExponentRange wide;
  return mpfr_get_d(lo_.get(), MPFR_RNDD);
}

double BigInterval::upper_double() const {
  const WideExponentRange wide;
  return mpfr_get_d(hi_.get(), MPFR_RNDU);
}

BigInterval operator-(const BigInterval& x) {
  const WideExponentRange wide;
  BigInterval out(x.lo_.precision());
  mpfr_neg(out.lo_.get(), x.hi_.get(), MPFR_RNDD);
  mpfr_neg(out.hi_.get(), x.lo_.get(), MPFR_RNDU);
  return out;
}

BigInterval operator+(const BigInterval& a, const BigInterval& b) {
  const WideExponentRange wide;
  BigInterval out = BigInterval::of_operands(a, b);
  mpfr_add(out.lo_.get(), a.lo_.get(), b.lo_.get(), MPFR_RNDD);
  mpfr_add(out.hi_.get(), a.hi_.get(), b.hi_.get(), MPFR_RNDU);
  out.replace_nan_ends();
  return out;
}

BigInterval operator-(const BigInterval& a, const BigInterval& b) {
  const WideExponentRange wide;
  BigInterval out = BigInterval::of_operands(a, b);
  mpfr_sub(out.lo_.get(), a.lo_.get(), b.hi_.get(), MPFR_RNDD);
  mpfr_sub(out.hi_.get(), a.hi_.get(), b.lo_.get(), MPFR_RNDU);
  out.replace_nan_ends();
  return out;
}

BigInterval operator*(const BigInterval& a, const BigInterval& b) {
  const WideExponentRange wide;
  BigInterval out = BigInterval::of_operands(a, b);
  if (mpfr_sgn(a.lo_.get()) >= 0 && mpfr_sgn(b.lo_.get()) >= 0) {
    corner_product(out.lo_, a.lo_, b.lo_, MPFR_RNDD);
    corner_product(out.hi_, a.hi_, b.hi_, MPFR_RNDU);
    return out;
  }
  // The product is linear in each factor, so its extremes lie at corners.
  BigFloat corner(out.lo_.precision());
  corner_product(out.lo_, a.lo_, b.lo_, MPFR_RNDD);
  corner_product(out.hi_, a.lo_, b.lo_, MPFR_RNDU);
  using Ends = std::pair<const BigFloat&, const BigFloat&>;
  for (const auto& [x, y] : {Ends{a.lo_, b.hi_}, Ends{a.hi_, b.lo_}, Ends{a.hi_, b.hi_}}) {
    corner_product(corner, x, y, MPFR_RNDD);
    mpfr_min(out.lo_.get(), out.lo_.get(), corner.get(), MPFR_RNDD);
    corner_product(corner, x, y, MPFR_RNDU);
    mpfr_max(out.hi_.get(), out.hi_.get(), corner.get(), MPFR_RNDU);
  }
  return out;
}

BigInterval operator/(const BigInterval& a, const BigInterval& b) {
  if (mpfr_sgn(b.lo_.get()) <= 0 && mpfr_sgn(b.hi_.get()) >= 0) {
    return BigInterval::whole(std::max(a.lo_.precision(), b.lo_.precision()));
  }
  if (mpfr_sgn(b.hi_.get()) < 0) return -a / -b;

  const WideExponentRange wide;
  BigInterval out = BigInterval::of_operands(a, b);
  const BigFloat& lowest_divisor = mpfr_sgn(a.lo_.get()) >= 0 ? b.hi_ : b.lo_;
  const BigFloat& highest_divisor = mpfr_sgn(a.hi_.get()) >= 0 ? b.lo_ : b.hi_;
  mpfr_div(out.lo_.get(), a.lo_.get(), lowest_divisor.get(), MPFR_RNDD);
  mpfr_div(out.hi_.get(), a.hi_.get(), highest_divisor.get(), MPFR_RNDU);
  out.replace_nan_ends();
  return out;
}

BigInterval exp(const BigInterval& x) {
  const WideExponentRange wide;
  BigInterval out(x.lo_.precision());
  mpfr_exp(out.lo_.get(), x.lo_.get(), MPFR_RNDD);
  mpfr_exp(out.hi_.get(), x.hi_.get(), MPFR_RNDU);
  return out;
}

BigInterval ln(const BigInterval& x) {
  const WideExponentRange wide;
  BigInterval out(x.lo_.precision());
  mpfr_log(out.lo_.get(), x.lo_.get(), MPFR_RNDD);
  mpfr_log(out.hi_.get(), x.hi_.get(), MPFR_RNDU);
  out.replace_nan_ends();
  return out;
}

BigInterval sqrt(const BigInterval& x) {
  const WideExponentRange wide;
  BigInterval out(x.lo_.precision());
  mpfr_sqrt(out.lo_.get(), x.lo_.get(), MPFR_RNDD);
  mpfr_sqrt(out.hi_.get(), x.hi_.get(), MPFR_RNDU);
  out.replace_nan_ends();
  return out;
}

BigInterval erfc(const BigInterval& x) {
  const WideExponentRange wide;
  BigInterval out(x.lo_.precision());
  mpfr_erfc(out.hi_.get(), x.lo_.get(), MPFR_RNDU);  // it falls
  if (mpfr_sgn(x.lo_.get()) < 0 || mpfr_inf_p(x.hi_.get())) {
    mpfr_erfc(out.lo_.get(), x.hi_.get(), MPFR_RNDD);
    return out;
  }
  // Over a narrow enclosure it falls by at most its width times the slope at the lower end, which
  // is 2 / sqrt(pi) exp(-lo^2): that takes a tenth of the time.
  BigFloat fall(out.lo_.precision());
  mpfr_sqr(fall.get(), x.lo_.get(), MPFR_RNDD);
  mpfr_neg(fall.get(), fall.get(), MPFR_RNDU);
  mpfr_exp(fall.get(), fall.get(), MPFR_RNDU);
  BigFloat width(out.lo_.precision());
  mpfr_sub(width.get(), x.hi_.get(), x.lo_.get(), MPFR_RNDU);
  mpfr_mul(fall.get(), fall.get(), width.get(), MPFR_RNDU);
  constexpr double slope = 1.129;  // above 2 / sqrt(pi) = 1.12837...
  mpfr_mul_d(fall.get(), fall.get(), slope, MPFR_RNDU);
  mpfr_set(out.lo_.get(), out.hi_.get(), MPFR_RNDD);
  mpfr_nextbelow(out.lo_.get());  // what was rounded up lies above this
  mpfr_sub(out.lo_.get(), out.lo_.get(), fall.get(), MPFR_RNDD);
  if (mpfr_sgn(out.lo_.get()) < 0) mpfr_set_zero(out.lo_.get(), 1);
  return out;
}

BigInterval hull(const BigInterval& a, const BigInterval& b) {
  const WideExponentRange wide;
  BigInterval out = BigInterval::of_operands(a, b);
  mpfr_min(out.lo_.get(), a.lo_.get(), b.lo_.get(), MPFR_RNDD);
  mpfr_max(out.hi_.get(), a.hi_.get(), b.hi_.get(), MPFR_RNDU);
  return out;
}

Order compare(const BigInterval& a, const BigInterval& b) {
  if (mpfr_less_p(a.hi_.get(), b.lo_.get())) return Order::less;
  if (mpfr_greater_p(a.lo_.get(), b.hi_.get())) return Order::greater;
  return Order::undecided;
}

}  // namespace scrim
