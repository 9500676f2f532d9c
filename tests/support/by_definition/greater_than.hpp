// The order of refinable reals, as a comparison for sorting and selection.
#pragma once

#include "scrim/numbers/refinable.hpp"

namespace scrim {

/// a > b, decided exactly; both are refined until they part.
///
/// Precondition (compiler): A and B are RefinableReal.
/// Precondition (caller):   a and b are one object, or a != b almost surely.
/// Postcondition: a strict order. An algorithm may hold an element against itself, which no number
///   of digits could decide: that is false without looking.
template <RefinableReal A, RefinableReal B>
[[nodiscard]] bool greater_than(A& a, B& b) {
  if (static_cast<const void*>(&a) == static_cast<const void*>(&b)) return false;
  return is_less(b, a);
}

}  // namespace scrim
