// Text for values and their types, as it appears in error messages and descriptions.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "scrim/columns/atom.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

namespace text {

[[nodiscard]] std::string describe_signed(std::int64_t value);
[[nodiscard]] std::string describe_unsigned(std::uint64_t value);
[[nodiscard]] std::string describe_float(float value);
[[nodiscard]] std::string describe_double(double value);
[[nodiscard]] std::string describe_text(std::string_view value);
[[nodiscard]] std::string written_float(std::string description);

}  // namespace text

/// The value as text: the shortest digits that read back as the same float, "NaN" for every NaN,
/// and strings in quotes with their special characters escaped.
template <Atom T>
[[nodiscard]] std::string describe_value(const T& value) {
  if constexpr (std::same_as<T, bool>) {
    return value ? "true" : "false";
  } else if constexpr (std::same_as<T, float>) {
    return text::describe_float(value);  // as a double, 0.1f would show digits nobody wrote
  } else if constexpr (std::same_as<T, double>) {
    return text::describe_double(value);
  } else if constexpr (std::signed_integral<T>) {
    return text::describe_signed(value);
  } else if constexpr (std::unsigned_integral<T>) {
    return text::describe_unsigned(value);
  } else {
    return text::describe_text(value);
  }
}

/// The name of an atom type that is no number (numbers/number.hpp names those).
template <Atom T>
  requires(!Number<T>)
[[nodiscard]] constexpr std::string_view type_name() noexcept {
  if constexpr (std::same_as<T, bool>) {
    return "bool";
  } else {
    return std::same_as<T, std::string> ? "string" : "string_view";
  }
}

// Spaces describe themselves in the words of the package for Python, in which the text makes the
// same space again: an error names a domain as its user has written it, or could.

template <Atom T>
[[nodiscard]] std::string written_type() {
  if constexpr (std::same_as<T, double>) {
    return "float";
  } else if constexpr (std::same_as<T, std::int64_t>) {
    return "int";
  } else if constexpr (Number<T>) {
    return '"' + std::string(std::same_as<T, float> ? "float32" : type_name<T>()) + '"';
  } else {
    return std::same_as<T, bool> ? "bool" : "str";
  }
}

template <Number T>
[[nodiscard]] std::string written_number(T value) {
  if constexpr (Float<T>) {
    return text::written_float(describe_value(value));
  } else {
    return describe_value(value);
  }
}

}  // namespace scrim
