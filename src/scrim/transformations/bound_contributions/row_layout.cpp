#include "scrim/transformations/bound_contributions/row_layout.hpp"

namespace scrim::bounding {

PackedCell RowLayout::add(std::size_t column, const TableColumn& about, bool may_be_missing) {
  const CellForm form = about.kind == RowKind::real   ? CellForm::real
                        : about.kind == RowKind::text ? CellForm::text
                        : may_be_missing              ? CellForm::maybe_integer
                                                      : CellForm::integer;
  const PackedCell cell{column, form, may_be_missing, words};
  words += form == CellForm::maybe_integer ? 2 : 1;
  is_text.resize(words, 0);
  is_text[cell.place] = form == CellForm::text ? 1 : 0;
  return cell;
}

PackedCell RowLayout::add_total(std::size_t column) {
  const PackedCell cell{column, CellForm::total, false, words};
  words += 2;
  is_text.resize(words, 0);
  return cell;
}

RowLayout layout_of_persons(std::span<const TableColumn> persons) {
  RowLayout layout;
  for (std::size_t i = 0; i < persons.size(); ++i) {
    // Rows without an id are left out, so that the cell is never missing.
    layout.ids.push_back(layout.add(i, persons[i], false));
  }
  layout.id_words = layout.words;
  return layout;
}

}  // namespace scrim::bounding
