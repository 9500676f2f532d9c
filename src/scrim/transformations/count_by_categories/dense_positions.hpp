// The places of integers in a list, looked up without hashing.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "scrim/numbers/number.hpp"

namespace scrim {

/// Where integers stand in a list whose values lie close together: a table with an entry for each
/// integer from the least of them to the largest, and one for all others.
template <Integer T>
class DensePositions {
 public:
  /// Nothing if the table would be much longer than the list: it should stay in a cache.
  /// Precondition (caller): there is a value, and none is repeated.
  [[nodiscard]] static std::optional<DensePositions> of(const std::vector<T>& values) {
    const auto [least, largest] = std::minmax_element(values.begin(), values.end());
    const std::uint64_t last = place(*largest, *least);
    constexpr std::uint64_t few = 1024;
    if (last >= std::max<std::uint64_t>(few, 4 * values.size())) return std::nullopt;
    // Lists are shorter than 2^32: they lie in memory.
    std::vector<std::uint32_t> positions(static_cast<std::size_t>(last) + 2,
                                         static_cast<std::uint32_t>(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i) {
      positions[place(values[i], *least)] = static_cast<std::uint32_t>(i);
    }
    return DensePositions(*least, std::move(positions));
  }

  /// That of a value that is not in the list is behind the last: the length of the list.
  [[nodiscard]] std::uint32_t position_of(T value) const noexcept {
    // What is below the least is far beyond the last, modulo 2^64.
    const std::uint64_t index = place(value, least_);
    // All of these find the entry behind the last, without a jump that depends on rows.
    return positions_[std::min<std::uint64_t>(index, positions_.size() - 1)];
  }

 private:
  DensePositions(T least, std::vector<std::uint32_t> positions)
      : least_(least), positions_(std::move(positions)) {}

  [[nodiscard]] static constexpr std::uint64_t place(T value, T least) noexcept {
    return static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(least);
  }

  T least_;
  std::vector<std::uint32_t> positions_;
};

}  // namespace scrim
