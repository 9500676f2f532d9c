#include "scrim/columns/refuse_times.hpp"

namespace scrim {

std::string refusal_of_times(std::string_view what, std::string_view bits, std::string_view unit,
                             std::string_view since) {
  return "a column of " + std::string(what) +
         " is no column of numbers; cast it to integers, which are " + std::string(unit) +
         std::string(since) + ": column.cast(pyarrow.int" + std::string(bits) +
         "()), or .astype(\"int64\") in pandas and .cast(polars.Int64) in Polars";
}

std::optional<std::string> refusal_of_times(ColumnType type) {
  const auto refusal = [&](std::string_view bits, std::string_view unit, std::string_view since) {
    return refusal_of_times(name(type), bits, unit, since);
  };
  constexpr std::string_view since = " since 1970";
  constexpr std::string_view since_utc = " since 1970 (UTC)";
  switch (type) {
    case ColumnType::date_days32:
      return refusal("32", "days", since);
    case ColumnType::date_days64:
      return refusal("64", "days", since);
    case ColumnType::date_milliseconds:
      return refusal("64", "milliseconds", since);
    case ColumnType::time_seconds:
      return refusal("64", "seconds", since_utc);
    case ColumnType::time_milliseconds:
      return refusal("64", "milliseconds", since_utc);
    case ColumnType::time_microseconds:
      return refusal("64", "microseconds", since_utc);
    case ColumnType::time_nanoseconds:
      return refusal("64", "nanoseconds", since_utc);
    default:
      return std::nullopt;
  }
}

}  // namespace scrim
