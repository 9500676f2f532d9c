// What the cells of a column are, and what an expression gives for each row.
#pragma once

#include <string_view>

#include "scrim/columns/batch.hpp"

namespace scrim {

enum class RowKind {
  truth,    ///< a condition
  integer,  ///< int64; what exceeds it is moved to the end of its range
  real,     ///< double
  text,     ///< texts are compared and chosen from, not made
  date,     ///< int64: days since 1970-01-01
  time,     ///< int64: microseconds since 1970-01-01, UTC
};

/// As in "a column of ...": truths, integers, numbers, texts, dates, times.
[[nodiscard]] std::string_view name(RowKind kind) noexcept;

/// Whether the rows of a column can be read as cells of the kind: reals by read_column<double>,
/// texts by read_column<std::string_view>, all others by read_column<std::int64_t>. Integers are
/// numbers, and as truths they hold unless they are 0; dates and times are only what they are.
[[nodiscard]] bool reads_as(RowKind kind, const Field& field) noexcept;

}  // namespace scrim
