// What the type of an Arrow column is to this library, by the schema alone.
#pragma once

#include <cstddef>
#include <cstdint>

#include "arrow_abi.hpp"
#include "scrim/columns/column.hpp"

namespace scrim::python {

struct ArrowType {
  ColumnType type;
  std::int32_t scale = 0;  ///< of decimals
};

/// Throws TypeError, which names the type and says what to write instead, unless columns of it can
/// be read.
[[nodiscard]] ArrowType type_of(const ArrowSchema& schema);

/// Bytes from one row to the next; 0 for bits.
[[nodiscard]] std::ptrdiff_t stride_of(ColumnType type);

[[nodiscard]] bool is_text(ColumnType type);

}  // namespace scrim::python
