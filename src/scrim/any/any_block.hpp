// Rows whose type is known only at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "scrim/any/any_value.hpp"
#include "scrim/columns/batch.hpp"
#include "scrim/columns/block.hpp"
#include "scrim/columns/column.hpp"
#include "scrim/columns/nullable_rows.hpp"
#include "scrim/columns/text_rows.hpp"

namespace scrim {

namespace any {

using Blocks = std::variant<Column, std::span<const double>, std::span<const std::int64_t>,
                            std::span<const std::uint64_t>, TextRows, NullableRows<double>,
                            NullableRows<std::int64_t>, NullableRows<std::uint64_t>,
                            NullableRows<std::string_view>, Batch>;

}  // namespace any

/// A column as it lies in memory, or rows that were brought into their type, with or without nulls;
/// or several columns.
struct AnyBlock : any::Blocks {
  using variant::variant;

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] AnyBlock subspan(std::size_t first, std::size_t count) const;
};

/// The table that the block is of; null if it is of none.
[[nodiscard]] inline const Batch* table_of(const AnyBlock& block) {
  return std::get_if<Batch>(&block);
}

/// The rows of a vector.
/// Precondition (caller): the value is a vector of numbers.
[[nodiscard]] AnyBlock block_of(const AnyValue& vector);

/// Puts the rows of a block behind those of a vector of their type, of which there is none yet if
/// the value is no vector.
/// Precondition (caller): the block holds numbers, none of which can be null.
void append_rows(AnyValue& vector, const AnyBlock& block);

}  // namespace scrim
