#include "scrim/core/row_edits_map.hpp"

#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

template <class Q>
using Map = StabilityMap<std::uint32_t, Q>;

/// With a known size the distance between datasets is even: an odd d_in allows what the even number
/// below it allows.
template <Number Q>
Map<Q> paired_edits_map(Q per_change) {
  const Map<Q> per_pair = Map<Q>::from_constant(per_change);
  return Map<Q>::from_monotone(
      [per_pair](std::uint32_t d_in) { return per_pair.forward(d_in / 2); });
}

}  // namespace

template <class Q>
Map<Q> row_edits_map(RowEdits edits, BasicEditSensitivity<Q> sensitivity) {
  switch (edits) {
    case RowEdits::added_or_removed:
      return Map<Q>::from_constant(sensitivity.per_row);
    case RowEdits::added_or_removed_in_pairs:
      return paired_edits_map(sensitivity.per_change);
    case RowEdits::changed:
      return Map<Q>::from_constant(sensitivity.per_change);
  }
  fail(ErrorKind::invalid_argument, "row_edits_map: unknown kind of row edits");
}

template Map<std::uint64_t> row_edits_map(RowEdits, EditSensitivity);
template Map<double> row_edits_map(RowEdits, BasicEditSensitivity<double>);

}  // namespace scrim
