#include "scrim/transformations/round_to_grid/grid_rounding.hpp"

#include <algorithm>
#include <cmath>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/neighbours.hpp"
#include "scrim/spaces/distance.hpp"

namespace scrim {

std::int64_t round_to_step(double x, int exponent) noexcept {
  constexpr std::int64_t most = std::int64_t{1} << 62;
  const double half_step = std::ldexp(0.5, exponent);
  // Less than a step: scaling it might underflow, comparing does not.
  if (!(x >= 2.0 * half_step || x <= -2.0 * half_step)) {
    return x >= half_step ? 1 : (x < -half_step ? -1 : 0);
  }
  const double steps = std::ldexp(x, -exponent);  // exact, or infinite
  if (steps >= 0x1p62) return most;
  if (steps <= -0x1p62) return -most;
  const double below = std::floor(steps);
  // The difference is exact: both lie within one of each other.
  return static_cast<std::int64_t>(below) + (steps - below >= 0.5 ? 1 : 0);
}

void round_to_steps(std::span<const double> in, int exponent,
                    std::span<std::int64_t> out) noexcept {
  constexpr std::int64_t most = std::int64_t{1} << 62;
  const double scale = std::ldexp(1.0, -exponent);  // a normal number
  std::transform(in.begin(), in.end(), out.begin(), [scale](double x) -> std::int64_t {
    // Exact from a step on, or infinite. Below, rounding where it underflows goes past no half.
    const double steps = x * scale;
    if (!(std::fabs(steps) < 0x1p62)) [[unlikely]] {
      return std::isnan(steps) ? 0 : (steps > 0.0 ? most : -most);
    }
    // Truncated, and a step back where that went up: a floor without a call.
    const auto truncated = static_cast<std::int64_t>(steps);
    const std::int64_t below =
        truncated - static_cast<std::int64_t>(static_cast<double>(truncated) > steps);
    return below + static_cast<std::int64_t>(steps - static_cast<double>(below) >= 0.5);
  });
}

std::uint64_t steps_apart(double d_in, int exponent) {
  check_distance(d_in, "d_in");
  if (d_in == 0.0) return 0;
  if (d_in <= std::ldexp(1.0, exponent)) return 1;
  const double steps = std::ceil(std::ldexp(d_in, -exponent));  // exact, or infinite
  if (steps < 0x1p64) return static_cast<std::uint64_t>(steps);
  fail(ErrorKind::overflow, "a distance of " + describe_value(d_in) +
                                " is more than 2^64 steps of 2^" + describe_value(exponent) +
                                "; give a coarser grid");
}

std::uint64_t steps_apart_l1(double d_in, int exponent, std::size_t size) {
  const std::uint64_t steps = steps_apart(d_in, exponent);
  return steps == 0 || size == 0 ? 0 : checked_add(steps, std::uint64_t{size - 1});
}

double steps_apart_l2(double d_in, int exponent, std::size_t size) {
  check_distance(d_in, "d_in");
  if (d_in == 0.0 || size == 0) return 0.0;
  const double scaled = std::ldexp(d_in, -exponent);  // inexact only where it underflows
  const double root = next_up(std::sqrt(cast_up<double>(std::uint64_t{size})));
  return add_up(next_up(scaled), root);
}

}  // namespace scrim
