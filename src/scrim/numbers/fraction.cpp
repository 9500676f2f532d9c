#include "scrim/numbers/fraction.hpp"

#include <fmt/format.h>

#include <utility>

#include "scrim/errors/error.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim {

namespace {

// A fraction p/q while the expansion runs; 1/0 is the usual start.
struct Convergent {
  mpz_class p;
  mpz_class q;

  [[nodiscard]] Rational distance_to(const Rational& x) const { return abs(Rational(p, q) - x); }
};

}  // namespace

Fraction closest_fraction(double alpha, std::uint64_t max_den) {
  if (!(alpha >= 0 && alpha <= 1) || max_den == 0) {
    fail(ErrorKind::invalid_argument,
         fmt::format("closest_fraction(alpha = {}, max_den = {}) needs 0 <= alpha <= 1 and max_den "
                     ">= 1",
                     alpha, max_den));
  }
  const Rational x = to_rational(alpha);
  const mpz_class limit = to_rational(max_den).get_num();

  // Euclid's algorithm on x yields its continued fraction; stop before a denominator exceeds the
  // limit.
  mpz_class numerator = x.get_num();
  mpz_class denominator = x.get_den();
  Convergent previous{0, 1};
  Convergent current{1, 0};
  while (denominator != 0) {
    const mpz_class term = numerator / denominator;
    Convergent next{previous.p + term * current.p, previous.q + term * current.q};
    if (next.q > limit) {
      // `current` and the semiconvergent below lie on either side of x with determinant 1, and
      // their denominators sum to more than the limit: they are the neighbours of x among all
      // fractions within the limit, so one of them is the closest.
      const mpz_class steps = (limit - previous.q) / current.q;
      const Convergent semiconvergent{previous.p + steps * current.p,
                                      previous.q + steps * current.q};
      const int order = cmp(semiconvergent.distance_to(x), current.distance_to(x));
      const bool simpler = semiconvergent.q < current.q;
      if (order < 0 || (order == 0 && simpler)) current = semiconvergent;
      break;
    }
    const mpz_class remainder = numerator % denominator;
    numerator = std::exchange(denominator, remainder);
    previous = std::exchange(current, std::move(next));
  }
  return {current.p.get_ui(), current.q.get_ui()};
}

}  // namespace scrim
