// Not in a batch: compiled once for each set of instructions.
#include "scrim/kernels/count_numbers.hpp"

#include <algorithm>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scrim/kernels/count_numbers.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Once for each instruction set.
HWY_BEFORE_NAMESPACE();
namespace scrim::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

template <class T>
HWY_INLINE std::size_t count_in_lanes(std::span<const T> rows) {
  const hn::ScalableTag<T> tag;
  const hn::RebindToSigned<decltype(tag)> integers;
  const std::size_t lanes = hn::Lanes(tag);
  // A lane of 32 bits counts one row of each vector: so many do not overflow it, nor their sum.
  constexpr std::size_t part_rows = std::size_t{1} << 30;
  std::size_t count = 0;
  std::size_t i = 0;
  while (i + lanes <= rows.size()) {
    const std::size_t end = i + std::min(part_rows, (rows.size() - i) / lanes * lanes);
    auto sums = hn::Zero(integers);
    for (; i < end; i += lanes) {
      const auto x = hn::LoadU(tag, rows.data() + i);
      // A true lane is all ones, which is -1.
      sums = hn::Sub(sums, hn::BitCast(integers, hn::VecFromMask(tag, hn::Eq(x, x))));
    }
    count += static_cast<std::size_t>(hn::GetLane(hn::SumOfLanes(integers, sums)));
  }
  for (; i < rows.size(); ++i) count += rows[i] == rows[i] ? 1 : 0;
  return count;
}

std::size_t count_float_lanes(std::span<const float> rows) { return count_in_lanes(rows); }

std::size_t count_double_lanes(std::span<const double> rows) { return count_in_lanes(rows); }

}  // namespace scrim::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scrim::kernels {

HWY_EXPORT(count_float_lanes);
HWY_EXPORT(count_double_lanes);

std::size_t count_numbers(std::span<const float> rows) {
  return HWY_DYNAMIC_DISPATCH(count_float_lanes)(rows);
}

std::size_t count_numbers(std::span<const double> rows) {
  return HWY_DYNAMIC_DISPATCH(count_double_lanes)(rows);
}

}  // namespace scrim::kernels
#endif
