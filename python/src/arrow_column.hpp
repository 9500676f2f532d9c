// From Arrow arrays to columns, without copying.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "arrow_abi.hpp"
#include "arrow_type.hpp"
#include "scrim/columns/column.hpp"

namespace scrim::python {

/// What a schema says of its one column, before any row is read.
struct ArrowField {
  ArrowType type;  ///< of the values, or of the indices of a dictionary
  std::optional<ArrowType> dictionary_type;
  bool is_in_struct;  ///< the column is the one field of a table
  bool is_nullable;
};

/// Throws TypeError, with the name of the type, if the schema is no column (or table of one column)
/// of a type that can be read.
[[nodiscard]] ArrowField field_of(const ArrowSchema& schema);

/// The rows of one array. `dictionary` holds the entries that the column refers to.
/// Postcondition: throws InputError if the array does not have the form that its schema promises.
[[nodiscard]] Column column_of(const ArrowArray& array, const ArrowField& field,
                               std::vector<std::string_view>& dictionary);

}  // namespace scrim::python
