// Integer arithmetic that either gives the true result or says that it cannot.
#pragma once

#include <limits>
#include <string>
#include <type_traits>

#include "scrim/errors/error.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

namespace detail {

template <Integer T>
[[noreturn]] void fail_overflow(const char* operation, T a, T b) {
  fail(ErrorKind::overflow, std::string(operation) + "(" + std::to_string(a) + ", " +
                                std::to_string(b) + ") does not fit " +
                                std::string(type_name<T>()) +
                                "; use smaller numbers or a wider type");
}

}  // namespace detail

/// Postcondition: throws Error{overflow}, or returns exactly a + b.
template <Integer T>
[[nodiscard]] constexpr T checked_add(T a, T b) {
  T out{};
  if (__builtin_add_overflow(a, b, &out)) detail::fail_overflow("checked_add", a, b);
  return out;
}

/// Postcondition: throws Error{overflow}, or returns exactly a - b.
template <Integer T>
[[nodiscard]] constexpr T checked_sub(T a, T b) {
  T out{};
  if (__builtin_sub_overflow(a, b, &out)) detail::fail_overflow("checked_sub", a, b);
  return out;
}

/// Postcondition: throws Error{overflow}, or returns exactly a * b.
template <Integer T>
[[nodiscard]] constexpr T checked_mul(T a, T b) {
  T out{};
  if (__builtin_mul_overflow(a, b, &out)) detail::fail_overflow("checked_mul", a, b);
  return out;
}

/// The number of T closest to a + b.
template <Integer T>
[[nodiscard]] constexpr T saturating_add(T a, T b) noexcept {
  using Limits = std::numeric_limits<T>;
  T out{};
  if (!__builtin_add_overflow(a, b, &out)) return out;
  return b < 0 ? Limits::min() : Limits::max();
}

/// The number of T closest to a - b.
template <Integer T>
[[nodiscard]] constexpr T saturating_sub(T a, T b) noexcept {
  using Limits = std::numeric_limits<T>;
  T out{};
  if (!__builtin_sub_overflow(a, b, &out)) return out;
  // An unsigned difference can only be too small.
  return !Limits::is_signed || b > 0 ? Limits::min() : Limits::max();
}

/// The number of T closest to a * b.
template <Integer T>
[[nodiscard]] constexpr T saturating_mul(T a, T b) noexcept {
  using Limits = std::numeric_limits<T>;
  T out{};
  if (!__builtin_mul_overflow(a, b, &out)) return out;
  return (a < 0) != (b < 0) ? Limits::min() : Limits::max();
}

/// |a - b|, which always fits the unsigned type of the same width.
template <Integer T>
[[nodiscard]] constexpr std::make_unsigned_t<T> absolute_difference(T a, T b) noexcept {
  using Unsigned = std::make_unsigned_t<T>;
  // Modulo 2^n the difference is right, and the true one lies in [0, 2^n).
  const auto larger = static_cast<Unsigned>(a < b ? b : a);
  const auto smaller = static_cast<Unsigned>(a < b ? a : b);
  return static_cast<Unsigned>(larger - smaller);
}

}  // namespace scrim
