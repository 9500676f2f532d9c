#include "scrim/columns/table_rows.hpp"

#include <numeric>

#include "scrim/columns/block.hpp"

namespace scrim {

TableRows::TableRows(std::span<const TableColumn> columns) {
  for (const TableColumn& column : columns) {
    cells_.emplace_back(column);
    fields_.push_back(cells_.back().field(column.name));
  }
}

void TableRows::clear() {
  for (KeptCells& column : cells_) column.clear();
  size_ = 0;
}

void TableRows::append(const Batch& batch, std::span<const std::uint32_t> rows) {
  for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i].append(batch.column(i), rows);
  size_ += rows.size();
}

void TableRows::append(const Batch& batch) {
  std::vector<std::uint32_t> all;
  for_each_block(batch, [&](const Batch& block) {
    all.resize(block.size());
    std::iota(all.begin(), all.end(), std::uint32_t{0});
    append(block, all);
  });
}

Batch TableRows::batch() {
  columns_.clear();
  for (const KeptCells& column : cells_) columns_.push_back(column.column());
  return Batch(fields_, columns_, size_);
}

}  // namespace scrim
