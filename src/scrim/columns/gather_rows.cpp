#include "scrim/columns/gather_rows.hpp"

#include <bit>
#include <cstdint>
#include <cstring>

namespace scrim {

namespace {

/// Bytes that one row takes where it lies; 0 for bits, and for texts between offsets.
std::size_t width_of(const Column& column) {
  switch (column.type) {
    case ColumnType::bits:
    case ColumnType::text32:
    case ColumnType::text64:
      return 0;
    case ColumnType::boolean:
    case ColumnType::int8:
    case ColumnType::uint8:
      return 1;
    case ColumnType::int16:
    case ColumnType::uint16:
      return 2;
    case ColumnType::int32:
    case ColumnType::uint32:
    case ColumnType::float32:
    case ColumnType::decimal32:
    case ColumnType::date_days32:
      return 4;
    case ColumnType::decimal128:
    case ColumnType::text_view:
      return 16;
    case ColumnType::decimal256:
      return 32;
    case ColumnType::text_ucs4:
      return 4 * column.width;
    case ColumnType::text_here:
      return sizeof(std::string_view);
    case ColumnType::int64:
    case ColumnType::uint64:
    case ColumnType::float64:
    case ColumnType::decimal64:
    case ColumnType::date_days64:
    case ColumnType::date_milliseconds:
    case ColumnType::time_seconds:
    case ColumnType::time_milliseconds:
    case ColumnType::time_microseconds:
    case ColumnType::time_nanoseconds:
      break;
  }
  return 8;
}

void copy_rows(const Column& column, std::size_t width, std::span<const std::uint32_t> places,
               std::byte* out) {
  // A width that the compiler knows is copied by one instruction.
  const auto copy = [&](auto known) {
    for (const std::uint32_t place : places) {
      std::memcpy(out, column.values + static_cast<std::ptrdiff_t>(place) * column.stride, known);
      out += known;
    }
  };
  switch (width) {
    case 1:
      return copy(std::integral_constant<std::size_t, 1>());
    case 2:
      return copy(std::integral_constant<std::size_t, 2>());
    case 4:
      return copy(std::integral_constant<std::size_t, 4>());
    case 8:
      return copy(std::integral_constant<std::size_t, 8>());
    case 16:
      return copy(std::integral_constant<std::size_t, 16>());
    default:
      return copy(width);
  }
}

Bitmap gathered_bits(const Column& column, std::span<const std::uint32_t> places,
                     std::vector<std::uint8_t>& bits) {
  if (column.is_valid.bits == nullptr && column.parent_is_valid.bits == nullptr) return {};
  bits.assign(places.size() / 8 + 1, 0);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const unsigned is_there = column.is_null(places[i]) ? 0 : 1;
    bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | is_there << (i % 8));
  }
  return Bitmap{bits.data()};
}

}  // namespace

void GatheredRows::add_gathered(std::size_t place, const Field& field, const Column& column,
                                std::span<const std::uint32_t> places, BatchBuffer& batch) {
  if (memory_.size() <= place) memory_.resize(place + 1);
  Memory& memory = memory_[place];
  Column gathered = column;
  Field gathered_field = field;
  gathered.rows = places.size();
  gathered.is_valid = gathered_bits(column, places, memory.bits);
  gathered.parent_is_valid = {};
  gathered.first_bit = 0;
  if (const std::size_t width = width_of(column); width != 0) {
    if (memory.values.size() < width * places.size()) memory.values.resize(width * places.size());
    copy_rows(column, width, places, memory.values.data());
    gathered.values = memory.values.data();
    gathered.stride = static_cast<std::ptrdiff_t>(width);
  } else if (column.type == ColumnType::bits) {
    const Bitmap bits{reinterpret_cast<const std::uint8_t*>(column.values), column.first_bit};
    memory.values.resize(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) {
      memory.values[i] = static_cast<std::byte>(bits[places[i]] ? 1 : 0);
    }
    gathered.values = memory.values.data();
    gathered.stride = 1;
    gathered.type = gathered_field.type = ColumnType::boolean;
  } else {
    const auto rows = read_column(column, memory.reading);
    memory.texts.resize(places.size());
    for (std::size_t i = 0; i < places.size(); ++i) memory.texts[i] = rows.values[places[i]];
    gathered.values = reinterpret_cast<const std::byte*>(memory.texts.data());
    gathered.stride = sizeof(std::string_view);
    gathered.type = gathered_field.type = ColumnType::text_here;
  }
  batch.add(gathered_field, gathered);
}

Batch GatheredRows::gather(const Batch& batch, std::span<const std::uint32_t> places) {
  batch_.clear();
  for (std::size_t i = 0; i < batch.fields().size(); ++i) {
    add_gathered(i, batch.fields()[i], batch.column(i), places, batch_);
  }
  return batch_.batch(places.size());
}

bool has_nan(std::span<const double> values) noexcept {
  // By their bits: of NaN alone those beside the sign are above those of infinity. Compilers take
  // several numbers at a time so, of any instruction set, and comparisons of doubles one by one.
  constexpr std::uint64_t infinity = std::uint64_t{0x7ff} << 52;
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  std::uint64_t borrowed = 0;
  for (const double value : values) {
    borrowed |= infinity - (std::bit_cast<std::uint64_t>(value) & ~sign);
  }
  return (borrowed & sign) != 0;
}

bool are_all(std::span<const std::uint8_t> truths) noexcept {
  return truths.empty() || std::memchr(truths.data(), 0, truths.size()) == nullptr;
}

std::span<const std::uint32_t> places_of(std::span<const std::uint8_t> truths,
                                         std::vector<std::uint32_t>& places) {
  if (places.size() < truths.size()) places.resize(truths.size());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < truths.size(); ++i) {
    // Written in any case: a jump would be mispredicted where truths are scattered.
    places[kept] = static_cast<std::uint32_t>(i);
    kept += truths[i] != 0 ? 1 : 0;
  }
  return std::span<const std::uint32_t>(places).first(kept);
}

}  // namespace scrim
