// Which columns of an Arrow batch are read, and as what, by the schema alone.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "scrim/columns/arrow/arrow_abi.hpp"
#include "scrim/columns/arrow/arrow_type.hpp"
#include "scrim/columns/batch.hpp"

namespace scrim {

/// Where and how a column lies in the arrays of its schema.
struct ArrowPlace {
  ArrowType type;  ///< of the values, or of the indices of a dictionary
  std::optional<ArrowType> dictionary_type = std::nullopt;
  std::size_t child = 0;  ///< its number among the fields of a struct
};

/// What a schema says of the columns that are read, before any row is.
struct ArrowFields {
  std::vector<Field> fields = {};
  std::vector<ArrowPlace> places = {};                  ///< of the fields, in their order
  std::optional<std::int64_t> children = std::nullopt;  ///< none: the array is itself the column
};

/// Whether the schema is that of a batch: a struct with a field for each column.
[[nodiscard]] bool is_batch(const ArrowSchema& schema);

/// All columns of a batch, or the one column that an array is.
/// Postcondition: throws wrong_type, with the name of the type, if one cannot be read.
[[nodiscard]] ArrowFields fields_of(const ArrowSchema& schema);

/// The columns of these names, in this order; others may be of any type.
/// Postcondition: throws mismatch unless the schema is a batch's and has each of the names once,
///   and wrong_type as above.
[[nodiscard]] ArrowFields fields_of(const ArrowSchema& schema,
                                    const std::vector<std::string>& names);

}  // namespace scrim
