// A distance as a caller gives it to a map.
#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

/// An integer that is what was given. C++ itself would turn half a row into none, and 2^32 rows
/// into 0 of 32 bits, which cost nothing.
template <Integer Q>
class GivenInteger {
 public:
  /// Throws invalid_argument if it is negative, and overflow if it does not fit.
  template <std::integral T>
  GivenInteger(T given) : value_(static_cast<Q>(given)) {  // NOLINT(google-explicit-constructor)
    if constexpr (std::is_signed_v<T>) {
      if (given < 0) {
        fail(ErrorKind::invalid_argument, "a distance of " + describe_value(std::int64_t{given}) +
                                              " was given; a distance is a number of at least 0");
      }
    }
    constexpr std::uint64_t largest{std::numeric_limits<Q>::max()};
    if (static_cast<std::uint64_t>(given) > largest) {
      fail(ErrorKind::overflow, "a distance of " +
                                    describe_value(static_cast<std::uint64_t>(given)) +
                                    " was given; the largest is " + describe_value(largest));
    }
  }
  /// The distance is a number of rows, persons or the like: give an integer.
  template <std::floating_point T>
  GivenInteger(T given) = delete;  // NOLINT(google-explicit-constructor)

  operator Q() const noexcept { return value_; }  // NOLINT(google-explicit-constructor)

 private:
  Q value_;
};

namespace detail {

template <class Q>
struct GivenAs {
  using Type = Q;
};
template <Integer Q>
struct GivenAs<Q> {
  using Type = GivenInteger<Q>;
};

}  // namespace detail

/// What a function takes that asks for a distance of type Q.
template <class Q>
using GivenDistance = typename detail::GivenAs<Q>::Type;

}  // namespace scrim
