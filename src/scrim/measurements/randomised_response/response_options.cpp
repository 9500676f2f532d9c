#include "scrim/measurements/randomised_response/response_options.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/uint128.hpp"

namespace scrim {

namespace {

[[noreturn]] void refuse_response(const std::string& what) {
  fail(ErrorKind::invalid_argument, "make_randomised_response: " + what);
}

void check_keep(const Fraction& keep, std::size_t categories) {
  const bool is_probability = keep.den > 0 && keep.num <= keep.den;
  // Below 1/k the truth would be the least likely answer.
  if (!is_probability || static_cast<uint128>(keep.num) * categories < keep.den) {
    refuse_response("keep is " + describe_value(keep.num) + "/" + describe_value(keep.den) +
                    "; give a probability from 1/" + describe_value(categories) +
                    ", where every answer is as likely, to 1");
  }
}

}  // namespace

void check_response_options(const ResponseOptions& options, std::size_t categories) {
  if (categories < 2) {
    refuse_response("there are " + describe_value(categories) +
                    " categories; give at least two, so that there is something to tell");
  }
  if (options.epsilon.has_value() == options.keep.has_value()) {
    refuse_response(std::string(options.keep ? "both" : "neither") +
                    " of epsilon and keep was given; give one of them");
  }
  if (options.keep) return check_keep(*options.keep, categories);
  if (!std::isfinite(*options.epsilon) || std::signbit(*options.epsilon)) {
    refuse_response("epsilon is " + describe_value(*options.epsilon) +
                    "; give a finite number of at least 0, such as 1");
  }
}

double response_loss(MaxDivergence, const ResponseOptions& options, std::size_t categories) {
  if (options.epsilon) return *options.epsilon;
  const Fraction keep = *options.keep;
  if (keep.num == keep.den) return std::numeric_limits<double>::infinity();
  const Rational odds =
      to_rational(keep.num) * to_rational(categories - 1) / to_rational(keep.den - keep.num);
  // Exactly 1 has no loss; nothing else comes closer to it than 2^-64.
  if (odds == 1) return 0.0;
  constexpr Precision precision = 256;
  return ln(BigInterval::point(precision, odds)).upper_double();
}

}  // namespace scrim
