// Not in a batch: compiled once for each set of instructions.
#include "scrim/kernels/sum.hpp"

#include <algorithm>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scrim/kernels/sum.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Once for each instruction set.
HWY_BEFORE_NAMESPACE();
namespace scrim::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// Rows whose sums are kept in 64 bits.
inline constexpr std::size_t part_rows = 2048;

template <class V>
HWY_INLINE std::int64_t sum_of(V lanes) {
  return hn::GetLane(hn::SumOfLanes(hn::DFromV<V>(), lanes));
}

/// The sum of `size` rows, which is a whole number of vectors and at most part_rows.
///
/// 2048 rows below 2^51 sum up within 64 bits. Of larger ones the upper and the lower 32 bits are
/// added apart: x = 2^32 floor(x / 2^32) + (x mod 2^32), where the first factor lies within 2^30
/// and the rest below 2^32.
template <bool is_narrow, class T>
HWY_INLINE int128 sum_part(const T* rows, std::size_t size, T lower_bound, T upper_bound) {
  const hn::ScalableTag<T> tag;
  const hn::ScalableTag<std::int64_t> integers;
  const auto lower = hn::Set(tag, lower_bound);
  const auto upper = hn::Set(tag, upper_bound);
  const std::size_t lanes = hn::Lanes(tag);
  auto low = hn::Zero(integers);
  auto high = hn::Zero(integers);
  for (std::size_t i = 0; i < size; i += lanes) {
    const auto within = hn::Min(hn::Max(hn::LoadU(tag, rows + i), lower), upper);
    const auto x = hn::BitCast(integers, within);
    if constexpr (is_narrow) {
      low = hn::Add(low, x);
    } else {
      low = hn::Add(low, hn::And(x, hn::Set(integers, 0xffffffff)));
      high = hn::Add(high, hn::ShiftRight<32>(x));
    }
  }
  if constexpr (is_narrow) return sum_of(low);
  return int128{sum_of(high)} * (std::int64_t{1} << 32) + sum_of(low);
}

template <bool is_narrow, class T>
HWY_INLINE int128 sum_lanes(const SumBlock& block) {
  const auto lower = static_cast<T>(block.lower);
  const auto upper = static_cast<T>(block.upper);
  const auto* const rows = static_cast<const T*>(block.rows);
  const std::size_t lanes = hn::Lanes(hn::ScalableTag<T>());
  const std::size_t in_vectors = block.size - block.size % lanes;
  int128 sum = 0;
  std::size_t i = 0;
  while (i < in_vectors) {
    const std::size_t size = std::min(part_rows, in_vectors - i);
    sum += sum_part<is_narrow>(rows + i, size, lower, upper);
    i += size;
  }
  for (; i < block.size; ++i) {
    T row;
    std::memcpy(&row, rows + i, sizeof(T));
    sum += static_cast<std::int64_t>(clamp_value(row, lower, upper));
  }
  return sum;
}

int128 sum_clamped_lanes(const SumBlock& block) {
  constexpr std::int64_t narrow = std::int64_t{1} << 51;
  const bool is_narrow = -narrow <= block.lower && block.upper <= narrow;
  if (block.is_signed) {
    return is_narrow ? sum_lanes<true, std::int64_t>(block) : sum_lanes<false, std::int64_t>(block);
  }
  return is_narrow ? sum_lanes<true, std::uint64_t>(block) : sum_lanes<false, std::uint64_t>(block);
}

}  // namespace scrim::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scrim::kernels {

HWY_EXPORT(sum_clamped_lanes);

int128 sum_clamped(const SumBlock& block) { return HWY_DYNAMIC_DISPATCH(sum_clamped_lanes)(block); }

}  // namespace scrim::kernels
#endif
