// The loop behind sums of integers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "scrim/kernels/clamp.hpp"
#include "scrim/numbers/int128.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim::kernels {

/// Numbers that are added up lie below this in absolute value.
inline constexpr std::int64_t sum_term_limit = std::int64_t{1} << 62;

/// Rows of 64 bits to add up.
struct SumBlock {
  const void* rows;
  std::size_t size;
  bool is_signed;
  std::int64_t lower;
  std::int64_t upper;
};

/// By vector instructions.
[[nodiscard]] int128 sum_clamped(const SumBlock& block);

/// The sum of clamp_value(row, lower, upper) over the rows, exactly.
/// Precondition (caller): lower <= upper, and both lie below sum_term_limit in absolute value.
template <Integer T>
[[nodiscard]] int128 sum_clamped(std::span<const T> rows, T lower, T upper) {
  if constexpr (sizeof(T) == sizeof(std::int64_t)) {
    return sum_clamped({.rows = rows.data(),
                        .size = rows.size(),
                        .is_signed = std::numeric_limits<T>::is_signed,
                        .lower = static_cast<std::int64_t>(lower),
                        .upper = static_cast<std::int64_t>(upper)});
  } else {
    // So many rows of at most 32 bits have a sum that fits 64.
    constexpr std::size_t part_rows = std::size_t{1} << 30;
    int128 sum = 0;
    for (std::size_t first = 0; first < rows.size(); first += part_rows) {
      const std::size_t end = rows.size() - first < part_rows ? rows.size() : first + part_rows;
      std::int64_t part = 0;
      for (std::size_t i = first; i < end; ++i) part += clamp_value(rows[i], lower, upper);
      sum += part;
    }
    return sum;
  }
}

}  // namespace scrim::kernels
