// Value to value: a function of a finished aggregate.
#pragma once

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

/// A function from a view of the input value to the output value.
template <class In, class Out>
class ValueMap {
 public:
  using Function = std::function<Out(In)>;

  explicit ValueMap(Function function)
      : function_(std::make_shared<const Function>(std::move(function))) {}

  [[nodiscard]] Out apply(In value) const {
    return strictly([&] { return (*function_)(std::forward<In>(value)); });
  }

 private:
  std::shared_ptr<const Function> function_;
};

/// Second after first; the middle value converts to the view that the second one takes.
template <class In, class Middle, class MiddleView, class Out>
[[nodiscard]] ValueMap<In, Out> chain_functions(const ValueMap<In, Middle>& first,
                                                const ValueMap<MiddleView, Out>& second) {
  return ValueMap<In, Out>([first, second](In value) { return second.apply(first.apply(value)); });
}

/// All of `maps` of the same value, in their order.
template <class In, class Out>
[[nodiscard]] ValueMap<In, std::vector<Out>> join_functions(
    const std::vector<ValueMap<In, Out>>& maps) {
  return ValueMap<In, std::vector<Out>>([maps](In value) {
    std::vector<Out> values;
    values.reserve(maps.size());
    for (const auto& map : maps) values.push_back(map.apply(value));
    return values;
  });
}

}  // namespace scrim
