#include "scrim/transformations/quantise/grid_steps.hpp"

#include <cmath>
#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

void check_exponent(int exponent, int largest, std::string_view who) {
  if (exponent < -largest || exponent > largest) {
    fail(ErrorKind::invalid_argument,
         std::string(who) + ": the exponent is " + std::to_string(exponent) + "; give one from -" +
             std::to_string(largest) + " to " + std::to_string(largest));
  }
}

}  // namespace

kernels::Steps checked_steps(Bounds<std::int64_t> bounds, std::string_view who) {
  check_bounds(bounds, who);
  constexpr std::int64_t limit = kernels::Steps::limit;
  if (bounds.lower <= -limit || bounds.upper >= limit) {
    fail(ErrorKind::invalid_argument,
         std::string(who) + ": the steps from " + std::to_string(bounds.lower) + " to " +
             std::to_string(bounds.upper) +
             " reach 2^62 in absolute value; give a larger exponent, and fewer steps");
  }
  return {bounds.lower, bounds.upper};
}

kernels::Grid checked_grid(int exponent, Bounds<std::int64_t> bounds, std::string_view who) {
  check_exponent(exponent, largest_grid_exponent, who);
  return {std::ldexp(1.0, -exponent), checked_steps(bounds, who)};
}

kernels::SquareGrid checked_square_grid(double center, int exponent, std::int64_t upper,
                                        std::string_view who) {
  if (!std::isfinite(center)) {
    fail(ErrorKind::invalid_argument,
         std::string(who) + ": the center is " + describe_value(center) + "; give a finite number");
  }
  check_exponent(exponent, 2 * largest_grid_exponent, who);
  const int half = exponent / 2;  // both halves lie within largest_grid_exponent
  return {center, std::ldexp(1.0, -half), std::ldexp(1.0, half - exponent),
          checked_steps({0, upper}, who)};
}

}  // namespace scrim
