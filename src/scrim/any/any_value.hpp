// A finished aggregate or a release whose type is known only at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "scrim/numbers/number.hpp"
#include "scrim/spaces/keyed_counts.hpp"

namespace scrim {

struct AnyValue;

namespace any {

using Values =
    std::variant<double, std::int64_t, std::uint64_t, std::vector<double>,
                 std::vector<std::int64_t>, std::vector<std::uint64_t>, std::vector<AnyValue>,
                 std::vector<std::string>, KeyedCounts<std::int64_t>, KeyedCounts<std::uint64_t>,
                 KeyedCounts<std::string>>;

}  // namespace any

/// A number, a vector of numbers, keys, keys with counts, or a list of such: what several
/// measurements release together.
struct AnyValue : any::Values {
  using variant::variant;

  /// How many entries a vector has; of a number, 1.
  [[nodiscard]] std::size_t size() const;
};

namespace any {

template <class View>
struct ValueBehind;
template <class T>
struct ValueBehind<const T&> {
  using Type = T;
};
template <class T>
struct ValueBehind<std::span<const T>> {
  using Type = std::vector<T>;
};

/// The value as a typed function takes it.
/// Precondition (caller): it holds that type, as the domains of a chain that agree ensure.
template <class View>
[[nodiscard]] View view_of(const AnyValue& value) {
  return View(std::get<typename ValueBehind<View>::Type>(value));
}

}  // namespace any

/// The value with its type hidden. Indices become 64-bit numbers on every platform.
template <class T>
[[nodiscard]] AnyValue any_value(T value) {
  if constexpr (std::is_constructible_v<any::Values, std::in_place_type_t<T>, T&&>) {
    return AnyValue(std::in_place_type<T>, std::move(value));
  } else {
    return AnyValue(std::in_place_type<std::vector<std::uint64_t>>, value.begin(), value.end());
  }
}

}  // namespace scrim
