// The loop behind clamping.
#pragma once

#include <bit>
#include <cstddef>
#include <limits>
#include <span>

#include "scrim/numbers/number.hpp"

namespace scrim::kernels {

/// min(max(x, lower), upper), total: a NaN is sent to `lower`, an infinity to the bound on its
/// side.
template <Number T>
[[nodiscard]] constexpr T clamp_value(T x, T lower, T upper) {
  // NaN fails the first comparison; so does everything below `lower`.
  return x >= lower ? (x > upper ? upper : x) : lower;
}

/// What a lane of a vector holds. Two C++ types of one width and kind (long, long long) are one.
enum class Lane { int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64 };

template <Number T>
[[nodiscard]] constexpr Lane lane_of() {
  if constexpr (Float<T>) {
    return sizeof(T) == 4 ? Lane::float32 : Lane::float64;
  } else {
    constexpr Lane lanes[2][4] = {{Lane::uint8, Lane::uint16, Lane::uint32, Lane::uint64},
                                  {Lane::int8, Lane::int16, Lane::int32, Lane::int64}};
    return lanes[std::numeric_limits<T>::is_signed][std::countr_zero(sizeof(T))];
  }
}

/// A block to clamp, of `size` lanes.
struct ClampBlock {
  Lane lane;
  const void* in;
  void* out;
  std::size_t size;
  const void* lower;
  const void* upper;
};

/// By vector instructions.
void clamp(const ClampBlock& block);

/// out[i] = clamp_value(in[i], lower, upper), to the bit.
/// Precondition (caller): out.size() == in.size(); the spans are the same or do not overlap.
template <Number T>
void clamp(std::span<const T> in, T lower, T upper, std::span<T> out) {
  clamp({.lane = lane_of<T>(),
         .in = in.data(),
         .out = out.data(),
         .size = in.size(),
         .lower = &lower,
         .upper = &upper});
}

}  // namespace scrim::kernels
