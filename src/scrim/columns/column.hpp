// A piece of a column as it lies in memory: borrowed, never copied as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "scrim/columns/bitmap.hpp"
#include "scrim/columns/text_dictionary.hpp"

namespace scrim {

/// How the rows of a column lie in memory.
enum class ColumnType {
  boolean,  ///< one byte each, zero or not
  bits,     ///< one bit each, least significant first
  int8,
  int16,
  int32,
  int64,
  uint8,
  uint16,
  uint32,
  uint64,
  float32,
  float64,
  decimal32,  ///< an integer of so many bits, divided by a power of ten
  decimal64,
  decimal128,
  decimal256,
  text32,     ///< UTF-8 between 32-bit offsets
  text64,     ///< UTF-8 between 64-bit offsets
  text_view,  ///< Arrow's views: 12 bytes in place, or a prefix and a place in a buffer
  text_ucs4,  ///< 32-bit code points, padded with zeros to a fixed width
  text_here,  ///< std::string_view, as this library makes them

  date_days32,  ///< days since 1970-01-01, in 32 bits
  date_days64,  ///< in 64 bits
  date_milliseconds,
  time_seconds,  ///< since 1970-01-01, UTC, in 64 bits
  time_milliseconds,
  time_microseconds,
  time_nanoseconds,
};

/// A block of rows of one type. Whoever makes it keeps the memory alive while it is read.
struct Column {
  ColumnType type = ColumnType::float64;
  std::size_t rows = 0;

  /// Numbers, offsets, views or code points: row i begins at values + i * stride (offsets have one
  /// entry more than there are rows). For `bits`, row i is bit first_bit + i of values.
  const std::byte* values = nullptr;
  std::ptrdiff_t stride = 0;
  std::size_t first_bit = 0;

  /// Rows whose bit is clear are null. What lies in their place may be anything.
  Bitmap is_valid = {};
  Bitmap parent_is_valid = {};  ///< the same, of the struct that the column is a field of

  const char* text = nullptr;  ///< what offsets point into
  std::int64_t text_size = 0;  ///< its bytes

  std::span<const char* const> text_buffers = {};  ///< what views point into
  const std::byte* text_buffer_sizes = nullptr;    ///< a 64-bit number of bytes for each of them

  std::size_t width = 0;   ///< code points a row, of text_ucs4
  std::int32_t scale = 0;  ///< digits behind the point, of decimals

  [[nodiscard]] std::size_t size() const noexcept { return rows; }
  /// Precondition (caller): first + count <= rows.
  [[nodiscard]] Column subspan(std::size_t first, std::size_t count) const noexcept;

  [[nodiscard]] bool is_null(std::size_t row) const noexcept {
    return !(is_valid[row] && parent_is_valid[row]);
  }

  /// If there is one, rows are indices into it; a null entry is null, and so is an index outside
  /// it.
  const TextDictionary* dictionary = nullptr;
};

/// The name of a column type, as NumPy and Arrow users know it.
[[nodiscard]] std::string_view name(ColumnType type) noexcept;

/// What rows of a column are, whatever their width.
enum class ColumnKind { floating, signed_integer, unsigned_integer, boolean, text, date, time };

/// Indices into a dictionary are read as the texts that they stand for.
[[nodiscard]] ColumnKind kind_of(ColumnType type, bool is_dictionary) noexcept;

/// Whether every value of the column type has a counterpart in Row (rounded, for doubles). Row is
/// double, std::int64_t, std::uint64_t or std::string_view. Dates and times read into none of them:
/// they are no numbers, and whoever reads them as days or microseconds says so.
template <class Row>
[[nodiscard]] bool reads_into(ColumnType type, bool is_dictionary) noexcept;

}  // namespace scrim
