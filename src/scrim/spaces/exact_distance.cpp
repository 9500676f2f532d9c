#include "scrim/spaces/exact_distance.hpp"

#include <string>

#include "scrim/errors/error.hpp"

namespace scrim::exact {

void fail_does_not_fit(std::string_view distance_type) {
  fail(ErrorKind::overflow, "a distance does not fit " + std::string(distance_type) +
                                "; give the metric a wider distance type");
}

std::uint64_t ceil_to_uint64(const Rational& x, std::string_view distance_type) {
  static_assert(sizeof(unsigned long) == sizeof(std::uint64_t));
  mpz_class ceiling;
  mpz_cdiv_q(ceiling.get_mpz_t(), x.get_num_mpz_t(), x.get_den_mpz_t());
  if (!ceiling.fits_ulong_p()) fail_does_not_fit(distance_type);
  return ceiling.get_ui();
}

Rational to_rational(uint128 x) {
  mpz_class integer = scrim::to_rational(static_cast<std::uint64_t>(x >> 64)).get_num();
  integer <<= 64;
  integer += scrim::to_rational(static_cast<std::uint64_t>(x)).get_num();
  return integer;
}

Rational power(const Rational& x, unsigned p) {
  // Powers of coprime integers are coprime: the fraction stays in lowest terms.
  Rational result;
  mpz_pow_ui(result.get_num_mpz_t(), x.get_num_mpz_t(), p);
  mpz_pow_ui(result.get_den_mpz_t(), x.get_den_mpz_t(), p);
  return result;
}

Rational root_up(const Rational& x, unsigned p, unsigned grid_exponent) {
  // (m / 2^g)^p >= x if and only if m^p >= ceil(x * 2^(g p)), since m^p is an integer.
  Rational scaled;
  mpq_mul_2exp(scaled.get_mpq_t(), x.get_mpq_t(), static_cast<mp_bitcnt_t>(grid_exponent) * p);
  mpz_class ceiling;
  mpz_cdiv_q(ceiling.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
  mpz_class root;
  const bool is_exact = mpz_root(root.get_mpz_t(), ceiling.get_mpz_t(), p) != 0;
  if (!is_exact) ++root;
  Rational result(root);
  mpq_div_2exp(result.get_mpq_t(), result.get_mpq_t(), grid_exponent);
  return result;
}

}  // namespace scrim::exact
