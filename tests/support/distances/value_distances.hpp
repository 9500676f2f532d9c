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
#include <type_traits>
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

__extension__ using int128 = __int128;

/// What differences of T are exact in. The integers of 128 bits take no memory, of which the
/// rationals take so much that the laws would spend their time on it.
template <Number T>
using Exact = std::conditional_t<Integer<T>, int128, Rational>;

/// x - y: 0 between same values, equal infinities included; nothing between an infinity or a NaN
/// and anything else, which are infinitely far apart.
template <Number T>
[[nodiscard]] std::optional<Exact<T>> difference(T x, T y) {
  if constexpr (Integer<T>) {
    return int128{x} - int128{y};
  } else {
    if (same_value(x, y)) return Rational(0);
    if (!std::isfinite(x) || !std::isfinite(y)) return std::nullopt;
    return Rational(to_rational(x) - to_rational(y));
  }
}

/// x - y, entry by entry; nothing if two are infinitely far apart. Throws invalid_argument for two
/// sizes.
template <class Vector>
[[nodiscard]] auto differences(const Vector& x, const Vector& y) {
  using Entry = Exact<std::ranges::range_value_t<Vector>>;
  if (x.size() != y.size()) fail(ErrorKind::invalid_argument, "vectors of two sizes");
  std::optional<std::vector<Entry>> v(std::in_place);
  v->reserve(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    auto entry = difference(x[i], y[i]);
    if (!entry) return decltype(v)();
    v->push_back(std::move(*entry));
  }
  return v;
}

template <class E>
[[nodiscard]] E absolute(const E& x) {
  return x < 0 ? E(-x) : x;
}

/// max_i |v_i|
template <class E>
[[nodiscard]] std::optional<E> largest(const std::optional<std::vector<E>>& v) {
  if (!v) return std::nullopt;
  E result = 0;
  for (const E& entry : *v) result = std::max(result, absolute(entry));
  return result;
}

/// max_i v_i - min_i v_i
template <class E>
[[nodiscard]] std::optional<E> range(const std::optional<std::vector<E>>& v) {
  if (!v) return std::nullopt;
  if (v->empty()) return E(0);
  const auto [least, most] = std::minmax_element(v->begin(), v->end());
  return E(*most - *least);
}

/// Differences of integers have at most 66 bits.
[[nodiscard]] inline Rational as_rational(int128 x) {
  const Rational high = to_rational(static_cast<std::int64_t>(x >> 32)) << 32;
  return high + to_rational(static_cast<std::uint64_t>(x) & 0xffff'ffffU);
}
[[nodiscard]] inline const Rational& as_rational(const Rational& x) { return x; }

/// The smallest value of Q whose p-th power is at least `power`. Throws overflow where an integer Q
/// is too narrow.
template <Number Q>
[[nodiscard]] Q root_up(const std::optional<Rational>& power, unsigned p = 1) {
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

template <Number Q>
[[nodiscard]] Q root_up(const std::optional<int128>& power) {
  if (*power <= int128{std::numeric_limits<std::uint32_t>::max()}) {
    return cast_up<Q>(static_cast<std::uint64_t>(*power));
  }
  return root_up<Q>(std::optional(as_rational(*power)));
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
  const auto v = distances::differences(x, y);
  if (!v) return distances::root_up<Q>(std::optional<Rational>());
  Rational sum = 0;
  for (const auto& entry : *v) {
    const Rational size = distances::as_rational(distances::absolute(entry));
    Rational power = 1;
    for (int factor = 0; factor < P; ++factor) power *= size;
    sum += power;
  }
  return distances::root_up<Q>(std::optional(sum), P);
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
