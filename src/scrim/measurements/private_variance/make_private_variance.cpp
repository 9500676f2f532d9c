#include "scrim/measurements/private_variance/make_private_variance.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/measurements/gaussian/make_gaussian.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/numbers/uint128.hpp"
#include "scrim/samplers/discrete_gaussian.hpp"
#include "scrim/transformations/sum/row_sum.hpp"

namespace scrim {

namespace {

constexpr const char* private_variance = "make_private_variance";
constexpr int largest_shift = 64;

[[noreturn]] void refuse_options(const std::string& what) {
  fail(ErrorKind::invalid_argument, std::string(private_variance) + ": " + what);
}

void check_grid(const VarianceOptions& options) {
  check_bounds(options.bounds, private_variance);
  constexpr std::int64_t limit = VarianceSums::row_limit;
  if (options.bounds.lower <= -limit || options.bounds.upper >= limit) {
    refuse_options("the bounds are " + describe_value(options.bounds.lower) + " and " +
                   describe_value(options.bounds.upper) +
                   ", and squares of 2^31 or more are not added up; quantise to a coarser grid");
  }
  if (options.divisor == 0) {
    refuse_options("the divisor is 0; give the number of rows that is taken to be public");
  }
  if (options.shift < 0 || options.shift > largest_shift) {
    refuse_options("the shift is " + describe_value(options.shift) + "; give one of 0 to 64");
  }
}

/// The square of the largest distance from the center.
std::uint64_t largest_square(const VarianceOptions& options, std::int64_t center) {
  const auto reach = static_cast<std::uint64_t>(
      std::max(options.bounds.upper - center, center - options.bounds.lower));
  return reach * reach;
}

/// By how many steps a row moves the squares at most, rounded up twice.
std::uint64_t most_steps(const VarianceOptions& options, std::uint64_t square) {
  const uint128 farthest = (uint128{square} + 1) / 2;
  const uint128 step = uint128{1} << options.shift;
  return static_cast<std::uint64_t>((farthest + step - 1) / step);
}

/// The product is the scale that is used, and at least what is charged for.
double scale_of_squares(const VarianceOptions& options, std::uint64_t per_row) {
  return strictly([&] { return mul_up(options.squares_scale, cast_up<double>(per_row)); });
}

/// The largest scale of noise on the squares: that around one of the bounds.
double largest_noise(const VarianceOptions& options) {
  return scale_of_squares(options,
                          most_steps(options, largest_square(options, options.bounds.lower)));
}

void check_squares_scale(const VarianceOptions& options, double largest) {
  check_noise_scale(std::string(private_variance) + ": squares", options.squares_scale);
  check_noise_scale(std::string(private_variance) + ": noise on the squares",
                    largest_noise(options), largest);
}

template <class Noise>
std::vector<std::int64_t> release(const VarianceOptions& options, const VarianceSums& sums) {
  const std::int64_t sum = Noise(options.sum_scale).add_to(nearest_int64(sums.sum()));
  // From here on, rows matter to nothing but the steps that noise is added to.
  const std::int64_t center = variance_center(options, sum);
  const CenteredSquares squares = centered_squares(options, sums, center);
  return {sum, center, Noise(squares.noise_scale).add_to(squares.steps)};
}

}  // namespace

void check_variance(MaxDivergence, const VarianceOptions& options) {
  check_grid(options);
  check_noise_scale(std::string(private_variance) + ": sum", options.sum_scale);
  check_squares_scale(options, std::numeric_limits<double>::max());
}

void check_variance(ZeroConcentratedDivergence, const VarianceOptions& options) {
  check_grid(options);
  check_noise_scale(std::string(private_variance) + ": sum", options.sum_scale,
                    largest_gaussian_scale);
  check_squares_scale(options, largest_gaussian_scale);
}

std::int64_t variance_center(const VarianceOptions& options, std::int64_t noisy_sum) {
  const int128 twice = 2 * static_cast<int128>(options.divisor);
  const int128 raised = 2 * static_cast<int128>(noisy_sum) + static_cast<int128>(options.divisor);
  // Division goes towards 0, and this is to go down.
  const int128 nearest = raised / twice - (raised % twice < 0 ? 1 : 0);
  return static_cast<std::int64_t>(
      std::clamp(nearest, int128{options.bounds.lower}, int128{options.bounds.upper}));
}

std::uint64_t square_offset(const VarianceOptions& options, std::int64_t center) {
  return largest_square(options, center) / 2;
}

CenteredSquares centered_squares(const VarianceOptions& options, const VarianceSums& sums,
                                 std::int64_t center) {
  const int128 exact = sums.squares_around(center, square_offset(options, center));
  const std::uint64_t per_row = most_steps(options, largest_square(options, center));
  return {.steps = nearest_int64(exact >> options.shift),
          .per_row = per_row,
          .noise_scale = scale_of_squares(options, per_row)};
}

std::vector<std::int64_t> release_variance(MaxDivergence, const VarianceOptions& options,
                                           const VarianceSums& sums) {
  return release<LaplaceNoise>(options, sums);
}

std::vector<std::int64_t> release_variance(ZeroConcentratedDivergence,
                                           const VarianceOptions& options,
                                           const VarianceSums& sums) {
  return release<GaussianNoise>(options, sums);
}

EditSensitivity variance_sum_sensitivity(Bounds<std::int64_t> bounds) noexcept {
  const std::int64_t highest = std::max(bounds.upper, std::int64_t{0});
  const std::int64_t lowest = std::min(bounds.lower, std::int64_t{0});
  return {.per_row = static_cast<std::uint64_t>(std::max(highest, -lowest)),
          .per_change = static_cast<std::uint64_t>(highest - lowest)};
}

double variance_noise_loss(MaxDivergence measure, double d, double scale) {
  return laplace_loss(measure, d, scale);
}

double variance_noise_loss(ZeroConcentratedDivergence measure, double d, double scale) {
  return gaussian_loss(measure, d, scale);
}

}  // namespace scrim
