// The accumulator of counts by group.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/columns/imputed_rows.hpp"
#include "scrim/columns/read_column.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/spaces/keyed_counts.hpp"
#include "scrim/transformations/count_by_key/key_counts.hpp"

namespace scrim {

/// Reads tables whose first column is the group, and gives how often each occurs.
template <Key K>
class GroupCounts {
 public:
  using Row = std::conditional_t<std::same_as<K, std::string>, std::string_view, K>;

  /// Precondition (caller): the block has at most block_rows rows.
  void update(const Batch& block) {
    counts_.update(
        imputed_rows(read_column(block.column(0), buffer_), row_of_unforeseen_null<Row>(), rows_));
  }
  void merge(const GroupCounts& other) { counts_.merge(other.counts_); }
  [[nodiscard]] Identity identity() const { return Identity("of groups") + counts_.identity(); }
  void save(StateWriter& writer) const { counts_.save(writer); }
  void load(StateReader& reader) { counts_.load(reader); }
  [[nodiscard]] KeyedCounts<K> finish() const { return counts_.finish(); }

 private:
  KeyCounts<Row> counts_;
  ColumnBuffer<Row> buffer_;
  std::vector<Row> rows_;
};

}  // namespace scrim
