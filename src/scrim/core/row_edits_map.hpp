// The stability map of an aggregate that is known by what one row can do to it.
#pragma once

#include <cstdint>

#include "scrim/core/distance_map.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/spaces/row_edits.hpp"

namespace scrim {

/// How far an aggregate moves when one row is edited.
template <Number Q>
struct BasicEditSensitivity {
  Q per_row;     ///< when a row is added or removed
  Q per_change;  ///< when a row is replaced by another
};

/// That of an aggregate whose distances are whole numbers.
using EditSensitivity = BasicEditSensitivity<std::uint64_t>;

/// Edit by edit, by the triangle inequality of the output metric:
///   added or removed:           d_in * per_row
///   added or removed in pairs:  floor(d_in / 2) * per_change
///   changed:                    d_in * per_change
///
/// Precondition (compiler): Q is std::uint64_t or double.
/// Precondition (checked):  both are distances.
/// Postcondition: products of doubles are rounded up; the map throws ErrorKind::overflow where one
///   of integers exceeds 64 bits.
// Not `Number Q`: compilers write a constrained name in different ways, and a program must find it
// in a library that another one has compiled.
template <class Q = std::uint64_t>
[[nodiscard]] StabilityMap<std::uint32_t, Q> row_edits_map(RowEdits edits,
                                                           BasicEditSensitivity<Q> sensitivity);

extern template StabilityMap<std::uint32_t, std::uint64_t> row_edits_map(RowEdits, EditSensitivity);
extern template StabilityMap<std::uint32_t, double> row_edits_map(RowEdits,
                                                                  BasicEditSensitivity<double>);

}  // namespace scrim
