#include "scrim/columns/read_column.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "scrim/columns/column_decimal.hpp"
#include "scrim/kernels/block_rows.hpp"
#include "scrim/numbers/integers.hpp"
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
void widen(const Column& column, std::span<Row> out) {
  const std::byte* place = place_of(column, 0);
  for (Row& row : out) {
    row = static_cast<Row>(load<Stored>(place));  // NOLINT(bugprone-signed-char-misuse): int8
    place += column.stride;
  }
}

template <class Row>
void widen_booleans(const Column& column, std::span<Row> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<Row>(load<std::uint8_t>(place_of(column, i)) != 0 ? 1 : 0);
  }
}

template <class Row>
void widen_bits(const Column& column, std::span<Row> out) {
  const Bitmap bits{reinterpret_cast<const std::uint8_t*>(column.values), column.first_bit};
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = static_cast<Row>(bits[i] ? 1 : 0);
  }
}

void read_decimals(const Column& column, std::size_t width, std::span<double> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = nearest_to_decimal({place_of(column, i), width}, column.scale);
  }
}

void read_decimals(const Column& column, std::span<double> out) {
  switch (column.type) {
    case ColumnType::decimal32:
      return read_decimals(column, 4, out);
    case ColumnType::decimal64:
      return read_decimals(column, 8, out);
    case ColumnType::decimal128:
      return read_decimals(column, 16, out);
    default:
      return read_decimals(column, 32, out);
  }
}

// --- dates and times ---

/// Row i is in units of which so many make one of `out`, or the other way round.
template <std::int64_t divisor>
void read_divided(const Column& column, std::span<std::int64_t> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto value = load<std::int64_t>(place_of(column, i));
    out[i] = value / divisor - (value % divisor < 0 ? 1 : 0);
  }
}

template <std::int64_t factor>
void read_multiplied(const Column& column, std::span<std::int64_t> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = saturating_mul(load<std::int64_t>(place_of(column, i)), factor);
  }
}

/// Gives whether the column holds any.
[[nodiscard]] bool read_times(const Column& column, std::span<std::int64_t> out) {
  switch (column.type) {
    case ColumnType::date_days32:
      return widen<std::int32_t>(column, out), true;
    case ColumnType::date_days64:
    case ColumnType::time_microseconds:
      return widen<std::int64_t>(column, out), true;
    case ColumnType::date_milliseconds:
      return read_divided<86'400'000>(column, out), true;
    case ColumnType::time_seconds:
      return read_multiplied<1'000'000>(column, out), true;
    case ColumnType::time_milliseconds:
      return read_multiplied<1000>(column, out), true;
    case ColumnType::time_nanoseconds:
      return read_divided<1000>(column, out), true;
    default:
      return false;
  }
}

/// Fills `out`. Only the types that read into Row are reached
/// with a loss-free (or, for doubles, rounding) conversion.
template <Number Row>
void read_block(const Column& column, std::span<Row> out) {
  switch (column.type) {
    case ColumnType::boolean:
      return widen_booleans(column, out);
    case ColumnType::bits:
      return widen_bits(column, out);
    case ColumnType::int8:
      return widen<std::int8_t>(column, out);
    case ColumnType::int16:
      return widen<std::int16_t>(column, out);
    case ColumnType::int32:
      return widen<std::int32_t>(column, out);
    case ColumnType::int64:
      return widen<std::int64_t>(column, out);
    case ColumnType::uint8:
      return widen<std::uint8_t>(column, out);
    case ColumnType::uint16:
      return widen<std::uint16_t>(column, out);
    case ColumnType::uint32:
      return widen<std::uint32_t>(column, out);
    case ColumnType::uint64:
      return widen<std::uint64_t>(column, out);
    case ColumnType::float32:
    case ColumnType::float64:
      if constexpr (Float<Row>) {
        return column.type == ColumnType::float32 ? widen<float>(column, out)
                                                  : widen<double>(column, out);
      }
      break;
    case ColumnType::decimal32:
    case ColumnType::decimal64:
    case ColumnType::decimal128:
    case ColumnType::decimal256:
      if constexpr (Float<Row>) return read_decimals(column, out);
      break;
    default:
      if constexpr (std::same_as<Row, std::int64_t>) {
        if (read_times(column, out)) return;
      }
      break;
  }
  std::fill(out.begin(), out.end(), Row{0});  // not reached: it does not read into Row
}

// --- texts ---

/// The bytes [begin, begin + length) of a text, or no_text if it does not have them. An offset that
/// leads elsewhere must not be followed, whoever wrote it.
[[nodiscard]] std::string_view part_of_text(const char* text, std::int64_t size, std::int64_t begin,
                                            std::int64_t length) noexcept {
  const bool is_within = begin >= 0 && length >= 0 && begin <= size && length <= size - begin;
  return is_within ? std::string_view(text + begin, static_cast<std::size_t>(length)) : no_text;
}

template <class Offset>
void read_offsets(const Column& column, std::span<std::string_view> out) {
  const std::byte* place = place_of(column, 0);
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

void read_views(const Column& column, std::span<std::string_view> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    // In the place of a null anything may lie, also what looks like a view and leads nowhere.
    out[i] = column.is_null(i) ? no_text : read_view(column, place_of(column, i));
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

void read_code_points(const Column& column, std::span<std::string_view> out, std::string& text) {
  std::vector<std::size_t> ends(out.size());
  text.clear();
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::byte* place = place_of(column, i);
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

/// The indices as codes; one outside the dictionary becomes that of the entry behind all others.
template <class Index>
void read_indices(const Column& column, std::span<std::uint32_t> out) {
  // As wide as needed, so that several fit a register. A negative index becomes one far outside.
  using Wide = std::conditional_t<sizeof(Index) <= 4, std::uint32_t, std::uint64_t>;
  const Wide outside = column.dictionary->outside();
  const auto read = [&](std::ptrdiff_t stride) {
    const std::byte* place = place_of(column, 0);
    for (std::uint32_t& code : out) {
      // NOLINTNEXTLINE(bugprone-signed-char-misuse): -1 is meant to become the largest
      const auto index = static_cast<Wide>(load<Index>(place));
      code = static_cast<std::uint32_t>(std::min(index, outside));
      place += stride;
    }
  };
  // A stride that the compiler knows lets it take several at once.
  column.stride == sizeof(Index) ? read(sizeof(Index)) : read(column.stride);
}

void read_indices(const Column& column, std::span<std::uint32_t> out) {
  switch (column.type) {
    case ColumnType::int8:
      return read_indices<std::int8_t>(column, out);
    case ColumnType::int16:
      return read_indices<std::int16_t>(column, out);
    case ColumnType::int32:
      return read_indices<std::int32_t>(column, out);
    case ColumnType::int64:
      return read_indices<std::int64_t>(column, out);
    case ColumnType::uint8:
      return read_indices<std::uint8_t>(column, out);
    case ColumnType::uint16:
      return read_indices<std::uint16_t>(column, out);
    case ColumnType::uint32:
      return read_indices<std::uint32_t>(column, out);
    case ColumnType::uint64:
      return read_indices<std::uint64_t>(column, out);
    default:
      std::ranges::fill(out, column.dictionary->outside());  // not reached: indices are integers
  }
}

/// Collects in `bits` which rows are there: neither they nor their entry is null. Gives whether all
/// are.
[[nodiscard]] bool find_rows(const Column& column, std::span<const std::uint32_t> codes,
                             std::vector<std::uint8_t>& bits) {
  const auto texts = column.dictionary->texts();
  bits.assign(codes.size() / 8 + 1, 0);
  bool all_are_there = true;
  for (std::size_t first = 0; first < codes.size(); first += 8) {
    // Eight at a time: a bit at a time would wait for the byte that was just written. No branch on
    // a bit: it would be mispredicted where nulls are scattered.
    const std::size_t count = std::min<std::size_t>(8, codes.size() - first);
    unsigned byte = 0;
    for (std::size_t bit = 0; bit < count; ++bit) {
      const std::size_t i = first + bit;
      const auto has_text = unsigned{texts[codes[i]].data() != nullptr};
      byte |= (has_text & unsigned{column.is_valid[i]} & unsigned{column.parent_is_valid[i]})
              << bit;
    }
    bits[first / 8] = static_cast<std::uint8_t>(byte);
    all_are_there = all_are_there && byte == (1U << count) - 1;
  }
  return all_are_there;
}

[[nodiscard]] NullableRows<std::string_view> read_codes(const Column& column,
                                                        ColumnBuffer<std::string_view>& buffer) {
  const TextDictionary& dictionary = *column.dictionary;
  if (buffer.codes.size() < column.rows) buffer.codes.resize(column.rows);
  const auto codes = std::span(buffer.codes).first(column.rows);
  read_indices(column, codes);
  const TextRows rows(dictionary, codes);
  const bool all_have_texts =
      !dictionary.has_null_entry() && *std::ranges::max_element(codes) < dictionary.outside();
  if (all_have_texts) return {rows, column.is_valid, column.parent_is_valid};
  // Without a bitmap rows need not be moved together by whoever leaves out nulls.
  if (find_rows(column, codes, buffer.bits)) return {rows};
  return {rows, Bitmap{buffer.bits.data()}};
}

void read_block(const Column& column, std::span<std::string_view> out, std::string& text) {
  switch (column.type) {
    case ColumnType::text32:
      return read_offsets<std::int32_t>(column, out);
    case ColumnType::text64:
      return read_offsets<std::int64_t>(column, out);
    case ColumnType::text_view:
      return read_views(column, out);
    case ColumnType::text_ucs4:
      return read_code_points(column, out, text);
    case ColumnType::text_here:
      return widen<std::string_view>(column, out);
    default:
      std::fill(out.begin(), out.end(), no_text);  // not reached: it does not read into Row
  }
}

// --- blocks ---

template <class Row>
[[nodiscard]] bool lies_as_rows(const Column& column) {
  constexpr ColumnType same = Float<Row>                        ? ColumnType::float64
                              : std::same_as<Row, std::int64_t> ? ColumnType::int64
                              : Number<Row>                     ? ColumnType::uint64
                                                                : ColumnType::text_here;
  const bool is_same =
      column.type == same ||
      (std::same_as<Row, std::int64_t> &&
       (column.type == ColumnType::date_days64 || column.type == ColumnType::time_microseconds));
  return is_same && column.dictionary == nullptr && column.stride == sizeof(Row) &&
         reinterpret_cast<std::uintptr_t>(column.values) % alignof(Row) == 0;
}

}  // namespace

template <class Row>
NullableRows<Row> read_column(const Column& column, ColumnBuffer<Row>& buffer) {
  if (column.rows == 0) return {};  // its memory may be missing
  if (lies_as_rows<Row>(column)) {
    return {std::span(reinterpret_cast<const Row*>(column.values), column.rows), column.is_valid,
            column.parent_is_valid};
  }
  if constexpr (!Number<Row>) {
    if (column.dictionary != nullptr) return read_codes(column, buffer);
  }
  if (buffer.rows.size() < column.rows) buffer.rows.resize(column.rows);
  const auto rows = std::span(buffer.rows).first(column.rows);
  if constexpr (Number<Row>) {
    read_block<Row>(column, rows);
  } else {
    read_block(column, rows, buffer.text);
  }
  return {std::span<const Row>(rows), column.is_valid, column.parent_is_valid};
}

template NullableRows<double> read_column(const Column&, ColumnBuffer<double>&);
template NullableRows<std::int64_t> read_column(const Column&, ColumnBuffer<std::int64_t>&);
template NullableRows<std::uint64_t> read_column(const Column&, ColumnBuffer<std::uint64_t>&);
template NullableRows<std::string_view> read_column(const Column&, ColumnBuffer<std::string_view>&);

}  // namespace scrim
