#include "scrim/transformations/bound_contributions/row_packer.hpp"

#include <cmath>
#include <utility>

#include "scrim/errors/error.hpp"
#include "scrim/transformations/bound_contributions/packed_words.hpp"

namespace scrim::bounding {

void agree_on_id_types(std::vector<IdType>& mine, std::span<const IdType> others) {
  for (std::size_t i = 0; i < mine.size(); ++i) {
    if (others[i] == IdType::unknown) continue;
    if (mine[i] == IdType::unknown) mine[i] = others[i];
    if (mine[i] != others[i]) {
      throw InvokeError(ErrorKind::misuse,
                        "ids came as uint64 in some batches and as signed integers in others, "
                        "where equal numbers would not be known for one person; give all in one "
                        "type");
    }
  }
}

void RowPacker::read(const Batch& block, std::vector<IdType>& id_types, RowTexts& texts) {
  words_.resize(block.size() * layout_->words);
  is_somebodys_.assign(block.size(), 1);
  std::vector<IdType> types(id_types.size(), IdType::unknown);
  for (std::size_t i = 0; i < layout_->ids.size(); ++i) read_id(block, i, types[i], texts.of_ids);
  agree_on_id_types(id_types, types);
  std::size_t buffer = layout_->ids.size();
  if (layout_->group) read_cell(block, *layout_->group, buffers_[buffer++], texts.of_fields);
  for (const PackedCell& cell : layout_->values)
    read_cell(block, cell, buffers_[buffer++], texts.of_fields);
  places_.resize(block.size());
  std::size_t count = 0;
  for (std::size_t i = 0; i < block.size(); ++i) {
    places_[count] = static_cast<std::uint32_t>(i);
    count += is_somebodys_[i];
  }
  places_.resize(count);
}

template <class T>
void RowPacker::drop_missing(const NullableRows<T>& cells) {
  if (!cells.may_hold_nulls()) return;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    is_somebodys_[i] &= static_cast<std::uint8_t>(cells.rows_at(i));
  }
}

/// Writes word(cell) for each that is there.
template <class T, class Word>
void RowPacker::write(const NullableRows<T>& cells, const PackedCell& cell, std::uint64_t missing,
                      const Word& word) {
  std::uint64_t* out = words_.data() + cell.place;
  const std::size_t step = layout_->words;
  if (!cells.may_hold_nulls()) {
    for (std::size_t i = 0; i < cells.size(); ++i) out[i * step] = word(cells.values[i]);
    return;
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    out[i * step] = cells.rows_at(i) != 0 ? word(cells.values[i]) : missing;
  }
}

void RowPacker::write_texts(const NullableRows<std::string_view>& cells, const PackedCell& cell,
                            Buffer& buffer, TextCodes& codes) {
  const std::uint64_t missing =
      cell.may_be_missing ? TextCodes::missing
                          : (cells.may_hold_nulls() ? codes.code_of(no_text) : TextCodes::missing);
  const TextDictionary* dictionary = cells.values.dictionary();
  if (dictionary == nullptr) {
    write(cells, cell, missing, [&](std::string_view text) { return codes.code_of(text); });
    return;
  }
  if (buffer.dictionary != dictionary->number()) {
    // Emptied first: an error in between must not leave codes that belong to another one.
    buffer.dictionary = 0;
    buffer.code_of_entry.assign(dictionary->texts().size(), 0);
    buffer.dictionary = dictionary->number();
  }
  std::uint64_t* out = words_.data() + cell.place;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells.rows_at(i) == 0) {
      out[i * layout_->words] = missing;
      continue;
    }
    std::uint64_t& known = buffer.code_of_entry[cells.values.codes()[i]];
    if (known == 0) known = codes.code_of(cells.values[i]) + 1;
    out[i * layout_->words] = known - 1;
  }
}

void RowPacker::read_id(const Batch& block, std::size_t id, IdType& type, TextCodes& codes) {
  const PackedCell& cell = layout_->ids[id];
  const Column column = block.column(cell.column);
  Buffer& buffer = buffers_[id];
  if (cell.form == CellForm::text) {
    buffer.views = read_column(column, buffer.texts);
    drop_missing(buffer.views);
    if (id_texts_ == IdTexts::are_coded) {
      write_texts(buffer.views, cell, buffer, codes);
    } else {
      write(buffer.views, cell, 0, [](std::string_view) { return std::uint64_t{0}; });
    }
  } else if (column.type == ColumnType::uint64 && column.dictionary == nullptr) {
    type = IdType::unsigned_integer;
    const auto cells = read_column(column, buffer.unsigned_integers);
    drop_missing(cells);
    write(cells, cell, 0, [](std::uint64_t number) { return number; });
  } else {
    type = IdType::signed_integer;
    const auto cells = read_column(column, buffer.integers);
    drop_missing(cells);
    write(cells, cell, 0, [](std::int64_t number) { return word_of(number); });
  }
}

void RowPacker::read_cell(const Batch& block, const PackedCell& cell, Buffer& buffer,
                          TextCodes& codes) {
  const Column column = block.column(cell.column);
  const bool is_group = layout_->group && layout_->group->place == cell.place;
  switch (cell.form) {
    case CellForm::text: {
      const auto cells = read_column(column, buffer.texts);
      if (is_group) drop_missing(cells);
      write_texts(cells, cell, buffer, codes);
      break;
    }
    case CellForm::real: {
      const std::uint64_t missing =
          cell.may_be_missing ? missing_real : word_of(row_of_unforeseen_null<double>());
      write(read_column(column, buffer.reals), cell, missing,
            [&](double number) { return std::isnan(number) ? missing : word_of(number); });
      break;
    }
    case CellForm::integer: {
      const auto cells = read_column(column, buffer.integers);
      if (is_group) drop_missing(cells);
      write(cells, cell, word_of(row_of_unforeseen_null<std::int64_t>()),
            [](std::int64_t number) { return word_of(number); });
      break;
    }
    case CellForm::maybe_integer: {
      const auto cells = read_column(column, buffer.integers);
      write(cells, cell, 0, [](std::int64_t) { return std::uint64_t{1}; });
      PackedCell number = cell;
      ++number.place;
      write(cells, number, 0, [](std::int64_t value) { return word_of(value); });
      break;
    }
    case CellForm::total: {
      const auto cells = read_column(column, buffer.integers);
      const std::int64_t missing = row_of_unforeseen_null<std::int64_t>();
      write(cells, cell, words_of(missing).upper,
            [](std::int64_t number) { return words_of(number).upper; });
      PackedCell lower = cell;
      ++lower.place;
      write(cells, lower, words_of(missing).lower,
            [](std::int64_t number) { return words_of(number).lower; });
      break;
    }
  }
}

void RowPacker::forget_codes() {
  for (std::size_t i = layout_->ids.size(); i < buffers_.size(); ++i) buffers_[i].dictionary = 0;
}

}  // namespace scrim::bounding
