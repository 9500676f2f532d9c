// The least that anything can cost which reads every value: their sum.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

namespace scrim::side_by_side {

/// The sum; of integers modulo 2^64.
///
/// In independent lanes: one running sum of doubles would wait for each addition to finish, and the
/// pass would then measure the latency of an addition instead of the memory.
template <class T>
[[nodiscard]] auto plain_pass(std::span<const T> values) {
  using Sum = std::conditional_t<std::floating_point<T>, T, std::uint64_t>;
  constexpr std::size_t lanes = 32;
  std::array<Sum, lanes> sums{};
  std::size_t i = 0;
  for (; i + lanes <= values.size(); i += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      sums[lane] += static_cast<Sum>(values[i + lane]);
    }
  }
  Sum total{};
  for (; i < values.size(); ++i) total += static_cast<Sum>(values[i]);
  for (const Sum sum : sums) total += sum;
  return total;
}

}  // namespace scrim::side_by_side
