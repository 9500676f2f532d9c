// A closed range of numbers, and the check that it is one.
#pragma once

#include <string>
#include <string_view>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

/// The values v with lower <= v <= upper. Infinite ends are allowed; -0.0 and 0.0 are one value.
template <Number T>
struct Bounds {
  T lower;
  T upper;

  friend constexpr bool operator==(const Bounds&, const Bounds&) = default;
};

template <Number T>
Bounds(T, T) -> Bounds<T>;

/// Throws invalid_argument, in the name of `who`, unless neither bound is NaN and lower <= upper.
template <Number T>
void check_bounds(const Bounds<T>& bounds, std::string_view who) {
  if (atom::is_nan(bounds.lower) || atom::is_nan(bounds.upper)) {
    fail(ErrorKind::invalid_argument,
         std::string(who) + ": " + (atom::is_nan(bounds.lower) ? "lower" : "upper") +
             " bound is NaN; give bounds that are numbers, with lower <= upper");
  }
  if (strictly([&] { return bounds.lower > bounds.upper; })) {
    fail(ErrorKind::invalid_argument, std::string(who) + ": lower bound " +
                                          describe_value(bounds.lower) + " is above upper bound " +
                                          describe_value(bounds.upper) +
                                          "; give bounds with lower <= upper");
  }
}

}  // namespace scrim
