// Two types to locate rows in, for all types that rows may have.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "scrim/numbers/number.hpp"

namespace scrim::kernels {

/// The type that rows of type T are located in.
template <Number T>
using CandidateKey = std::conditional_t<Float<T>, double, std::int64_t>;

/// x as a key: the order of values is the order of keys, equal values have equal keys, and the key
/// of a NaN is a NaN.
template <Number T>
[[nodiscard]] constexpr CandidateKey<T> key_of(T x) {
  if constexpr (std::unsigned_integral<T> && sizeof(T) == sizeof(std::uint64_t)) {
    // Turning the highest bit over sends 0, …, 2^64 - 1 to -2^63, …, 2^63 - 1 in order.
    return static_cast<std::int64_t>(x ^ (T{1} << 63));
  } else {
    return x;  // exact: every other type is narrower or the same
  }
}

}  // namespace scrim::kernels
