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
#include "scrim/transformations/bound_contributions/bounding_plan.hpp"
#include "scrim/transformations/bound_contributions/row_layout.hpp"
#include "scrim/transformations/bound_contributions/text_codes.hpp"

namespace scrim::bounding {

/// Makes batches of at most block_rows rows: the group, if there is one, and the values, or what
/// each row weighs. Totals are moved between the bounds. Texts come behind a dictionary.
class RowFeed {
 public:
  /// Precondition (caller): the plan and `codes` are kept, and `codes` does not change before
  ///   finish().
  RowFeed(const BoundingPlan& plan, const TextCodes& codes, AccumulationState<Batch>& inner);

  /// A row of a person of whom so many are put in all, which says what each weighs.
  /// Precondition (caller): the row is kept until finish(); where rows are weighed, rows_of_person
  ///   is that number; else it is of no account.
  void put(const std::uint64_t* row, std::uint64_t rows_of_person = 1);
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
  [[nodiscard]] Column column_of_weights() const;

  const BoundingPlan& plan_;
  AccumulationState<Batch>& inner_;
  std::optional<TextDictionary> dictionary_;
  std::vector<PackedCell> output_;
  std::vector<Field> fields_;
  std::vector<Cells> cells_;
  std::vector<Column> columns_;
  std::vector<const std::uint64_t*> rows_;
  std::vector<std::int64_t> weights_;  // of the rows, if they are weighed
};

}  // namespace scrim::bounding
