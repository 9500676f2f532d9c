// Not in a batch: compiled once for each set of instructions.
#include "scrim/kernels/quantise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scrim/kernels/quantise.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef SCRIM_KERNELS_QUANTISE_ONCE
#define SCRIM_KERNELS_QUANTISE_ONCE

namespace scrim::kernels {

/// Bounds that are doubles, and what is taken off the steps between them.
struct NarrowSteps {
  NarrowSteps(const Steps& steps, std::int64_t taken_off)
      : lower(static_cast<double>(steps.lower)),
        upper(static_cast<double>(steps.upper)),
        offset(taken_off) {}

  double lower;
  double upper;
  std::int64_t offset;
};

/// Bounds, with the first and the last double within them, and what is taken off the steps between
/// them.
struct WideSteps {
  WideSteps(const Steps& bounds, std::int64_t taken_off)
      : steps(bounds),
        offset(taken_off),
        first(-last_up_to(-bounds.lower)),
        last(last_up_to(bounds.upper)) {}

  Steps steps;
  std::int64_t offset;
  double first;
  double last;

 private:
  static double last_up_to(std::int64_t bound) {
    const auto nearest = static_cast<double>(bound);
    if (static_cast<std::int64_t>(nearest) <= bound) return nearest;
    return std::nextafter(nearest, -std::numeric_limits<double>::infinity());
  }
};

}  // namespace scrim::kernels

#endif

// Once for each instruction set.
HWY_BEFORE_NAMESPACE();
namespace scrim::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::ScalableTag<double>;
using Integers = hn::ScalableTag<std::int64_t>;
using DoubleVector = hn::Vec<Doubles>;
using IntegerVector = hn::Vec<Integers>;

/// 3 * 2^51. Doubles from 2^52 to 2^53 are the integers there, and their bits, too, are
/// consecutive. So adding this to a y within 2^51 rounds it to an integer, the even one of two, and
/// the bits of the sum exceed those of `middle` by that integer.
inline constexpr double middle = 0x1.8p52;

HWY_INLINE IntegerVector integer_of(DoubleVector sum) {
  const Integers integers;
  return hn::Sub(hn::BitCast(integers, sum), hn::BitCast(integers, hn::Set(Doubles(), middle)));
}

/// nearest_step, less the offset. Clamping first comes to the same. A NaN becomes any integer.
HWY_INLINE IntegerVector nearest(DoubleVector y, const NarrowSteps& steps) {
  const Doubles doubles;
  const Integers integers;
  const auto lower = hn::Set(doubles, steps.lower);
  const auto upper = hn::Set(doubles, steps.upper);
  const auto capped = hn::IfThenElse(hn::Gt(y, upper), upper, y);
  const auto within = hn::IfThenElse(hn::Ge(y, lower), capped, lower);
  // Both are the same in every round of the loop: one subtraction is left of two.
  const auto zero =
      hn::Add(hn::BitCast(integers, hn::Set(doubles, middle)), hn::Set(integers, steps.offset));
  return hn::Sub(hn::BitCast(integers, hn::Add(within, hn::Set(doubles, middle))), zero);
}

/// nearest_step, less the offset. y is cut at a multiple of 2^32, exactly, and what is left over is
/// rounded; both parts are narrow. Beyond the bounds this is nonsense, and replaced. A NaN becomes
/// any integer.
HWY_INLINE IntegerVector nearest(DoubleVector y, const WideSteps& wide) {
  const Doubles doubles;
  const Integers integers;
  const auto shift = hn::Set(doubles, middle);
  const auto high_sum = hn::Add(hn::Mul(y, hn::Set(doubles, 0x1p-32)), shift);
  const auto high = hn::Mul(hn::Sub(high_sum, shift), hn::Set(doubles, 0x1p32));
  const auto low_sum = hn::Add(hn::Sub(y, high), shift);
  const auto step = hn::Add(hn::ShiftLeft<32>(integer_of(high_sum)), integer_of(low_sum));
  const auto is_above = hn::RebindMask(integers, hn::Gt(y, hn::Set(doubles, wide.last)));
  const auto is_not_below = hn::RebindMask(integers, hn::Ge(y, hn::Set(doubles, wide.first)));
  const auto capped = hn::IfThenElse(is_above, hn::Set(integers, wide.steps.upper), step);
  const auto within = hn::IfThenElse(is_not_below, capped, hn::Set(integers, wide.steps.lower));
  return hn::Sub(within, hn::Set(integers, wide.offset));
}

HWY_INLINE DoubleVector in_steps(DoubleVector x, const Grid& grid) {
  const Doubles doubles;
  const auto distance = hn::Sub(x, hn::Set(doubles, grid.center));
  return hn::Mul(hn::Mul(distance, hn::Set(doubles, grid.first_scale)),
                 hn::Set(doubles, grid.second_scale));
}

HWY_INLINE DoubleVector in_steps(DoubleVector x, const SquareGrid& grid) {
  const Doubles doubles;
  const auto lower = hn::Set(doubles, grid.lower_row);
  const auto upper = hn::Set(doubles, grid.upper_row);
  const auto raised = hn::IfThenElse(hn::Lt(x, lower), lower, x);
  const auto row = hn::IfThenElse(hn::Gt(x, upper), upper, raised);
  const auto distance =
      hn::Mul(hn::Sub(row, hn::Set(doubles, grid.center)), hn::Set(doubles, grid.scale));
  return hn::Mul(distance, hn::Mul(distance, hn::Set(doubles, grid.second_scale)));
}

/// quantise_value, or quantise_square_value.
template <class AnyGrid, class AnySteps>
HWY_INLINE IntegerVector step_of(DoubleVector x, const AnyGrid& grid, const AnySteps& steps,
                                 std::int64_t nan_step) {
  const Integers integers;
  const auto y = in_steps(x, grid);
  const auto is_number = hn::RebindMask(integers, hn::Eq(y, y));
  return hn::IfThenElse(is_number, nearest(y, steps), hn::Set(integers, nan_step));
}

/// Grid and bounds are copies: `out` cannot write to them, so they are loaded once.
template <class AnyGrid, class AnySteps>
HWY_INLINE void quantise_rows(std::span<const double> in, AnyGrid grid, AnySteps steps,
                              std::int64_t nan_step, std::span<std::int64_t> out) {
  const Doubles doubles;
  const Integers integers;
  const std::size_t lanes = hn::Lanes(doubles);
  std::size_t i = 0;
  for (; i + lanes <= in.size(); i += lanes) {
    const auto x = hn::LoadU(doubles, in.data() + i);
    hn::StoreU(step_of(x, grid, steps, nan_step), integers, out.data() + i);
  }
  if (i < in.size()) {
    const std::size_t rows = in.size() - i;
    HWY_ALIGN double rest[hn::MaxLanes(doubles)] = {};
    HWY_ALIGN std::int64_t rest_out[hn::MaxLanes(integers)];
    std::copy_n(in.data() + i, rows, rest);
    hn::Store(step_of(hn::Load(doubles, rest), grid, steps, nan_step), integers, rest_out);
    std::copy_n(rest_out, rows, out.data() + i);
  }
}

template <class AnyGrid>
HWY_INLINE void quantise_to(std::span<const double> in, const AnyGrid& grid, std::int64_t offset,
                            std::int64_t nan_step, std::span<std::int64_t> out) {
  if (grid.steps.are_narrow()) {
    quantise_rows(in, grid, NarrowSteps(grid.steps, offset), nan_step, out);
  } else {
    quantise_rows(in, grid, WideSteps(grid.steps, offset), nan_step, out);
  }
}

void quantise_lanes(std::span<const double> in, const Grid& grid, std::span<std::int64_t> out) {
  quantise_to(in, grid, 0, grid.nan_step, out);
}

void quantise_square_lanes(std::span<const double> in, const SquareGrid& grid,
                           std::span<std::int64_t> out) {
  quantise_to(in, grid, grid.offset, 0, out);
}

}  // namespace scrim::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scrim::kernels {

HWY_EXPORT(quantise_lanes);
HWY_EXPORT(quantise_square_lanes);

void quantise(std::span<const double> in, const Grid& grid, std::span<std::int64_t> out) {
  HWY_DYNAMIC_DISPATCH(quantise_lanes)(in, grid, out);
}

void quantise_square(std::span<const double> in, const SquareGrid& grid,
                     std::span<std::int64_t> out) {
  HWY_DYNAMIC_DISPATCH(quantise_square_lanes)(in, grid, out);
}

}  // namespace scrim::kernels
#endif
