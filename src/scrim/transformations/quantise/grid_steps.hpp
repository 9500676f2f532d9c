// Public grids, and the check that they are such.
#pragma once

#include <cstdint>
#include <string_view>

#include "scrim/kernels/quantise.hpp"
#include "scrim/spaces/bounds.hpp"

namespace scrim {

/// Powers of two up to this, in both directions, are doubles that are not subnormal.
inline constexpr int largest_grid_exponent = 1022;

/// The bounds as the kernels take them.
/// Precondition (checked): lower <= upper, both below 2^62 in absolute value, as a sum asks of its
///   terms; else an error in the name of `who`.
[[nodiscard]] kernels::Steps checked_steps(Bounds<std::int64_t> bounds, std::string_view who);

/// The grid of the multiples of 2^exponent.
/// Precondition (checked): |exponent| <= 1022, and as above.
[[nodiscard]] kernels::Grid checked_grid(int exponent, Bounds<std::int64_t> bounds,
                                         std::string_view who);

/// The grid of the multiples of 2^exponent, for squares of distances from `center`, from 0 to
/// `upper` steps.
/// Precondition (checked): `center` is finite; |exponent| <= 2044; 0 <= upper < 2^62.
[[nodiscard]] kernels::SquareGrid checked_square_grid(double center, int exponent,
                                                      std::int64_t upper, std::string_view who);

}  // namespace scrim
