// Searches over doubles whose answer was tried, not only computed.
#pragma once

#include <bit>
#include <cstdint>
#include <limits>

#include "scrim/numbers/neighbours.hpp"

namespace scrim {

/// The first of `start` and some doubles above it, ever farther apart, at which `holds`; infinity
/// if it holds at no finite one.
///
/// Precondition (caller): start is at least 0 or infinite.
template <class Holds>
[[nodiscard]] double first_at_or_above(double start, const Holds& holds) {
  constexpr double largest = std::numeric_limits<double>::max();
  double step = next_up(start) - start;
  double x = start;
  while (x <= largest && !holds(x)) {
    x += step;
    step *= 2;
  }
  return x <= largest ? x : std::numeric_limits<double>::infinity();
}

/// A double x at which `holds`, and does not at the next one above; where `holds` is true up to
/// some double and false beyond, the last at which it is. The largest finite one if it holds at
/// every one that was tried.
///
/// Precondition (caller): it holds at 0.
template <class Holds>
[[nodiscard]] double last_double_with(const Holds& holds) {
  // Doubles that are not negative are ordered as their bits are.
  std::uint64_t held = 0;
  std::uint64_t failed = std::bit_cast<std::uint64_t>(std::numeric_limits<double>::infinity());
  while (failed - held > 1) {
    const std::uint64_t middle = held + (failed - held) / 2;
    if (holds(std::bit_cast<double>(middle))) {
      held = middle;
    } else {
      failed = middle;
    }
  }
  return std::bit_cast<double>(held);
}

/// The first double, infinity included, at which `holds`, where it is false up to some double and
/// true beyond.
///
/// Precondition (caller): it holds at infinity.
template <class Holds>
[[nodiscard]] double first_double_with(const Holds& holds) {
  if (holds(0.0)) return 0.0;
  const double last = last_double_with([&](double x) { return x == 0.0 || !holds(x); });
  return next_up(last);
}

}  // namespace scrim
