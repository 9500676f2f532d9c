#include "scrim/transformations/lookup/key_rows.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "scrim/errors/error.hpp"

namespace scrim::lookup {

KeyValues::KeyValues(const PublicCells& cells) {
  if (const auto* integers = std::get_if<std::vector<std::int64_t>>(&cells)) {
    find_integers(*integers);
  } else {
    find_texts(std::get<std::vector<std::string>>(cells));
  }
}

void KeyValues::find_integers(const std::vector<std::int64_t>& cells) {
  Sparse sparse;
  std::vector<std::int64_t> values;
  for (const std::int64_t cell : cells) {
    const auto [found, is_new] =
        sparse.try_emplace(cell, static_cast<std::uint32_t>(values.size()));
    if (is_new) values.push_back(cell);
    of_table_.push_back(found->second);
  }
  size_ = static_cast<std::uint32_t>(values.size());
  if (!values.empty()) {
    if (auto dense = DensePositions<std::int64_t>::of(values)) {
      positions_ = std::move(*dense);
      return;
    }
  }
  positions_ = std::move(sparse);
}

void KeyValues::find_texts(const std::vector<std::string>& cells) {
  std::unordered_map<std::string, std::uint32_t> found_at;
  std::vector<std::string> values;
  for (const std::string& cell : cells) {
    const auto [found, is_new] =
        found_at.try_emplace(cell, static_cast<std::uint32_t>(values.size()));
    if (is_new) values.push_back(cell);
    of_table_.push_back(found->second);
  }
  size_ = static_cast<std::uint32_t>(values.size());
  positions_ = TextPositions(values);
}

std::span<const std::uint32_t> KeyValues::of_rows(const Column& column, Buffer& buffer) const {
  auto& positions = buffer.positions;
  if (positions.size() < column.rows) positions.resize(column.rows);
  const auto out = std::span(positions).first(column.rows);
  const std::uint32_t none = size_;  // at hand: what is written cannot change it
  const auto leave_out_nulls = [out, none](const auto& rows) {
    if (!rows.may_hold_nulls()) return;
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = rows.rows_at(i) != 0 ? out[i] : none;
  };
  if (const auto* texts = std::get_if<TextPositions>(&positions_)) {
    const auto rows = read_column(column, buffer.texts);
    if (const TextDictionary* dictionary = rows.values.dictionary()) {
      std::uint32_t* place = out.data();
      buffer.dictionary.for_each(rows.values.codes(), *dictionary, *texts, none,
                                 [&](std::uint32_t position) { *place++ = position; });
    } else {
      for (std::size_t i = 0; i < out.size(); ++i) {
        out[i] = std::min(texts->position_of(rows.values[i]), none);
      }
    }
    leave_out_nulls(rows);
    return out;
  }
  const auto rows = read_column(column, buffer.integers);
  if (const auto* dense = std::get_if<DensePositions<std::int64_t>>(&positions_)) {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = dense->position_of(rows.values[i]);
    }
  } else {
    const auto& sparse = std::get<Sparse>(positions_);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const auto found = sparse.find(rows.values[i]);
      out[i] = found == sparse.end() ? none : found->second;
    }
  }
  leave_out_nulls(rows);
  return out;
}

KeyRows::Step::Step(std::span<const std::uint32_t> before, std::uint32_t count_before,
                    const KeyValues& key)
    : width_(std::uint64_t{key.size()} + 1) {
  constexpr std::uint64_t longest = 1U << 20;
  // One place more on both sides, for what is not in the table.
  const std::uint64_t places = (std::uint64_t{count_before} + 1) * width_;
  const auto positions = key.of_table();
  for (std::size_t i = 0; i < before.size(); ++i) {
    const auto [found, is_new] = sparse_.try_emplace(before[i] * width_ + positions[i], count_);
    if (is_new) ++count_;
    of_table_.push_back(found->second);
  }
  if (places > longest) return;
  dense_.assign(static_cast<std::size_t>(places), count_);
  for (const auto& [place, number] : sparse_) dense_[static_cast<std::size_t>(place)] = number;
}

std::uint32_t KeyRows::Step::find(std::uint32_t before, std::uint32_t position) const noexcept {
  const std::uint64_t place = before * width_ + position;
  if (!dense_.empty()) return dense_[static_cast<std::size_t>(place)];
  const auto found = sparse_.find(place);
  return found == sparse_.end() ? count_ : found->second;
}

KeyRows::KeyRows(std::span<const PublicCells* const> keys) {
  for (const PublicCells* cells : keys) keys_.emplace_back(*cells);
  std::span<const std::uint32_t> of_table = keys_.front().of_table();
  std::uint32_t count = keys_.front().size();
  steps_.reserve(keys_.size());  // the spans look into them
  for (std::size_t i = 1; i < keys_.size(); ++i) {
    steps_.emplace_back(of_table, count, keys_[i]);
    of_table = steps_.back().of_table();
    count = steps_.back().count();
  }
  none_ = static_cast<std::uint32_t>(of_table.size());
  if (count != none_) {
    fail(ErrorKind::invalid_argument,
         "make_lookup: two rows of the public table have the same keys; each row of the data must "
         "find one at most");
  }
  // What is counted as it is met, and met once, has the number of its row.
}

std::span<const std::uint32_t> KeyRows::of_rows(const Batch& block,
                                                std::span<const std::size_t> places,
                                                Buffer& buffer) const {
  buffer.keys.resize(keys_.size());
  if (keys_.size() == 1) {
    return keys_.front().of_rows(block.column(places.front()), buffer.keys.front());
  }
  if (buffer.rows.size() < block.size()) buffer.rows.resize(block.size());
  const auto rows = std::span(buffer.rows).first(block.size());
  std::ranges::copy(keys_.front().of_rows(block.column(places.front()), buffer.keys.front()),
                    rows.begin());
  for (std::size_t k = 1; k < keys_.size(); ++k) {
    const auto positions = keys_[k].of_rows(block.column(places[k]), buffer.keys[k]);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i] = steps_[k - 1].find(rows[i], positions[i]);
    }
  }
  return rows;
}

}  // namespace scrim::lookup
