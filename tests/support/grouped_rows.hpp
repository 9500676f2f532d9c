// Rows of a small grouped table, with the memory in which a batch shows them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <ostream>
#include <vector>

#include "lab/law_alphabets.hpp"
#include "scrim/columns/table_rows.hpp"
#include "scrim/spaces/table_domain.hpp"
#include "support/block_memory.hpp"

namespace scrim::test {

/// A group and an integer.
struct GroupedRow {
  std::int64_t group = 0;
  std::int64_t value = 0;

  friend bool operator==(const GroupedRow&, const GroupedRow&) = default;
  friend std::ostream& operator<<(std::ostream& out, const GroupedRow& row) {
    return out << "(" << row.group << ": " << row.value << ")";
  }
};

/// What such a row has beside its group.
[[nodiscard]] inline TableDomain values_table() {
  return TableDomain({{"value", RowKind::integer, false}});
}
[[nodiscard]] inline GroupedTableDomain grouped_values_table() {
  return {{"group", RowKind::integer, false}, values_table()};
}

template <>
class BlockMemory<GroupedRow> {
 public:
  explicit BlockMemory(const std::vector<GroupedRow>& rows)
      : rows_(grouped_values_table().all_columns().columns()) {
    for (const GroupedRow& row : rows) {
      rows_.cells(0).append(row.group);
      rows_.cells(1).append(row.value);
      rows_.add_row();
    }
    batch_ = rows_.batch();
  }
  BlockMemory(const BlockMemory&) = delete;
  BlockMemory& operator=(const BlockMemory&) = delete;

  [[nodiscard]] Batch block() const { return *batch_; }

 private:
  TableRows rows_;
  std::optional<Batch> batch_;
};

/// Groups inside and outside of three keys.
template <>
[[nodiscard]] inline Alphabet<GroupedRow> edge_alphabet<GroupedRow>() {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  return {{{0, 1}, {0, 7}, {1, 1}, {2, -1}, {3, 1}, {-1, 1}, {least, 2}},
          {{0, 1}, {1, 7}, {2, 1}, {3, 5}}};
}

}  // namespace scrim::test
