// Arithmetic rounded in a chosen direction, so that a privacy map never understates a distance.
//
// For doubles each `_up` function returns the smallest double not below the exact result and each
// `_down` function the largest not above it, just as IEEE 754 directed rounding would: overflow,
// subnormal results, signed zeros and infinities included. A NaN operand, or an operation without a
// value (inf - inf, 0 / 0), gives NaN. The rounding mode of the processor is never
// touched: compilers and libraries assume it is "to nearest". Proof: directed.proof.md.
#pragma once

#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

[[nodiscard]] double add_up(double a, double b) noexcept;
[[nodiscard]] double add_down(double a, double b) noexcept;
[[nodiscard]] double sub_up(double a, double b) noexcept;
[[nodiscard]] double sub_down(double a, double b) noexcept;
[[nodiscard]] double mul_up(double a, double b) noexcept;
[[nodiscard]] double mul_down(double a, double b) noexcept;
[[nodiscard]] double div_up(double a, double b) noexcept;
[[nodiscard]] double div_down(double a, double b) noexcept;

[[nodiscard]] float add_up(float a, float b) noexcept;
[[nodiscard]] float add_down(float a, float b) noexcept;
[[nodiscard]] float sub_up(float a, float b) noexcept;
[[nodiscard]] float sub_down(float a, float b) noexcept;
[[nodiscard]] float mul_up(float a, float b) noexcept;
[[nodiscard]] float mul_down(float a, float b) noexcept;
[[nodiscard]] float div_up(float a, float b) noexcept;
[[nodiscard]] float div_down(float a, float b) noexcept;

// Sums, differences and products of integers are exact or an error, so that a map is written once
// for every type of distance.

template <Integer T>
[[nodiscard]] constexpr T add_up(T a, T b) {
  return checked_add(a, b);
}

template <Integer T>
[[nodiscard]] constexpr T add_down(T a, T b) {
  return checked_add(a, b);
}

template <Integer T>
[[nodiscard]] constexpr T sub_up(T a, T b) {
  return checked_sub(a, b);
}

template <Integer T>
[[nodiscard]] constexpr T sub_down(T a, T b) {
  return checked_sub(a, b);
}

template <Integer T>
[[nodiscard]] constexpr T mul_up(T a, T b) {
  return checked_mul(a, b);
}

template <Integer T>
[[nodiscard]] constexpr T mul_down(T a, T b) {
  return checked_mul(a, b);
}

namespace detail {

/// a / b, rounded towards zero.
/// Postcondition: throws if b is zero or the quotient does not fit (min / -1).
template <Integer T>
[[nodiscard]] constexpr T checked_quotient(T a, T b) {
  if (b == 0) {
    fail(ErrorKind::invalid_argument,
         "division of " + std::to_string(a) + " by zero; the divisor must not be zero");
  }
  if constexpr (std::numeric_limits<T>::is_signed) {
    if (a == std::numeric_limits<T>::min() && b == -1) fail_overflow("division", a, b);
  }
  return static_cast<T>(a / b);
}

}  // namespace detail

/// The smallest integer not below a / b.
/// Precondition (checked): b != 0; the quotient fits.
template <Integer T>
[[nodiscard]] constexpr T div_up(T a, T b) {
  const T quotient = detail::checked_quotient(a, b);
  const bool cut_from_below = a % b != 0 && (a < 0) == (b < 0);
  return static_cast<T>(quotient + (cut_from_below ? 1 : 0));
}

/// The largest integer not above a / b.
/// Precondition (checked): b != 0; the quotient fits.
template <Integer T>
[[nodiscard]] constexpr T div_down(T a, T b) {
  const T quotient = detail::checked_quotient(a, b);
  const bool cut_from_above = a % b != 0 && (a < 0) != (b < 0);
  return static_cast<T>(quotient - (cut_from_above ? 1 : 0));
}

}  // namespace scrim
