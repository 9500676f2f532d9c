#include "scrim/columns/arrow/arrow_type.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

#include "scrim/columns/refuse_times.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

struct PlainType {
  std::string_view format;
  ArrowType type;
};

constexpr std::array plain_types = {
    PlainType{"b", {ColumnType::bits, 0}},
    PlainType{"c", {ColumnType::int8, 1}},
    PlainType{"s", {ColumnType::int16, 2}},
    PlainType{"i", {ColumnType::int32, 4}},
    PlainType{"l", {ColumnType::int64, 8}},
    PlainType{"C", {ColumnType::uint8, 1}},
    PlainType{"S", {ColumnType::uint16, 2}},
    PlainType{"I", {ColumnType::uint32, 4}},
    PlainType{"L", {ColumnType::uint64, 8}},
    PlainType{"f", {ColumnType::float32, 4}},
    PlainType{"g", {ColumnType::float64, 8}},
    PlainType{"u", {ColumnType::text32, 4}},
    PlainType{"U", {ColumnType::text64, 8}},
    PlainType{"vu", {ColumnType::text_view, 16}},
    PlainType{"tdD", {ColumnType::date_days32, 4}},
    PlainType{"tdm", {ColumnType::date_milliseconds, 8}},
};

std::optional<ColumnType> decimal_type(std::int32_t bits) {
  switch (bits) {
    case 32:
      return ColumnType::decimal32;
    case 64:
      return ColumnType::decimal64;
    case 128:
      return ColumnType::decimal128;
    case 256:
      return ColumnType::decimal256;
    default:
      return std::nullopt;
  }
}

/// Takes a number, and the comma behind it, off the front of `text`.
std::optional<std::int32_t> take_number(std::string_view& text) {
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  if (text.starts_with(',')) text.remove_prefix(1);
  return number;
}

/// "d:precision,scale" of 128 bits, or "d:precision,scale,bits".
std::optional<ArrowType> decimal(std::string_view format) {
  if (!format.starts_with("d:")) return std::nullopt;
  format.remove_prefix(2);
  const auto precision = take_number(format);
  const auto scale = take_number(format);
  const auto bits = format.empty() ? std::optional(128) : take_number(format);
  if (!precision || !scale || !bits || !format.empty()) return std::nullopt;
  const auto type = decimal_type(*bits);
  return type ? std::optional(ArrowType{*type, *bits / 8, *scale}) : std::nullopt;
}

std::string_view unit_of(char letter) {
  switch (letter) {
    case 's':
      return "seconds";
    case 'm':
      return "milliseconds";
    case 'u':
      return "microseconds";
    default:
      return "nanoseconds";
  }
}

/// Timestamps say their zone behind a colon. It is how they are shown: they count from 1970, UTC.
std::optional<ArrowType> timestamps(std::string_view format) {
  if (format.size() < 4 || !format.starts_with("ts") || format[3] != ':') return std::nullopt;
  switch (format[2]) {
    case 's':
      return ArrowType{ColumnType::time_seconds, 8};
    case 'm':
      return ArrowType{ColumnType::time_milliseconds, 8};
    case 'u':
      return ArrowType{ColumnType::time_microseconds, 8};
    case 'n':
      return ArrowType{ColumnType::time_nanoseconds, 8};
    default:
      return std::nullopt;
  }
}

/// What to write for types that are near to one that can be read; nothing for others.
std::optional<std::string> advice_on(std::string_view format) {
  if (format == "n") {
    return "a column of nulls has no type that says what its rows would be; cast it to that type: "
           "column.cast(pyarrow.float64()), or of Polars column.cast(polars.Float64)";
  }
  if (format == "_pli128" || format == "_plu128") {
    return "integers of 128 bits cannot be read; cast the column to smaller ones, "
           "column.cast(polars.Int64), or to floats, column.cast(polars.Float64)";
  }
  if (format.size() < 3) return std::nullopt;
  const std::string_view kind = format.substr(0, 2);
  const char unit = format[2];
  if (kind == "tt") {
    const bool is_short = unit == 's' || unit == 'm';
    return refusal_of_times("times of day", is_short ? "32" : "64", unit_of(unit),
                            " since midnight");
  }
  if (kind == "tD") return refusal_of_times("durations", "64", unit_of(unit), "");
  if (kind == "ti") {
    return "a column of intervals of the calendar is no column of numbers; compute the number that "
           "you mean from it, such as its days";
  }
  return std::nullopt;
}

}  // namespace

ArrowType type_of(const ArrowSchema& schema) {
  const std::string_view format(schema.format);
  for (const PlainType& plain : plain_types) {
    if (plain.format == format) return plain.type;
  }
  if (const auto type = decimal(format)) return *type;
  if (const auto type = timestamps(format)) return *type;
  // What follows the colon, such as a width, may have been inferred from rows.
  const std::string_view kind = format.substr(0, format.find(':'));
  fail(ErrorKind::wrong_type,
       advice_on(format).value_or("columns of the Arrow type \"" + std::string(kind) +
                                  "\" cannot be read; cast the column to a number, a boolean "
                                  "or a text"));
}

}  // namespace scrim
