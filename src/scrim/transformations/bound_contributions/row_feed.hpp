// Packed rows, fed to an accumulation as batches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/columns/bitmap.hpp"
#include "scrim/columns/text_dictionary.hpp"
#include "scrim/core/accumulation_state.hpp"
#include "scrim/spaces/bounds.hpp"
#include "scrim/transformations/bound_contributions/row_layout.hpp"
#include "scrim/transformations/bound_contributions/text_codes.hpp"

namespace scrim::bounding {

/// Makes batches of at most block_rows rows: the group, if there is one, and the values. Totals are
/// moved between the bounds. Texts come behind a dictionary.
class RowFeed {
 public:
  /// Precondition (caller): `codes` is kept, and does not change before finish().
  RowFeed(const RowLayout& layout, Bounds<std::int64_t> totals, const TextCodes& codes,
          AccumulationState<Batch>& inner);

  /// Precondition (caller): the row is kept until finish().
  void put(const std::uint64_t* row);
  /// Feeds what is left.
  void finish();

 private:
  struct Cells {
    std::vector<double> reals;
    std::vector<std::int64_t> integers;
    std::vector<std::uint32_t> codes;
    std::vector<std::uint8_t> is_there;  // bits
  };

  [[nodiscard]] Column column_of(const PackedCell& cell, Cells& cells) const;

  const RowLayout& layout_;
  Bounds<std::int64_t> totals_;
  AccumulationState<Batch>& inner_;
  std::optional<TextDictionary> dictionary_;
  std::vector<PackedCell> output_;
  std::vector<Field> fields_;
  std::vector<Cells> cells_;
  std::vector<Column> columns_;
  std::vector<const std::uint64_t*> rows_;
};

}  // namespace scrim::bounding
