#include "scrim/transformations/quantile_score_candidates/alpha.hpp"

#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

namespace {

Fraction fraction_of(double alpha) {
  if (!(alpha >= 0.0 && alpha <= 1.0)) {  // written so that NaN is refused too
    fail(ErrorKind::invalid_argument,
         "alpha is " + describe_value(alpha) + "; give a quantile between 0 and 1, such as 0.5");
  }
  return closest_fraction(alpha, largest_alpha_denominator);
}

}  // namespace

Alpha::Alpha(double alpha) : fraction_(strictly([&] { return fraction_of(alpha); })) {}

Alpha::Alpha(Fraction alpha) : fraction_(alpha) {
  if (alpha.den == 0 || alpha.num > alpha.den) {
    fail(ErrorKind::invalid_argument, "alpha is " + describe_value(alpha.num) + "/" +
                                          describe_value(alpha.den) +
                                          "; give a fraction between 0/1 and 1/1");
  }
}

}  // namespace scrim
