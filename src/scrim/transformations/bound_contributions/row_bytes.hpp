// Cells of packed rows as bytes of a saved state: texts as they are, not as codes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrim/core/state_bytes.hpp"
#include "scrim/transformations/bound_contributions/row_layout.hpp"
#include "scrim/transformations/bound_contributions/row_packer.hpp"
#include "scrim/transformations/bound_contributions/text_codes.hpp"

namespace scrim::bounding {

void save_id_types(std::span<const IdType> types, StateWriter& writer);
/// Postcondition: throws InvokeError{bad_state} unless the next bytes are such.
void load_id_types(std::vector<IdType>& types, StateReader& reader);

void save_row(const std::uint64_t* row, const RowLayout& layout, const RowTexts& texts,
              StateWriter& writer);
/// Precondition (caller): `row` has room for a row.
/// Postcondition: throws InvokeError{bad_state} unless the next bytes are those of cells.
void load_row(std::uint64_t* row, const RowLayout& layout, RowTexts& texts, StateReader& reader);

}  // namespace scrim::bounding
