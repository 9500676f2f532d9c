#include "scrim/transformations/bound_contributions/row_bytes.hpp"

#include "scrim/errors/error.hpp"
#include "scrim/transformations/bound_contributions/packed_words.hpp"

namespace scrim::bounding {

namespace {

[[noreturn]] void refuse_cells() {
  throw InvokeError(ErrorKind::bad_state, "the saved rows of persons hold what is no cell");
}

/// True if some cell has these words.
bool is_cell(const std::uint64_t* words, const PackedCell& cell) {
  constexpr std::uint64_t minus_zero = sign_bit - 1;  // which is read as zero
  switch (cell.form) {
    case CellForm::real:
      if (*words == missing_real) return cell.may_be_missing;
      return *words != minus_zero && real_of(*words) == real_of(*words);
    case CellForm::maybe_integer:
      return words[0] == 1 || (words[0] == 0 && words[1] == 0);
    default:
      return true;
  }
}

}  // namespace

void save_id_types(std::span<const IdType> types, StateWriter& writer) {
  for (const IdType type : types) writer.write(static_cast<std::uint64_t>(type));
}

void load_id_types(std::vector<IdType>& types, StateReader& reader) {
  for (IdType& type : types) {
    const std::uint64_t word = reader.read();
    if (word > static_cast<std::uint64_t>(IdType::unsigned_integer)) refuse_cells();
    type = static_cast<IdType>(word);
  }
}

void save_row(const std::uint64_t* row, const RowLayout& layout, const RowTexts& texts,
              StateWriter& writer) {
  for (std::size_t i = 0; i < layout.words; ++i) {
    if (layout.is_text[i] == 0) {
      writer.write(row[i]);
    } else {
      writer.write(std::uint64_t{row[i] != TextCodes::missing});
      const TextCodes& codes = i < layout.id_words ? texts.of_ids : texts.of_fields;
      if (row[i] != TextCodes::missing) writer.write_text(codes.text(row[i]));
    }
  }
}

void load_row(std::uint64_t* row, const RowLayout& layout, RowTexts& texts, StateReader& reader) {
  for (std::size_t i = 0; i < layout.words; ++i) {
    row[i] = reader.read();
    if (layout.is_text[i] == 0) continue;
    if (row[i] > 1) refuse_cells();
    TextCodes& codes = i < layout.id_words ? texts.of_ids : texts.of_fields;
    if (row[i] == 1) row[i] = codes.code_of(reader.read_text());
  }
  const auto check = [&](const PackedCell& cell, bool may_be_missing) {
    const bool is_missing = cell.form == CellForm::text && row[cell.place] == TextCodes::missing;
    if (!is_cell(row + cell.place, cell) || (is_missing && !may_be_missing)) refuse_cells();
  };
  for (const PackedCell& id : layout.ids) check(id, false);
  if (layout.group) check(*layout.group, false);
  for (const PackedCell& value : layout.values) check(value, value.may_be_missing);
}

}  // namespace scrim::bounding
