// A bit for each row, as Arrow keeps them.
#pragma once

#include <cstddef>
#include <cstdint>

namespace scrim {

/// A bitmap in which row i has bit `first + i`, least significant first.
struct Bitmap {
  const std::uint8_t* bits = nullptr;  ///< none: every bit is set
  std::size_t first = 0;

  [[nodiscard]] bool operator[](std::size_t row) const noexcept {
    if (bits == nullptr) return true;
    const std::size_t position = first + row;
    return ((bits[position / 8] >> (position % 8)) & 1U) != 0;
  }

  /// The bits from that row on.
  [[nodiscard]] Bitmap behind(std::size_t rows) const noexcept { return {bits, first + rows}; }
};

}  // namespace scrim
