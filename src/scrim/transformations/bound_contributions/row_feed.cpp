#include "scrim/transformations/bound_contributions/row_feed.hpp"

#include <algorithm>
#include <string_view>

#include "scrim/columns/block.hpp"
#include "scrim/spaces/person_weight_distance.hpp"
#include "scrim/transformations/bound_contributions/packed_words.hpp"

namespace scrim::bounding {

namespace {

ColumnType type_of(CellForm form) {
  if (form == CellForm::real) return ColumnType::float64;
  return form == CellForm::text ? ColumnType::uint32 : ColumnType::int64;
}

}  // namespace

RowFeed::RowFeed(const BoundingPlan& plan, const TextCodes& codes, AccumulationState<Batch>& inner)
    : plan_(plan), inner_(inner) {
  const RowLayout& layout = *plan.layout;
  if (layout.group) output_.push_back(*layout.group);
  output_.insert(output_.end(), layout.values.begin(), layout.values.end());
  cells_.resize(output_.size());
  bool has_texts = false;
  for (std::size_t i = 0; i < output_.size(); ++i) {
    const bool is_text = output_[i].form == CellForm::text;
    has_texts = has_texts || is_text;
    fields_.push_back({.name = layout.output[i].name,
                       .type = type_of(output_[i].form),
                       .is_dictionary = is_text,
                       .is_nullable = layout.output[i].is_nullable});
  }
  if (plan.weight != 0) {
    fields_.push_back({.name = layout.output.back().name,
                       .type = ColumnType::int64,
                       .is_dictionary = false,
                       .is_nullable = false});
  }
  if (has_texts) {
    std::vector<std::string_view> entries;
    for (std::size_t code = 1; code <= codes.size(); ++code) entries.push_back(codes.text(code));
    dictionary_.emplace(std::move(entries));
  }
  rows_.reserve(block_rows);
}

void RowFeed::put(const std::uint64_t* row, std::uint64_t rows_of_person) {
  rows_.push_back(row);
  if (plan_.weight != 0) {
    weights_.push_back(static_cast<std::int64_t>(weight_in_each(plan_.weight, rows_of_person)));
  }
  if (rows_.size() == block_rows) finish();
}

void RowFeed::finish() {
  if (rows_.empty()) return;
  columns_.clear();
  for (std::size_t i = 0; i < output_.size(); ++i) {
    columns_.push_back(column_of(output_[i], cells_[i]));
  }
  if (plan_.weight != 0) columns_.push_back(column_of_weights());
  inner_.update(Batch(fields_, columns_, rows_.size()));
  rows_.clear();
  weights_.clear();
}

Column RowFeed::column_of_weights() const {
  Column column;
  column.type = ColumnType::int64;
  column.rows = weights_.size();
  column.values = reinterpret_cast<const std::byte*>(weights_.data());
  column.stride = sizeof(std::int64_t);
  return column;
}

Column RowFeed::column_of(const PackedCell& cell, Cells& cells) const {
  Column column;
  column.type = type_of(cell.form);
  column.rows = rows_.size();
  const auto fill = [&](auto& values, const auto& value_of) {
    values.resize(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) values[i] = value_of(rows_[i] + cell.place);
    column.values = reinterpret_cast<const std::byte*>(values.data());
    column.stride = sizeof(values[0]);
  };
  const auto note = [&](const auto& is_there) {
    cells.is_there.assign(rows_.size() / 8 + 1, 0);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const unsigned bit = is_there(rows_[i] + cell.place) ? 1U : 0U;
      cells.is_there[i / 8] |= static_cast<std::uint8_t>(bit << (i % 8));
    }
    column.is_valid = Bitmap{cells.is_there.data()};
  };
  switch (cell.form) {
    case CellForm::real:
      fill(cells.reals, [](const std::uint64_t* words) {
        return *words == missing_real ? 0.0 : real_of(*words);
      });
      if (cell.may_be_missing)
        note([](const std::uint64_t* words) { return *words != missing_real; });
      break;
    case CellForm::text:
      // The entry behind all others is null.
      fill(cells.codes, [&](const std::uint64_t* words) {
        return *words == TextCodes::missing ? dictionary_->outside()
                                            : static_cast<std::uint32_t>(*words - 1);
      });
      column.dictionary = &*dictionary_;
      break;
    case CellForm::integer:
      fill(cells.integers, [](const std::uint64_t* words) { return integer_of(*words); });
      break;
    case CellForm::maybe_integer:
      fill(cells.integers,
           [](const std::uint64_t* words) { return words[0] != 0 ? integer_of(words[1]) : 0; });
      note([](const std::uint64_t* words) { return words[0] != 0; });
      break;
    case CellForm::total:
      fill(cells.integers, [&](const std::uint64_t* words) {
        const int128 total = total_of({words[0], words[1]});
        return static_cast<std::int64_t>(
            std::clamp<int128>(total, plan_.totals.lower, plan_.totals.upper));
      });
      break;
  }
  return column;
}

}  // namespace scrim::bounding
