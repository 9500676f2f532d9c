// Enclosures of real numbers between two doubles: the fast filter in front of every exact decision.
//
// Every operation rounds to nearest and then takes one step outward. The nearest double is less
// than one step away from the exact result (overflow and underflow included: the step from +inf
// down is the largest double, the step from 0 down is the smallest negative one), so the step
// always passes the exact result. It costs at most two units in the last place where directed
// rounding would cost one, and needs no rounding mode.
#pragma once

#include <algorithm>
#include <limits>

#include "scrim/numbers/neighbours.hpp"
#include "scrim/numbers/strict_floating_point.hpp"

namespace scrim {

/// A closed enclosure {t : lo <= t <= hi}. An infinite end says that the numbers enclosed are not
/// bounded on that side.
/// Invariant: lo <= hi; neither is NaN.
struct Interval {
  double lo;
  double hi;

  /// Encloses nothing but x. A NaN is no number, so it may be any: the whole line.
  [[nodiscard]] static constexpr Interval point(double x) noexcept;

  /// Encloses every number.
  [[nodiscard]] static constexpr Interval whole() noexcept {
    return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }

  [[nodiscard]] constexpr bool contains(double x) const noexcept { return lo <= x && x <= hi; }

  friend constexpr bool operator==(const Interval&, const Interval&) noexcept = default;
};

constexpr Interval Interval::point(double x) noexcept { return x == x ? Interval{x, x} : whole(); }

namespace detail {

// inf - inf is the one sum without a value: there the end is unbounded, which is always sound.
constexpr double lower_end(double nearest) noexcept {
  return nearest == nearest ? next_down(nearest) : -std::numeric_limits<double>::infinity();
}

constexpr double upper_end(double nearest) noexcept {
  return nearest == nearest ? next_up(nearest) : std::numeric_limits<double>::infinity();
}

// A sum that rounds to zero is zero, because sums do not underflow; without this exception x - x
// would enclose negative numbers.
constexpr double lower_end_of_sum(double nearest) noexcept {
  return nearest == 0 ? 0.0 : lower_end(nearest);
}

constexpr double upper_end_of_sum(double nearest) noexcept {
  return nearest == 0 ? 0.0 : upper_end(nearest);
}

// An unbounded end stands for arbitrarily large numbers, and zero times any number is zero.
constexpr double corner_product(double x, double y) noexcept {
  return x == 0 || y == 0 ? 0.0 : x * y;
}

// Products and quotients of non-negative numbers are non-negative: the step may stop at zero.
constexpr double non_negative_lower_end(double nearest) noexcept {
  return nearest > 0 ? next_down(nearest) : 0.0;
}

}  // namespace detail

[[nodiscard]] constexpr Interval operator-(const Interval& x) noexcept { return {-x.hi, -x.lo}; }

/// Postcondition: encloses s + t for all s in a, t in b.
[[nodiscard]] constexpr Interval operator+(const Interval& a, const Interval& b) noexcept {
  return {detail::lower_end_of_sum(a.lo + b.lo), detail::upper_end_of_sum(a.hi + b.hi)};
}

/// Postcondition: encloses s - t for all s in a, t in b.
[[nodiscard]] constexpr Interval operator-(const Interval& a, const Interval& b) noexcept {
  return a + -b;
}

/// Postcondition: encloses s * t for all s in a, t in b; within [0, inf] if a and b are.
[[nodiscard]] constexpr Interval operator*(const Interval& a, const Interval& b) noexcept {
  using detail::corner_product;
  if (a.lo >= 0 && b.lo >= 0) {
    return {detail::non_negative_lower_end(corner_product(a.lo, b.lo)),
            detail::upper_end(corner_product(a.hi, b.hi))};
  }
  // The product is linear in each factor, so its extremes lie at corners.
  const double p = corner_product(a.lo, b.lo);
  const double q = corner_product(a.lo, b.hi);
  const double r = corner_product(a.hi, b.lo);
  const double s = corner_product(a.hi, b.hi);
  return {detail::lower_end(std::min({p, q, r, s})), detail::upper_end(std::max({p, q, r, s}))};
}

/// Precondition (caller): 0 is not in b.
/// Postcondition: encloses s / t for all s in a, t in b; within [0, inf] if a and b are. The whole
///   line if 0 is in b.
[[nodiscard]] constexpr Interval operator/(const Interval& a, const Interval& b) noexcept {
  if (b.lo <= 0 && b.hi >= 0) return Interval::whole();
  if (b.hi < 0) return -a / -b;
  const double lowest = a.lo / (a.lo >= 0 ? b.hi : b.lo);
  const double highest = a.hi / (a.hi >= 0 ? b.lo : b.hi);
  // inf / inf is any non-negative number: zero from below, unbounded from above.
  return {a.lo >= 0 ? detail::non_negative_lower_end(lowest) : detail::lower_end(lowest),
          detail::upper_end(highest)};
}

/// What two enclosures say about the numbers within.
enum class Order { less, greater, undecided };

/// Postcondition: `less` only if every number in a is less than every number in b; `greater`
///   likewise; `undecided` whenever the enclosures touch.
[[nodiscard]] constexpr Order compare(const Interval& a, const Interval& b) noexcept {
  if (a.hi < b.lo) return Order::less;
  if (a.lo > b.hi) return Order::greater;
  return Order::undecided;
}

}  // namespace scrim
