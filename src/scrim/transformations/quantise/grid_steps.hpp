// Public grids, and the check that they are such.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

#include "scrim/kernels/quantise.hpp"
#include "scrim/spaces/bounds.hpp"

namespace scrim {

/// Powers of two up to this, in both directions, are doubles that are not subnormal.
inline constexpr int largest_grid_exponent = 1022;

/// The finest and the coarsest steps that rows are brought to: two such powers, multiplied.
inline constexpr int largest_step_exponent = 2 * largest_grid_exponent;

/// The same for squares of rows: three such powers.
inline constexpr int largest_square_exponent = 3 * largest_grid_exponent;

/// Throws an error in the name of `who` unless |exponent| <= largest.
void check_step_exponent(int exponent, int largest, std::string_view who);

/// The bounds as the kernels take them.
/// Precondition (checked): lower <= upper, both below 2^62 in absolute value, as a sum asks of its
///   terms; else an error in the name of `who`.
[[nodiscard]] kernels::Steps checked_steps(Bounds<std::int64_t> bounds, std::string_view who);

/// What is brought to a grid. All of it is public.
struct QuantiseOptions {
  double center = 0.0;  ///< is taken off each row first
  /// What a NaN becomes, within the bounds or not; if left out, what a row at the center does.
  std::optional<std::int64_t> nan = std::nullopt;
};

/// The grid of the multiples of 2^exponent.
/// Precondition (checked): |exponent| <= 2044; the center is finite; a NaN becomes an integer below
///   2^62 in absolute value; and as above.
[[nodiscard]] kernels::Grid checked_grid(int exponent, Bounds<std::int64_t> bounds,
                                         const QuantiseOptions& options, std::string_view who);

/// Between which all that rows become lies, a NaN among them.
[[nodiscard]] Bounds<std::int64_t> bounds_with_nan(const kernels::Grid& grid) noexcept;

/// Squares of x - center, from 0 to upper * 2^exponent, by steps of 2^exponent, from which an
/// offset is taken. All of it is public.
struct SquareSteps {
  double center;
  int exponent;
  std::int64_t upper;
  std::int64_t offset = 0;  ///< such as upper / 2: a row then moves a sum by half as much
  /// Between which rows are moved first. Where both ends are as far from the center, that changes
  /// nothing but squares beyond `upper`.
  Bounds<double> rows = {-std::numeric_limits<double>::infinity(),
                         std::numeric_limits<double>::infinity()};
};

/// The grid of the multiples of 2^exponent, for squares of distances from the center.
/// Precondition (checked): the center is finite; |exponent| <= 3066; 0 <= upper < 2^62;
///   0 <= offset <= upper; the bounds of rows are bounds.
[[nodiscard]] kernels::SquareGrid checked_square_grid(const SquareSteps& steps,
                                                      std::string_view who);

}  // namespace scrim
