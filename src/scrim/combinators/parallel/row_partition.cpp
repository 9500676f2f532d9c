#include "scrim/combinators/parallel/row_partition.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "scrim/columns/imputed_rows.hpp"
#include "scrim/columns/kept_cells.hpp"

namespace scrim {

namespace {

// So many rows of each key at a time, that what is done once for each group is little beside what
// is done for each row; but no less than are sorted within a cache, and no more than some 20 bytes
// for each cell of them may take.
constexpr std::size_t rows_for_each_key = 128;
constexpr std::size_t fewest_rows_put_aside = std::size_t{1} << 16;
constexpr std::size_t most_rows_put_aside = std::size_t{1} << 20;
constexpr std::size_t most_text_put_aside = std::size_t{1} << 24;

row_partition::Cells cells_of(const TableColumn& column, ColumnType type) {
  if (column.kind == RowKind::real) return row_partition::NumberCells<double>(type);
  if (column.kind == RowKind::text) return row_partition::TextCells(type);
  return row_partition::NumberCells<std::int64_t>(type);
}

}  // namespace

namespace row_partition {

void Presence::add(std::size_t cells, const Bitmap& is_valid, const Bitmap& parent_is_valid) {
  const bool may_be_missing = is_valid.bits != nullptr || parent_is_valid.bits != nullptr;
  if (may_be_missing && is_there_.empty()) is_there_.assign(size_, 1);
  if (may_be_missing) {
    for (std::size_t i = 0; i < cells; ++i) {
      is_there_.push_back(std::uint8_t{is_valid[i]} & std::uint8_t{parent_is_valid[i]});
    }
  } else if (!is_there_.empty()) {
    is_there_.resize(size_ + cells, 1);
  }
  size_ += cells;
}

void Presence::sort(std::span<const std::uint32_t> places) {
  if (is_there_.empty()) return;
  bits_.assign(size_ / 8 + 1, 0);
  for (std::size_t i = 0; i < size_; ++i) {
    bits_[places[i] / 8] |= static_cast<std::uint8_t>(is_there_[i] << (places[i] % 8));
  }
}

void Presence::clear() {
  size_ = 0;
  is_there_.clear();
}

Bitmap Presence::bitmap() const noexcept {
  return is_there_.empty() ? Bitmap{} : Bitmap{bits_.data()};
}

template <class T>
void NumberCells<T>::add(const Column& column) {
  const NullableRows<T> rows = read_column(column, buffer_);
  cells_.insert(cells_.end(), rows.values.begin(), rows.values.end());
  presence_.add(rows.size(), rows.is_valid, rows.parent_is_valid);
}

template <class T>
void NumberCells<T>::sort(std::span<const std::uint32_t> places) {
  if (sorted_.size() < cells_.size()) sorted_.resize(cells_.size());
  for (std::size_t i = 0; i < cells_.size(); ++i) sorted_[places[i]] = cells_[i];
  presence_.sort(places);
}

template <class T>
void NumberCells<T>::clear() {
  cells_.clear();
  presence_.clear();
}

template <class T>
Column NumberCells<T>::column() const {
  Column column;
  column.type = type_;
  column.rows = cells_.size();
  column.values = reinterpret_cast<const std::byte*>(sorted_.data());
  column.stride = sizeof(T);
  column.is_valid = presence_.bitmap();
  return column;
}

template class NumberCells<double>;
template class NumberCells<std::int64_t>;

void TextCells::add(const Column& column) {
  const NullableRows<std::string_view> rows = read_column(column, buffer_);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.rows_at(i) != 0) text_ += rows.values[i];
    ends_.push_back(static_cast<std::int64_t>(text_.size()));
  }
  presence_.add(rows.size(), rows.is_valid, rows.parent_is_valid);
}

void TextCells::sort(std::span<const std::uint32_t> places) {
  sorted_offsets_.assign(ends_.size() + 1, 0);
  std::int64_t begin = 0;
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    sorted_offsets_[places[i] + 1] = ends_[i] - begin;
    begin = ends_[i];
  }
  std::partial_sum(sorted_offsets_.begin(), sorted_offsets_.end(), sorted_offsets_.begin());
  sorted_text_.resize(text_.size());
  begin = 0;
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    std::memcpy(sorted_text_.data() + sorted_offsets_[places[i]], text_.data() + begin,
                static_cast<std::size_t>(ends_[i] - begin));
    begin = ends_[i];
  }
  presence_.sort(places);
}

void TextCells::clear() {
  text_.clear();
  ends_.clear();
  presence_.clear();
}

Column TextCells::column() const {
  Column column;
  column.type = type_;
  column.rows = ends_.size();
  column.values = reinterpret_cast<const std::byte*>(sorted_offsets_.data());
  column.stride = sizeof(std::int64_t);
  column.text = sorted_text_.data();
  column.text_size = static_cast<std::int64_t>(sorted_text_.size());
  column.is_valid = presence_.bitmap();
  return column;
}

}  // namespace row_partition

std::span<const std::uint32_t> GroupCodes::of(const Column& group) {
  const auto groups =
      imputed_rows(read_column(group, buffer_), row_of_unforeseen_null<std::int64_t>(), groups_);
  codes_.resize(groups.size());
  const std::uint32_t keys = keys_;  // at hand: what is written cannot change it
  // Halves of numbers are compared several at a time, whole ones one by one: few groups need them.
  std::uint64_t upper_halves = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const auto key = static_cast<std::uint64_t>(groups[i]);
    upper_halves |= key >> 32;
    codes_[i] = std::min(static_cast<std::uint32_t>(key), keys);
  }
  if (upper_halves == 0) return codes_;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    // A negative number becomes one far outside.
    const auto key = static_cast<std::uint64_t>(groups[i]);
    codes_[i] = static_cast<std::uint32_t>(std::min(key, std::uint64_t{keys}));
  }
  return codes_;
}

RowPartition::RowPartition(std::span<const TableColumn> columns, std::uint32_t keys)
    : keys_(keys),
      group_codes_(keys),
      enough_rows_(
          std::clamp(rows_for_each_key * keys, fewest_rows_put_aside, most_rows_put_aside)),
      ends_(std::size_t{keys} + 2) {
  for (const TableColumn& column : columns) {
    fields_.push_back(KeptCells(column).field(column.name));
    cells_.push_back(cells_of(column, fields_.back().type));
  }
}

void RowPartition::add(const Batch& block) {
  const auto codes = group_codes_.of(block.column(0));
  codes_.insert(codes_.end(), codes.begin(), codes.end());
  for (const std::uint32_t code : codes) ++ends_[code + 1];
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    std::visit([&](auto& cells) { cells.add(block.column(i + 1)); }, cells_[i]);
  }
}

bool RowPartition::is_full() const noexcept {
  if (codes_.size() >= enough_rows_) return true;
  std::size_t text = 0;
  for (const auto& each : cells_) {
    text += std::visit([](const auto& cells) { return cells.bytes_beside(); }, each);
  }
  return text >= most_text_put_aside;
}

Batch RowPartition::sort() {
  // It told how many rows the key before has; now, where those of a key begin. Each that is placed
  // moves it on, up to their end.
  std::partial_sum(ends_.begin(), ends_.end(), ends_.begin());
  places_.resize(codes_.size());
  for (std::size_t i = 0; i < codes_.size(); ++i) places_[i] = ends_[codes_[i]]++;
  columns_.clear();
  for (auto& each : cells_) {
    std::visit(
        [&](auto& cells) {
          cells.sort(places_);
          columns_.push_back(cells.column());
        },
        each);
  }
  return Batch(fields_, columns_, codes_.size());
}

void RowPartition::clear() {
  codes_.clear();
  std::ranges::fill(ends_, 0);
  for (auto& each : cells_) std::visit([](auto& cells) { cells.clear(); }, each);
}

}  // namespace scrim
