// What a cell of a file says, as a number.
//
// Proof: readers.proof.md
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace scrim::readers {

/// The number that a cell is the text of; nothing if it is the text of none.
///
/// A number is decimal digits with an optional sign, fraction and exponent, or "inf" or "infinity"
/// in any case, with blanks and tabs around it. It is rounded to the nearest double; what is too
/// large is infinite. `decimal` stands before the fraction.
///
/// Total: depends on its arguments only, and never fails.
/// Precondition (caller): cell.size() <= largest_cell, so that its cost is bounded.
[[nodiscard]] std::optional<double> parse_number(std::string_view cell, char decimal = '.');

/// The integer nearest to the number that a cell is the text of, of two the even one; what does not
/// fit is moved to the end of the range. Integers that are written as such are exact.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view cell, char decimal = '.');

/// The integer nearest to a number, in the same way; nothing for NaN.
[[nodiscard]] std::optional<std::int64_t> nearest_integer(double number);

}  // namespace scrim::readers
