// Real numbers that can be enclosed as tightly as a decision needs, and the decision itself.
#pragma once

#include <concepts>

#include "scrim/errors/error.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/interval.hpp"

namespace scrim {

/// A real number that can be enclosed ever more tightly: `enclose()` costs nanoseconds,
/// `enclose(p)` works with p bits, and its width tends to 0 as p grows. Non-const because a random
/// real draws its further digits when asked; all its enclosures are of one and the same number.
template <class X>
concept RefinableReal = requires(X& x, Precision p) {
  { x.enclose() } -> std::same_as<Interval>;
  { x.enclose(p) } -> std::same_as<BigInterval>;
};

/// The precision at which refinement starts once the filter cannot decide.
inline constexpr Precision first_refinement = 128;

/// Independent continuous random reals agree in this many bits with probability 2^-1048576. Numbers
/// that still cannot be told apart are equal, so refining on would end by exhausting memory.
inline constexpr Precision last_refinement = 1 << 20;

/// a < b, decided exactly: by the filter on doubles, then with both refined at 128, 256, ... bits
/// until the enclosures part.
///
/// Precondition (compiler): A and B are RefinableReal.
/// Precondition (caller):   a != b, almost surely.
/// Postcondition: the truth of a < b. Throws InvokeError{misuse} only if a and b cannot be told
///   apart at `last_refinement` bits.
template <RefinableReal A, RefinableReal B>
[[nodiscard]] bool is_less(A& a, B& b) {
  const Order filtered = compare(a.enclose(), b.enclose());
  if (filtered != Order::undecided) [[likely]] {
    return filtered == Order::less;
  }
  for (Precision precision = first_refinement; precision <= last_refinement; precision *= 2) {
    // One after the other: random reals on one source must draw in the same order on every
    // compiler.
    const BigInterval refined_a = a.enclose(precision);
    const Order order = compare(refined_a, b.enclose(precision));
    if (order != Order::undecided) return order == Order::less;
  }
  throw InvokeError(ErrorKind::misuse, "is_less was asked to compare two equal numbers");
}

}  // namespace scrim
