// Public numbers that rows are compared with, in order.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

/// Throws, in the name of `who`, unless none of the numbers is NaN and they are strictly
/// increasing. A `noun` is what one of them is called, and many of them with an s.
template <Number T>
void check_increasing(std::span<const T> numbers, const std::string& who, const std::string& noun) {
  const auto named = [&](std::size_t i) { return noun + " " + std::to_string(i); };
  const auto refuse_order = [&](std::size_t i) {
    fail(ErrorKind::invalid_argument, who + ": " + noun + "s must be strictly increasing, but " +
                                          named(i - 1) + " is " + describe_value(numbers[i - 1]) +
                                          " and " + named(i) + " is " + describe_value(numbers[i]) +
                                          "; sort them and drop repeated ones");
  };
  strictly([&] {
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      if (numbers[i] != numbers[i]) {
        fail(ErrorKind::invalid_argument, who + ": " + named(i) + " is NaN; give numbers");
      }
      if (i > 0 && !(numbers[i - 1] < numbers[i])) refuse_order(i);
    }
  });
}

}  // namespace scrim
