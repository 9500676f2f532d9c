// Differences of numbers without error, and exact distances rounded up to a distance type.
#pragma once

#include <gmpxx.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include "scrim/columns/atom.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/uint128.hpp"

namespace scrim::exact {

/// Throws overflow: a distance does not fit the type of that name.
[[noreturn]] void fail_does_not_fit(std::string_view distance_type);

/// The smallest integer not below a non-negative x.
/// Precondition (checked): it fits 64 bits, else overflow in the name of `distance_type`.
[[nodiscard]] std::uint64_t ceil_to_uint64(const Rational& x, std::string_view distance_type);

[[nodiscard]] Rational to_rational(uint128 x);

/// x^p for x >= 0.
[[nodiscard]] Rational power(const Rational& x, unsigned p);

/// The smallest multiple of 2^-grid_exponent whose p-th power is at least x, for x >= 0, p >= 1.
[[nodiscard]] Rational root_up(const Rational& x, unsigned p, unsigned grid_exponent);

/// Every value of Q is a multiple of 2^-grid_exponent<Q>.
template <Number Q>
inline constexpr unsigned grid_exponent = 0;
template <Float Q>
inline constexpr unsigned grid_exponent<Q> =
    static_cast<unsigned>(std::numeric_limits<Q>::digits - std::numeric_limits<Q>::min_exponent);

/// The smallest value of Q that is not below x >= 0: throws overflow for integers that are too
/// small, gives infinity for floats.
template <Number Q>
[[nodiscard]] Q round_up(const Rational& x) {
  if constexpr (Float<Q>) {
    return cast_up<Q>(to_double_up(x));  // a float is a double, so rounding twice is rounding once
  } else {
    const std::uint64_t integer = ceil_to_uint64(x, type_name<Q>());
    if (integer > static_cast<std::uint64_t>(std::numeric_limits<Q>::max())) {
      fail_does_not_fit(type_name<Q>());
    }
    return static_cast<Q>(integer);
  }
}

template <Number Q>
[[nodiscard]] Q round_up(uint128 x) {
  if constexpr (Float<Q>) {
    return x <= std::numeric_limits<std::uint64_t>::max()
               ? cast_up<Q>(static_cast<std::uint64_t>(x))
               : round_up<Q>(exact::to_rational(x));
  } else {
    if (x > static_cast<uint128>(std::numeric_limits<Q>::max())) fail_does_not_fit(type_name<Q>());
    return static_cast<Q>(x);
  }
}

/// The distance between values that no finite distance connects.
template <Number Q>
[[nodiscard]] Q infinite() {
  if constexpr (Float<Q>) {
    return std::numeric_limits<Q>::infinity();
  } else {
    fail_does_not_fit(type_name<Q>());
  }
}

/// Whether x - y is a number once the difference of two same values is 0: not so between an
/// infinity or a NaN and anything else.
template <Number T>
[[nodiscard]] bool finitely_apart(T x, T y) {
  if constexpr (Float<T>) {
    return same_value(x, y) || (std::isfinite(x) && std::isfinite(y));
  } else {
    return true;
  }
}

/// x - y.
/// Precondition (caller): finitely_apart(x, y).
template <Number T>
[[nodiscard]] Rational difference(T x, T y) {
  return same_value(x, y) ? Rational(0) : Rational(scrim::to_rational(x) - scrim::to_rational(y));
}

/// x - y + 2^64: positive for all integers of up to 64 bits, so that unsigned numbers hold it and
/// compare it. The sum is taken modulo 2^128, where negative operands are what they should be.
template <Integer T>
[[nodiscard]] uint128 offset_difference(T x, T y) {
  return (uint128{1} << 64) + static_cast<uint128>(x) - static_cast<uint128>(y);
}

/// |x - y|, rounded up; 0 between same values, infinite where they are not finitely apart.
template <Number Q, Number T>
[[nodiscard]] Q absolute_distance(T x, T y) {
  if (!finitely_apart(x, y)) return infinite<Q>();
  if (same_value(x, y)) return Q{0};
  if constexpr (Integer<T>) {
    return round_up<Q>(static_cast<uint128>(absolute_difference(x, y)));
  } else if constexpr (Float<Q>) {
    return cast_up<Q>(
        sub_up(static_cast<double>(std::max(x, y)), static_cast<double>(std::min(x, y))));
  } else {
    return round_up<Q>(Rational(abs(difference(x, y))));
  }
}

/// max_i |x_i - y_i|, rounded up; 0 of no entries. Rounding is monotone, so it commutes with max.
template <Number Q, Number T>
[[nodiscard]] Q largest_distance(std::span<const T> x, std::span<const T> y) {
  Q largest{0};
  for (std::size_t i = 0; i < x.size(); ++i) {
    largest = std::max(largest, absolute_distance<Q>(x[i], y[i]));
  }
  return largest;
}

/// The p-th root of sum_i |x_i - y_i|^p, rounded up.
template <Number Q, Number T>
[[nodiscard]] Q lp_distance(unsigned p, std::span<const T> x, std::span<const T> y) {
  Rational sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (!finitely_apart(x[i], y[i])) return infinite<Q>();
    sum += power(abs(difference(x[i], y[i])), p);
  }
  return round_up<Q>(root_up(sum, p, grid_exponent<Q>));
}

/// max_i v_i - min_i v_i for v = x - y, rounded up; 0 of fewer than two entries.
template <Number Q, Number T>
[[nodiscard]] Q range_distance(std::span<const T> x, std::span<const T> y) {
  if (x.size() < 2) return Q{0};
  for (std::size_t i = 0; i < x.size(); ++i) {
    // Two infinite entries of v have no difference; infinity is the one answer that is never too
    // small and keeps the triangle inequality.
    if (!finitely_apart(x[i], y[i])) return infinite<Q>();
  }
  const auto spread = [&](auto subtract) {
    auto least = subtract(x[0], y[0]);
    auto most = least;
    for (std::size_t i = 1; i < x.size(); ++i) {
      const auto entry = subtract(x[i], y[i]);
      if (entry < least) least = entry;
      if (most < entry) most = entry;
    }
    return round_up<Q>(static_cast<decltype(least)>(most - least));
  };
  if constexpr (Integer<T>) {
    return spread(offset_difference<T>);
  } else {
    return spread(difference<T>);
  }
}

}  // namespace scrim::exact
