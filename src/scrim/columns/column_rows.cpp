#include "scrim/columns/column_rows.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scrim/columns/column_decimal.hpp"
#include "scrim/kernels/block_rows.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

namespace {

template <class T>
[[nodiscard]] T load(const std::byte* place) noexcept {
  T value;
  std::memcpy(&value, place, sizeof value);
  return value;
}

[[nodiscard]] const std::byte* place_of(const Column& column, std::size_t row) noexcept {
  return column.values + static_cast<std::ptrdiff_t>(row) * column.stride;
}

// --- numbers ---

template <class Stored, class Row>
void widen(const Column& column, std::size_t first, std::span<Row> out) {
  const std::byte* place = place_of(column, first);
  for (Row& row : out) {
    row = static_cast<Row>(load<Stored>(place));  // NOLINT(bugprone-signed-char-misuse): int8
    place += column.stride;
  }
}

template <class Row>
void widen_booleans(const Column& column, std::size_t first, std::span<Row> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<Row>(load<std::uint8_t>(place_of(column, first + i)) != 0 ? 1 : 0);
  }
}

template <class Row>
void widen_bits(const Column& column, std::size_t first, std::span<Row> out) {
  const Bitmap bits{reinterpret_cast<const std::uint8_t*>(column.values), column.first_bit};
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<Row>(bits[first + i] ? 1 : 0);
  }
}

void read_decimals(const Column& column, std::size_t first, std::size_t width,
                   std::span<double> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = nearest_to_decimal({place_of(column, first + i), width}, column.scale);
  }
}

void read_decimals(const Column& column, std::size_t first, std::span<double> out) {
  switch (column.type) {
    case ColumnType::decimal32:
      return read_decimals(column, first, 4, out);
    case ColumnType::decimal64:
      return read_decimals(column, first, 8, out);
    case ColumnType::decimal128:
      return read_decimals(column, first, 16, out);
    default:
      return read_decimals(column, first, 32, out);
  }
}

/// Fills `out` from the rows that begin at `first`. Only the types that read into Row are reached
/// with a loss-free (or, for doubles, rounding) conversion.
template <Number Row>
void read_block(const Column& column, std::size_t first, std::span<Row> out) {
  switch (column.type) {
    case ColumnType::boolean:
      return widen_booleans(column, first, out);
    case ColumnType::bits:
      return widen_bits(column, first, out);
    case ColumnType::int8:
      return widen<std::int8_t>(column, first, out);
    case ColumnType::int16:
      return widen<std::int16_t>(column, first, out);
    case ColumnType::int32:
      return widen<std::int32_t>(column, first, out);
    case ColumnType::int64:
      return widen<std::int64_t>(column, first, out);
    case ColumnType::uint8:
      return widen<std::uint8_t>(column, first, out);
    case ColumnType::uint16:
      return widen<std::uint16_t>(column, first, out);
    case ColumnType::uint32:
      return widen<std::uint32_t>(column, first, out);
    case ColumnType::uint64:
      return widen<std::uint64_t>(column, first, out);
    case ColumnType::float32:
    case ColumnType::float64:
      if constexpr (Float<Row>) {
        return column.type == ColumnType::float32 ? widen<float>(column, first, out)
                                                  : widen<double>(column, first, out);
      }
      break;
    case ColumnType::decimal32:
    case ColumnType::decimal64:
    case ColumnType::decimal128:
    case ColumnType::decimal256:
      if constexpr (Float<Row>) return read_decimals(column, first, out);
      break;
    default:
      break;
  }
  std::fill(out.begin(), out.end(), Row{0});  // not reached: it does not read into Row
}

// --- texts ---

/// A row without a text: no category equals it, and neither UTF-8 nor a null looks like it.
constexpr std::string_view no_text = "\xff";

/// The bytes [begin, begin + length) of a text, or no_text if it does not have them. An offset that
/// leads elsewhere must not be followed, whoever wrote it.
[[nodiscard]] std::string_view part_of_text(const char* text, std::int64_t size, std::int64_t begin,
                                            std::int64_t length) noexcept {
  const bool is_within = begin >= 0 && length >= 0 && begin <= size && length <= size - begin;
  return is_within ? std::string_view(text + begin, static_cast<std::size_t>(length)) : no_text;
}

template <class Offset>
void read_offsets(const Column& column, std::size_t first, std::span<std::string_view> out) {
  const std::byte* place = place_of(column, first);
  std::int64_t begin = load<Offset>(place);
  for (std::string_view& row : out) {
    place += column.stride;
    const std::int64_t end = load<Offset>(place);
    // Compared first: the difference of two wild offsets may overflow.
    row = begin <= end && begin >= 0
              ? part_of_text(column.text, column.text_size, begin, end - begin)
              : no_text;
    begin = end;
  }
}

[[nodiscard]] std::string_view read_view(const Column& column, const std::byte* place) noexcept {
  constexpr std::int32_t longest_in_place = 12;
  const auto length = load<std::int32_t>(place);
  if (length <= longest_in_place) {
    return part_of_text(reinterpret_cast<const char*>(place) + 4, longest_in_place, 0, length);
  }
  const auto buffer = load<std::int32_t>(place + 8);
  if (buffer < 0 || static_cast<std::size_t>(buffer) >= column.text_buffers.size()) return no_text;
  const auto number = static_cast<std::size_t>(buffer);
  const char* const text = column.text_buffers[number];
  if (text == nullptr) return no_text;
  const auto size = load<std::int64_t>(column.text_buffer_sizes + 8 * number);
  return part_of_text(text, size, load<std::int32_t>(place + 12), length);
}

void read_views(const Column& column, std::size_t first, std::span<std::string_view> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    // In the place of a null anything may lie, also what looks like a view and leads nowhere.
    out[i] = column.is_null(first + i) ? no_text : read_view(column, place_of(column, first + i));
  }
}

void append_utf8(std::uint32_t c, std::string& text) {
  const auto byte = [&](std::uint32_t value) { text.push_back(static_cast<char>(value)); };
  if (c < 0x80) {
    byte(c);
  } else if (c < 0x800) {
    byte(0xC0 | (c >> 6));
    byte(0x80 | (c & 0x3F));
  } else if (c < 0x10000) {
    byte(0xE0 | (c >> 12));
    byte(0x80 | ((c >> 6) & 0x3F));
    byte(0x80 | (c & 0x3F));
  } else {
    byte(0xF0 | ((c >> 18) & 0x07));
    byte(0x80 | ((c >> 12) & 0x3F));
    byte(0x80 | ((c >> 6) & 0x3F));
    byte(0x80 | (c & 0x3F));
  }
}

void read_code_points(const Column& column, std::size_t first, std::span<std::string_view> out,
                      std::string& text) {
  std::vector<std::size_t> ends(out.size());
  text.clear();
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::byte* place = place_of(column, first + i);
    std::size_t length = column.width;
    while (length > 0 && load<std::uint32_t>(place + 4 * (length - 1)) == 0) --length;
    for (std::size_t c = 0; c < length; ++c) append_utf8(load<std::uint32_t>(place + 4 * c), text);
    ends[i] = text.size();
  }
  std::size_t begin = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = std::string_view(text).substr(begin, ends[i] - begin);
    begin = ends[i];
  }
}

[[nodiscard]] bool is_signed(ColumnType type) {
  return type == ColumnType::int8 || type == ColumnType::int16 || type == ColumnType::int32 ||
         type == ColumnType::int64;
}

/// Rows whose index or entry is null come out with data() == nullptr.
void look_up(const Column& column, std::size_t first, std::span<std::string_view> out) {
  const auto entries = *column.dictionary;
  std::array<std::int64_t, block_rows> signed_indices;
  std::array<std::uint64_t, block_rows> indices;
  const auto used = std::span(indices).first(out.size());
  if (is_signed(column.type)) {
    const auto used_signed = std::span(signed_indices).first(out.size());
    read_block<std::int64_t>(column, first, used_signed);
    // A negative index becomes one far outside.
    std::transform(used_signed.begin(), used_signed.end(), used.begin(),
                   [](std::int64_t index) { return static_cast<std::uint64_t>(index); });
  } else {
    read_block<std::uint64_t>(column, first, used);
  }
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = used[i] < entries.size() ? entries[used[i]] : std::string_view();
  }
}

void read_block(const Column& column, std::size_t first, std::span<std::string_view> out,
                std::string& text) {
  if (column.dictionary) return look_up(column, first, out);
  switch (column.type) {
    case ColumnType::text32:
      return read_offsets<std::int32_t>(column, first, out);
    case ColumnType::text64:
      return read_offsets<std::int64_t>(column, first, out);
    case ColumnType::text_view:
      return read_views(column, first, out);
    case ColumnType::text_ucs4:
      return read_code_points(column, first, out, text);
    default:
      std::fill(out.begin(), out.end(), no_text);  // not reached: it does not read into Row
  }
}

// --- blocks ---

template <class Row>
[[nodiscard]] bool lies_as_rows(const Column& column) {
  if constexpr (Number<Row>) {
    constexpr ColumnType same = Float<Row>                        ? ColumnType::float64
                                : std::same_as<Row, std::int64_t> ? ColumnType::int64
                                                                  : ColumnType::uint64;
    return column.type == same && column.stride == sizeof(Row) && column.is_valid.bits == nullptr &&
           column.parent_is_valid.bits == nullptr &&
           reinterpret_cast<std::uintptr_t>(column.values) % alignof(Row) == 0;
  } else {
    return false;
  }
}

template <class Row>
[[nodiscard]] std::optional<Row> imputed_row(const NullPolicy& nulls) {
  if (!nulls) return std::nullopt;
  if constexpr (Number<Row>) {
    return std::get<Row>(*nulls);
  } else {
    return Row(std::get<std::string>(*nulls));
  }
}

[[nodiscard]] constexpr bool is_missing(const auto&) { return false; }
[[nodiscard]] constexpr bool is_missing(std::string_view row) { return row.data() == nullptr; }

/// Drops or replaces the nulls of a block; gives the number of rows that are left.
template <class Row>
[[nodiscard]] std::size_t settle_nulls(const Column& column, std::size_t first,
                                       std::span<Row> block, const std::optional<Row>& imputed) {
  const bool is_looked_up = column.dictionary.has_value();
  // No branch on a bit, or on the result: it would be mispredicted where nulls are scattered.
  const auto rows_at = [&, is_valid = column.is_valid,
                        parent_is_valid = column.parent_is_valid](std::size_t i) -> std::size_t {
    if (is_looked_up && is_missing(block[i])) return 0;
    return std::size_t{is_valid[first + i]} & std::size_t{parent_is_valid[first + i]};
  };
  if (imputed) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (rows_at(i) == 0) block[i] = *imputed;
    }
    return block.size();
  }
  std::size_t kept = 0;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const std::size_t rows = rows_at(i);
    block[kept] = block[i];
    kept += rows;
  }
  return kept;
}

}  // namespace

template <class Row>
ColumnRows<Row>::ColumnRows(const Column& column, NullPolicy nulls)
    : column_(column),
      nulls_(std::move(nulls)),
      lies_as_rows_(lies_as_rows<Row>(column)),
      may_hold_nulls_(column.is_valid.bits != nullptr || column.parent_is_valid.bits != nullptr ||
                      column.dictionary.has_value()) {}

template <class Row>
std::span<const Row> ColumnRows<Row>::block(std::size_t first, std::size_t count,
                                            Buffer& buffer) const {
  if (lies_as_rows_) return {reinterpret_cast<const Row*>(column_.values) + first, count};
  if (buffer.rows.size() < count) buffer.rows.resize(count);
  const auto rows = std::span(buffer.rows).first(count);
  if constexpr (Number<Row>) {
    read_block<Row>(column_, first, rows);
  } else {
    read_block(column_, first, rows, buffer.text);
  }
  if (!may_hold_nulls_) return rows;
  return rows.first(settle_nulls(column_, first, rows, imputed_row<Row>(nulls_)));
}

template class ColumnRows<double>;
template class ColumnRows<std::int64_t>;
template class ColumnRows<std::uint64_t>;
template class ColumnRows<std::string_view>;

}  // namespace scrim
