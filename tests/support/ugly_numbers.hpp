// Values of a number type that loops over rows get wrong: ends, zeros, NaN, subnormals, any bits.
#pragma once

#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "scrim/numbers/number.hpp"

namespace scrim::test {

template <Number T>
[[nodiscard]] std::vector<T> ugly_values() {
  using Limits = std::numeric_limits<T>;
  if constexpr (Float<T>) {
    const T infinity = Limits::infinity();
    const T nan = Limits::quiet_NaN();
    std::vector<T> values;
    for (const T value :
         {T{0}, Limits::denorm_min(), Limits::min(), std::nextafter(T{1}, T{0}), T{1},
          std::nextafter(T{1}, T{2}), T(0x1p31), T(0x1p53), Limits::max(), infinity, nan}) {
      values.push_back(value);
      values.push_back(-value);
    }
    return values;
  } else {
    using Wrapping = std::make_unsigned_t<T>;
    std::vector<T> values;
    for (const T center : {Limits::min(), T{0}, Limits::max(), static_cast<T>(Limits::max() / 2)}) {
      for (const int step : {-2, -1, 0, 1, 2}) {
        values.push_back(
            static_cast<T>(static_cast<Wrapping>(center) + static_cast<Wrapping>(step)));
      }
    }
    return values;
  }
}

template <Number T>
[[nodiscard]] T random_bits(std::mt19937_64& random) {
  if constexpr (std::same_as<T, double>) return std::bit_cast<double>(random());
  if constexpr (std::same_as<T, float>) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(random()));
  } else {
    return static_cast<T>(random());
  }
}

/// Ugly values and any bits in turn.
template <Number T>
[[nodiscard]] std::vector<T> ugly_rows(std::size_t count, std::uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  const std::vector<T> values = ugly_values<T>();
  std::vector<T> rows;
  while (rows.size() < count) {
    rows.push_back(random() % 2 == 0 ? values[random() % values.size()] : random_bits<T>(random));
  }
  return rows;
}

/// None, one, two, one less and more than the lanes of every vector, and a whole block.
[[nodiscard]] inline std::vector<std::size_t> ugly_sizes() {
  return {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, 2047, 2048};
}

}  // namespace scrim::test
