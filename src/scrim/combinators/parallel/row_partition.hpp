// Rows of a grouped table, put aside until each group can be handed its own together.
//
// Proof: make_parallel.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/columns/column.hpp"
#include "scrim/columns/nullable_rows.hpp"
#include "scrim/columns/read_column.hpp"
#include "scrim/columns/table_column.hpp"

namespace scrim {

namespace row_partition {

/// Which of some cells are there, as a byte each and, once sorted, as a bit each.
class Presence {
 public:
  /// Of so many cells, all of which are there unless `is_valid` and `parent_is_valid` say
  /// otherwise.
  void add(std::size_t cells, const Bitmap& is_valid, const Bitmap& parent_is_valid);
  void sort(std::span<const std::uint32_t> places);
  void clear();
  /// Of sorted cells; none if all are there.
  [[nodiscard]] Bitmap bitmap() const noexcept;

 private:
  std::size_t size_ = 0;
  std::vector<std::uint8_t> is_there_;  // empty as long as all are
  std::vector<std::uint8_t> bits_;
};

/// Cells of one column, as they come and then in the order of groups. T is double or std::int64_t.
template <class T>
class NumberCells {
 public:
  explicit NumberCells(ColumnType type) : type_(type) {}

  void add(const Column& column);
  /// Row i goes to places[i].
  void sort(std::span<const std::uint32_t> places);
  void clear();
  /// The sorted cells, where they lie until something is added.
  [[nodiscard]] Column column() const;
  /// That lie outside cells of a fixed width.
  [[nodiscard]] static std::size_t bytes_beside() noexcept { return 0; }

 private:
  ColumnType type_;
  std::vector<T> cells_;
  std::vector<T> sorted_;
  Presence presence_;
  ColumnBuffer<T> buffer_;
};

/// The same for texts, whose bytes are kept here.
class TextCells {
 public:
  explicit TextCells(ColumnType type) : type_(type) {}

  void add(const Column& column);
  void sort(std::span<const std::uint32_t> places);
  void clear();
  [[nodiscard]] Column column() const;
  [[nodiscard]] std::size_t bytes_beside() const noexcept { return text_.size(); }

 private:
  ColumnType type_;
  std::string text_;
  std::vector<std::int64_t> ends_;
  std::string sorted_text_;
  std::vector<std::int64_t> sorted_offsets_;
  Presence presence_;
  ColumnBuffer<std::string_view> buffer_;
};

using Cells = std::variant<NumberCells<double>, NumberCells<std::int64_t>, TextCells>;

}  // namespace row_partition

/// Which of some public keys the rows of a grouped table have.
class GroupCodes {
 public:
  explicit GroupCodes(std::uint32_t keys) : keys_(keys) {}

  /// For each row its key, or the number of keys if its group is none of them. They lie here until
  /// the next call.
  /// Precondition (caller): the column holds integers, at most block_rows.
  [[nodiscard]] std::span<const std::uint32_t> of(const Column& group);

 private:
  std::uint32_t keys_;
  ColumnBuffer<std::int64_t> buffer_;
  std::vector<std::int64_t> groups_;
  std::vector<std::uint32_t> codes_;
};

/// Takes rows of a grouped table in any order, and gives them back group by group, in the order in
/// which they came: a fold is quick on blocks, not on single rows. Every cell is given as it was
/// read: its value in the type that its column is read in, and whether it is there.
class RowPartition {
 public:
  /// `columns` are those behind the group.
  /// Precondition (caller): keys < 2^32 - 1.
  RowPartition(std::span<const TableColumn> columns, std::uint32_t keys);

  /// Precondition (caller): the first column of the block is the group, the others are `columns`;
  ///   it has at most block_rows rows.
  void add(const Batch& block);

  /// Whether enough rows are here to make handing them out worth it.
  [[nodiscard]] bool is_full() const noexcept;

  /// Calls use(key, rows) for each key of [0, keys) that has rows here, in their order. Rows of
  /// other groups are left out. Then there are none here.
  template <class Use>
  void hand_out(Use&& use) {
    if (codes_.empty()) return;
    const Batch rows = sort();
    std::uint32_t begin = 0;
    for (std::uint32_t key = 0; key < keys_; ++key) {
      const std::uint32_t end = ends_[key];
      if (begin != end) use(key, rows.subspan(begin, end - begin));
      begin = end;
    }
    clear();
  }

 private:
  /// All rows in the order of their keys, those of none behind all others; ends_ tells where those
  /// of each key end.
  [[nodiscard]] Batch sort();
  void clear();

  std::uint32_t keys_;
  GroupCodes group_codes_;
  std::size_t enough_rows_;
  std::vector<std::uint32_t> codes_;  // keys of the rows; keys_ if it is none
  std::vector<std::uint32_t> ends_;
  std::vector<std::uint32_t> places_;
  std::vector<row_partition::Cells> cells_;
  std::vector<Field> fields_;
  std::vector<Column> columns_;  // of the last sort()
};

}  // namespace scrim
