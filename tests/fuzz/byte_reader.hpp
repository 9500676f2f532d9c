// Typed values read from the bytes that a fuzzer makes up.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scrim/numbers/number.hpp"

namespace scrim::fuzz {

/// Reads front to back; past the end every byte is 0, so that any input is a complete one.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

  [[nodiscard]] bool is_empty() const { return bytes_.empty(); }

  std::uint8_t byte() {
    if (bytes_.empty()) return 0;
    const std::uint8_t first = bytes_.front();
    bytes_ = bytes_.subspan(1);
    return first;
  }

  bool flag() { return (byte() & 1) != 0; }

  /// A number below `end`, which is at most 256.
  std::size_t below(std::size_t end) { return byte() % end; }

  /// Any bit pattern of T.
  template <Number T>
  T bits() {
    std::array<std::uint8_t, sizeof(T)> raw{};
    for (std::uint8_t& b : raw) b = byte();
    return std::bit_cast<T>(raw);
  }

  /// An edge of T, a small integer, or any bit pattern: random bits alone would hardly ever give
  /// two equal numbers, a zero or an infinity.
  template <Number T>
  T number() {
    const std::uint8_t choice = byte();
    if (choice < 64) return edge<T>(choice);
    if (choice < 128) return static_cast<T>(static_cast<signed char>(choice - 96));
    return bits<T>();
  }

  template <Number T>
  std::vector<T> numbers(std::size_t largest_count) {
    std::vector<T> all(below(largest_count + 1));
    for (T& one : all) one = number<T>();
    return all;
  }

  /// Any bytes, zeros and invalid UTF-8 included.
  std::string text(std::size_t largest_size) {
    std::string all(below(largest_size + 1), '\0');
    for (char& one : all) one = static_cast<char>(byte());
    return all;
  }

  /// A declared number of rows: unknown, right, or wrong.
  std::optional<std::size_t> size_near(std::size_t right) {
    switch (below(4)) {
      case 0:
        return std::nullopt;
      case 1:
        return bits<std::uint64_t>();
      default:
        return right;
    }
  }

  /// All that is left.
  std::span<const std::uint8_t> rest() {
    const auto all = bytes_;
    bytes_ = {};
    return all;
  }

 private:
  template <Number T>
  static T edge(std::uint8_t choice) {
    using Limits = std::numeric_limits<T>;
    if constexpr (Float<T>) {
      const std::array edges{T{0},
                             -T{0},
                             T{1},
                             -T{1},
                             T{0.5},
                             T{0.1F},
                             Limits::denorm_min(),
                             -Limits::denorm_min(),
                             Limits::min(),
                             Limits::epsilon(),
                             T{1} + Limits::epsilon(),
                             Limits::max(),
                             Limits::lowest(),
                             Limits::infinity(),
                             -Limits::infinity(),
                             Limits::quiet_NaN()};
      return edges[choice % edges.size()];
    } else {
      const std::array edges{T{0},
                             T{1},
                             Limits::min(),
                             Limits::max(),
                             static_cast<T>(Limits::min() + 1),
                             static_cast<T>(Limits::max() - 1),
                             static_cast<T>(Limits::max() / 2),
                             static_cast<T>(Limits::max() / 2 + 1)};
      return edges[choice % edges.size()];
    }
  }

  std::span<const std::uint8_t> bytes_;
};

}  // namespace scrim::fuzz
