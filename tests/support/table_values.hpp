// Tables as lists of cells, for tests: what rows are the same is what cells are equal.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/columns/read_column.hpp"
#include "scrim/columns/table_rows.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"

namespace scrim::test {

/// Nothing if it is missing.
using TableCell = std::variant<std::monostate, std::int64_t, double, std::string>;
using TableRow = std::vector<TableCell>;
using TableValues = std::vector<TableRow>;

inline const TableCell missing_cell{};
[[nodiscard]] inline TableCell cell(int number) { return std::int64_t{number}; }
[[nodiscard]] inline TableCell cell(std::int64_t number) { return number; }
[[nodiscard]] inline TableCell cell(double number) { return number; }
[[nodiscard]] inline TableCell cell(const char* text) { return std::string(text); }

/// The cell that all that are the same have in common.
[[nodiscard]] inline TableCell canonical(const TableCell& cell) {
  if (const auto* number = std::get_if<double>(&cell)) {
    if (std::isnan(*number)) return {};
    if (*number == 0) return 0.0;
  }
  return cell;
}
[[nodiscard]] inline TableRow canonical(TableRow row) {
  for (TableCell& each : row) each = canonical(each);
  return row;
}

/// The table in memory of its own.
[[nodiscard]] inline TableRows rows_of(std::span<const TableColumn> columns,
                                       const TableValues& values) {
  TableRows rows(columns);
  for (const TableRow& row : values) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      auto& cells = rows.cells(i);
      std::visit(
          [&]<class T>(const T& value) {
            if constexpr (std::same_as<T, std::monostate>) {
              cells.append_missing();
            } else if constexpr (std::same_as<T, std::string>) {
              cells.append(std::string_view(value));
            } else {
              cells.append(value);
            }
          },
          row[i]);
    }
    rows.add_row();
  }
  return rows;
}

/// The cells of a batch of at most block_rows rows.
[[nodiscard]] inline TableValues values_of(const Batch& batch,
                                           std::span<const TableColumn> columns) {
  TableValues values(batch.size(), TableRow(columns.size()));
  const auto read = [&]<class T>(std::size_t column, ColumnBuffer<T> buffer) {
    const auto cells = read_column(batch.column(column), buffer);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      if (cells.rows_at(i) == 0) continue;
      if constexpr (std::same_as<T, std::string_view>) {
        values[i][column] = std::string(cells.values[i]);
      } else {
        values[i][column] = cells.values[i];
      }
    }
  };
  for (std::size_t i = 0; i < columns.size() && batch.size() > 0; ++i) {
    if (columns[i].kind == RowKind::real) {
      read(i, ColumnBuffer<double>());
    } else if (columns[i].kind == RowKind::text) {
      read(i, ColumnBuffer<std::string_view>());
    } else {
      read(i, ColumnBuffer<std::int64_t>());
    }
  }
  return values;
}

/// An accumulator: how often each row came.
class RowMultiset {
 public:
  explicit RowMultiset(std::span<const TableColumn> columns)
      : columns_(columns.begin(), columns.end()) {}

  void update(const Batch& block) {
    for (TableRow& row : values_of(block, columns_)) ++counts_[canonical(std::move(row))];
    largest_block_ = std::max(largest_block_, block.size());
  }
  void merge(const RowMultiset& other) {
    for (const auto& [row, count] : other.counts_) counts_[row] += count;
  }
  [[nodiscard]] static Identity identity() { return Identity("row multiset of tests"); }
  void save(StateWriter& writer) const {
    writer.write_length(counts_.size());
    for (const auto& [row, count] : counts_) {
      for (const TableCell& each : row) {
        writer.write(std::uint64_t{each.index()});
        if (const auto* number = std::get_if<std::int64_t>(&each)) {
          writer.write(static_cast<std::uint64_t>(*number));
        } else if (const auto* real = std::get_if<double>(&each)) {
          writer.write(std::bit_cast<std::uint64_t>(*real));
        } else if (const auto* text = std::get_if<std::string>(&each)) {
          writer.write_text(*text);
        }
      }
      writer.write(count);
    }
  }
  void load(StateReader& reader) {
    const std::size_t size = reader.read_length(8);
    for (std::size_t i = 0; i < size; ++i) {
      TableRow row;
      for (std::size_t column = 0; column < columns_.size(); ++column) {
        switch (reader.read()) {
          case 1:
            row.emplace_back(static_cast<std::int64_t>(reader.read()));
            break;
          case 2:
            row.emplace_back(std::bit_cast<double>(reader.read()));
            break;
          case 3:
            row.emplace_back(std::string(reader.read_text()));
            break;
          default:
            row.emplace_back();
        }
      }
      counts_[row] += reader.read();
    }
  }

  /// All rows, sorted.
  [[nodiscard]] TableValues finish() const {
    TableValues rows;
    for (const auto& [row, count] : counts_) rows.insert(rows.end(), count, row);
    return rows;
  }
  [[nodiscard]] std::size_t largest_block() const noexcept { return largest_block_; }

 private:
  std::vector<TableColumn> columns_;
  std::map<TableRow, std::uint64_t> counts_;
  std::size_t largest_block_ = 0;
};

}  // namespace scrim::test
