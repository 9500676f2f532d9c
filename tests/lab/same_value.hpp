// When the lab takes two values for the same.
#pragma once

#include <cstddef>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "scrim/spaces/value_metrics.hpp"

namespace scrim::test {

namespace same {

template <class T>
struct Values {
  [[nodiscard]] static bool are_same(const T& a, const T& b) {
    return DiscreteDistance{}.distance(a, b) == 0;
  }
};

}  // namespace same

/// Equal by the equality of the metrics: NaN is NaN, and -0.0 is 0.0; also where it may be missing,
/// and as a field of a record.
template <class Value>
[[nodiscard]] bool is_same_value(const Value& a, const Value& b) {
  return same::Values<Value>::are_same(a, b);
}

namespace same {

template <class T>
struct Values<std::optional<T>> {
  [[nodiscard]] static bool are_same(const std::optional<T>& a, const std::optional<T>& b) {
    return a.has_value() == b.has_value() && (!a || is_same_value(*a, *b));
  }
};

template <class... Ts>
struct Values<std::tuple<Ts...>> {
  [[nodiscard]] static bool are_same(const std::tuple<Ts...>& a, const std::tuple<Ts...>& b) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return (is_same_value(std::get<I>(a), std::get<I>(b)) && ...);
    }(std::index_sequence_for<Ts...>());
  }
};

template <class T>
struct Values<std::vector<T>> {
  [[nodiscard]] static bool are_same(const std::vector<T>& a, const std::vector<T>& b) {
    if (a.size() != b.size()) return false;
    for (std::size_t i = 0; i < a.size(); ++i) {
      if (!is_same_value<T>(a[i], b[i])) return false;
    }
    return true;
  }
};

}  // namespace same

}  // namespace scrim::test
