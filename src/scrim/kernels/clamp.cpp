// Not in a batch: compiled once for each set of instructions.
#include "scrim/kernels/clamp.hpp"

#include <cstdint>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scrim/kernels/clamp.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Once for each instruction set.
HWY_BEFORE_NAMESPACE();
namespace scrim::kernels::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The comparisons and choices of clamp_value. Max and Min would not do: what they make of a NaN
/// and of the two zeros depends on the instruction set.
template <class V>
HWY_INLINE V clamp_vector(V x, V lower, V upper) {
  const V capped = hn::IfThenElse(hn::Gt(x, upper), upper, x);
  if constexpr (hwy::IsFloat<hn::TFromV<V>>()) {
    return hn::IfThenElse(hn::Ge(x, lower), capped, lower);
  } else {
    return hn::IfThenElse(hn::Lt(x, lower), lower, capped);
  }
}

template <class T>
HWY_INLINE void clamp_lanes(const ClampBlock& block) {
  const hn::ScalableTag<T> tag;
  T lower_bound;
  T upper_bound;
  std::memcpy(&lower_bound, block.lower, sizeof(T));
  std::memcpy(&upper_bound, block.upper, sizeof(T));
  const auto lower = hn::Set(tag, lower_bound);
  const auto upper = hn::Set(tag, upper_bound);
  const auto* const in = static_cast<const T*>(block.in);
  auto* const out = static_cast<T*>(block.out);
  const std::size_t lanes = hn::Lanes(tag);
  std::size_t i = 0;
  for (; i + lanes <= block.size; i += lanes) {
    hn::StoreU(clamp_vector(hn::LoadU(tag, in + i), lower, upper), tag, out + i);
  }
  if (i < block.size) {
    const std::size_t bytes = (block.size - i) * sizeof(T);
    HWY_ALIGN T rest[hn::MaxLanes(tag)] = {};
    std::memcpy(rest, in + i, bytes);
    hn::Store(clamp_vector(hn::Load(tag, rest), lower, upper), tag, rest);
    std::memcpy(out + i, rest, bytes);
  }
}

void clamp_any_lanes(const ClampBlock& block) {
  switch (block.lane) {
    case Lane::int8:
      return clamp_lanes<std::int8_t>(block);
    case Lane::int16:
      return clamp_lanes<std::int16_t>(block);
    case Lane::int32:
      return clamp_lanes<std::int32_t>(block);
    case Lane::int64:
      return clamp_lanes<std::int64_t>(block);
    case Lane::uint8:
      return clamp_lanes<std::uint8_t>(block);
    case Lane::uint16:
      return clamp_lanes<std::uint16_t>(block);
    case Lane::uint32:
      return clamp_lanes<std::uint32_t>(block);
    case Lane::uint64:
      return clamp_lanes<std::uint64_t>(block);
    case Lane::float32:
      return clamp_lanes<float>(block);
    case Lane::float64:
      return clamp_lanes<double>(block);
  }
}

}  // namespace scrim::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scrim::kernels {

HWY_EXPORT(clamp_any_lanes);

void clamp(const ClampBlock& block) { HWY_DYNAMIC_DISPATCH(clamp_any_lanes)(block); }

}  // namespace scrim::kernels
#endif
