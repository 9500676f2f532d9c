// The distance of two values under each value metric: exact, then rounded up once to its type, so
// never too small and the tightest such value. The library's maps bound it; no release computes it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <ranges>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "scrim/columns/atom.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "support/distances/same_value.hpp"

namespace scrim {

namespace distances {

/// A distance before it is rounded; none is infinity.
using Exact = std::optional<Rational>;

/// |x - y|: 0 between same values, equal infinities included; an infinity or a NaN is infinitely
/// far from everything else.
template <Number T>
[[nodiscard]] Exact difference(T x, T y) {
  if (same_value(x, y)) return Rational(0);
  if constexpr (Float<T>) {
    if (!std::isfinite(x) || !std::isfinite(y)) return std::nullopt;
  }
  return Rational(to_rational(x) - to_rational(y));
}

/// x - y; nothing if two entries are infinitely far apart. Throws invalid_argument for two sizes.
template <class Vector>
[[nodiscard]] std::optional<std::vector<Rational>> differences(const Vector& x, const Vector& y) {
  if (x.size() != y.size()) fail(ErrorKind::invalid_argument, "vectors of two sizes");
  std::vector<Rational> v;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const Exact entry = difference(x[i], y[i]);
    if (!entry) return std::nullopt;
    v.push_back(*entry);
  }
  return v;
}

/// max_i |v_i|
[[nodiscard]] inline Exact largest(const std::optional<std::vector<Rational>>& v) {
  if (!v) return std::nullopt;
  Rational result = 0;
  for (const Rational& entry : *v) result = std::max<Rational>(result, abs(entry));
  return result;
}

/// max_i v_i - min_i v_i
[[nodiscard]] inline Exact range(const std::optional<std::vector<Rational>>& v) {
  if (!v) return std::nullopt;
  if (v->empty()) return Rational(0);
  const auto [least, most] = std::minmax_element(v->begin(), v->end());
  return Rational(*most - *least);
}

/// The smallest value of Q whose p-th power is at least `power`. Throws overflow where an integer Q
/// is too narrow.
template <Number Q>
[[nodiscard]] Q root_up(const Exact& power, unsigned p = 1) {
  // Every value of Q is a multiple of 2^-grid, so the least such multiple m / 2^grid decides. Its
  // power is large enough if and only if m^p >= ceil(power * 2^(grid p)), since m^p is an integer.
  using Limits = std::numeric_limits<Q>;
  constexpr unsigned grid = Float<Q> ? unsigned{Limits::digits - Limits::min_exponent} : 0;
  mpz_class m;
  if (power) {
    const Rational scaled = *power << (grid * p);
    mpz_cdiv_q(m.get_mpz_t(), scaled.get_num_mpz_t(), scaled.get_den_mpz_t());
    const bool is_exact = mpz_root(m.get_mpz_t(), m.get_mpz_t(), p) != 0;
    if (!is_exact) ++m;
  }
  if constexpr (Float<Q>) {
    // A float is a double, so rounding up to both is rounding up once.
    return power ? cast_up<Q>(to_double_up(Rational(m) >> grid)) : Limits::infinity();
  } else {
    if (!power || m > to_rational(Limits::max())) {
      fail(ErrorKind::overflow, "a distance does not fit " + std::string(type_name<Q>()));
    }
    return static_cast<Q>(m.get_ui());
  }
}

/// What holds values is compared value by value: its own operator == would set NaN apart from NaN.
template <class T>
[[nodiscard]] bool is_same(const T& x, const T& y) {
  if constexpr (Atom<T>) {
    return same_value(x, y);
  } else if constexpr (std::ranges::input_range<const T>) {
    using Entry = std::ranges::range_value_t<const T>;
    return std::ranges::equal(x, y,
                              [](const Entry& a, const Entry& b) { return is_same<Entry>(a, b); });
  } else if constexpr (requires { x.has_value(); }) {
    return x.has_value() == y.has_value() && (!x.has_value() || is_same(*x, *y));
  } else if constexpr (requires { std::tuple_size<T>::value; }) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (is_same(std::get<I>(x), std::get<I>(y)) && ...);
    }(std::make_index_sequence<std::tuple_size_v<T>>());
  } else {
    return x == y;
  }
}

}  // namespace distances

template <Number Q, Number T>
[[nodiscard]] Q distance(AbsoluteDistance<Q>, T x, T y) {
  return distances::root_up<Q>(
      distances::largest(distances::differences(std::array{x}, std::array{y})));
}

template <int P, Number Q, class Vector>
[[nodiscard]] Q distance(LpDistance<P, Q>, const Vector& x, const Vector& y) {
  auto v = distances::differences(x, y);
  if (!v) return distances::root_up<Q>(std::nullopt);
  Rational sum = 0;
  for (Rational& entry : *v) {
    Rational power = 1;
    for (int factor = 0; factor < P; ++factor) power *= abs(entry);
    sum += power;
  }
  return distances::root_up<Q>(sum, P);
}

template <Number Q, class Vector>
[[nodiscard]] Q distance(RangeDistance<Q>, const Vector& x, const Vector& y) {
  const auto v = distances::differences(x, y);
  return x.size() < 2 ? Q{0} : distances::root_up<Q>(distances::range(v));
}

template <Number Q, class Vector>
[[nodiscard]] Q distance(LInfDistance<Q> metric, const Vector& x, const Vector& y) {
  const Q largest = distances::root_up<Q>(distances::largest(distances::differences(x, y)));
  return metric.monotonic ? std::max(largest, distance(RangeDistance<Q>{}, x, y)) : largest;
}

template <class T>
[[nodiscard]] std::uint32_t distance(DiscreteDistance, const T& x, const T& y) {
  return distances::is_same(x, y) ? 0 : 1;
}

}  // namespace scrim
