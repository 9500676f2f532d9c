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

}  // namespace scrim::bounding
