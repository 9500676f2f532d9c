// Rows with a value in the place of nulls.
//
// Proof: make_impute.proof.md
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "scrim/columns/atom.hpp"
#include "scrim/columns/nullable_rows.hpp"
#include "scrim/columns/text_rows.hpp"

namespace scrim {

/// The rows with `value` in the place of each null: where they lie if none is missing, else in the
/// buffer.
template <Atom T>
[[nodiscard]] AtomRows<T> imputed_rows(const NullableRows<T>& rows, const T& value,
                                       std::vector<T>& buffer) {
  if (!rows.may_hold_nulls()) return rows.values;
  if (buffer.size() < rows.size()) buffer.resize(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    buffer[i] = rows.rows_at(i) != 0 ? rows.values[i] : value;
  }
  return std::span<const T>(buffer).first(rows.size());
}

}  // namespace scrim
