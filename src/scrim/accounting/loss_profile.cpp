#include "scrim/accounting/loss_profile.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace scrim {

namespace {

constexpr mpfr_prec_t bits_beyond_masses = 96;  // so that differences of sums keep 64 of them or so

}  // namespace

LossProfile::LossProfile(const LossDistribution& losses)
    : bits_(losses.bits()), precision_(losses.bits() + bits_beyond_masses), infinity_(precision_) {
  const WideExponentRange wide;
  mpz_class mass = losses.infinite_mass();
  mpfr_set_z(infinity_.get(), mass.get_mpz_t(), MPFR_RNDN);  // exact: at most 2^bits

  // e^-loss by multiplication, each time rounded down, from the lowest loss.
  const auto exp_minus_down = [&](const Rational& x) {
    BigFloat out(precision_);
    mpfr_set_q(out.get(), x.get_mpq_t(), MPFR_RNDU);
    mpfr_neg(out.get(), out.get(), MPFR_RNDD);
    mpfr_exp(out.get(), out.get(), MPFR_RNDD);
    return out;
  };
  const BigFloat fall = exp_minus_down(losses.grid().step);
  BigFloat unlikeliness = exp_minus_down(losses.grid().offset);
  tops_.reserve(losses.size());
  for (std::size_t i = 0; i < losses.size(); ++i) {
    tops_.push_back({unlikeliness, BigFloat(precision_), BigFloat(precision_)});
    mpfr_mul(unlikeliness.get(), unlikeliness.get(), fall.get(), MPFR_RNDD);
  }

  BigFloat under_q(precision_);
  BigFloat term(precision_);
  mpfr_set_zero(under_q.get(), 1);
  for (std::size_t i = losses.size(); i-- > 0;) {
    const mpz_class here = losses.mass(i);
    mass += here;
    mpfr_mul_z(term.get(), tops_[i].unlikeliness.get(), here.get_mpz_t(), MPFR_RNDD);
    mpfr_add(under_q.get(), under_q.get(), term.get(), MPFR_RNDD);
    mpfr_set_z(tops_[i].mass.get(), mass.get_mpz_t(), MPFR_RNDN);  // exact
    tops_[i].mass_under_q = under_q;
  }
}

BigFloat LossProfile::upper_bound(const BigFloat& epsilon) const {
  BigFloat factor(precision_);  // at most e^epsilon
  mpfr_exp(factor.get(), epsilon.get(), MPFR_RNDD);

  // The losses that count are those with factor * unlikeliness < 1: they are the last ones.
  BigFloat product(precision_);
  const auto first = std::partition_point(tops_.begin(), tops_.end(), [&](const Top& top) {
    mpfr_mul(product.get(), factor.get(), top.unlikeliness.get(), MPFR_RNDD);
    return !(mpfr_cmp_ui(product.get(), 1) < 0);
  });
  BigFloat out(precision_);
  if (first == tops_.end()) {
    mpfr_set(out.get(), infinity_.get(), MPFR_RNDU);
  } else {
    BigFloat under_q(2 * precision_);  // so that the product is exact, and one rounding is left
    mpfr_mul(under_q.get(), factor.get(), first->mass_under_q.get(), MPFR_RNDD);
    mpfr_sub(out.get(), first->mass.get(), under_q.get(), MPFR_RNDU);
    mpfr_max(out.get(), out.get(), infinity_.get(), MPFR_RNDU);
  }
  mpfr_div_2si(out.get(), out.get(), bits_, MPFR_RNDU);
  return out;
}

double LossProfile::delta(double epsilon) const {
  const WideExponentRange wide;
  BigFloat at(precision_);
  mpfr_set_d(at.get(), epsilon, MPFR_RNDD);
  return std::min(1.0, mpfr_get_d(upper_bound(at).get(), MPFR_RNDU));
}

BigInterval LossProfile::enclose_delta(const Rational& epsilon, Precision precision) const {
  const WideExponentRange wide;
  BigFloat at(precision_);
  mpfr_set_q(at.get(), epsilon.get_mpq_t(), MPFR_RNDD);
  const auto exactly = [](const BigFloat& x) {
    Rational out;
    mpfr_get_q(out.get_mpq_t(), x.get());
    return out;
  };
  Rational infinity = exactly(infinity_);
  mpq_div_2exp(infinity.get_mpq_t(), infinity.get_mpq_t(), static_cast<mp_bitcnt_t>(bits_));
  return hull(BigInterval::point(precision, infinity),
              BigInterval::point(precision, exactly(upper_bound(at))));
}

}  // namespace scrim
