// What the type of an Arrow column is to this library, by the schema alone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "scrim/columns/arrow/arrow_abi.hpp"
#include "scrim/columns/column.hpp"

namespace scrim {

struct ArrowType {
  ColumnType type;
  std::ptrdiff_t stride;   ///< bytes from one row to the next; 0 for bits
  std::int32_t scale = 0;  ///< of decimals
};

/// Throws wrong_type, which names the type and says what to write instead, unless columns of it can
/// be read.
[[nodiscard]] ArrowType type_of(const ArrowSchema& schema);

}  // namespace scrim
