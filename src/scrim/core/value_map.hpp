// Value to value: a function of a finished aggregate.
#pragma once

#include <functional>
#include <utility>

#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

/// A function from a view of the input value to the output value.
template <class In, class Out>
class ValueMap {
 public:
  explicit ValueMap(std::function<Out(In)> function) : function_(std::move(function)) {}

  [[nodiscard]] Out apply(In value) const {
    return strictly([&] { return function_(std::forward<In>(value)); });
  }

 private:
  std::function<Out(In)> function_;
};

/// Second after first; the middle value converts to the view that the second one takes.
template <class In, class Middle, class MiddleView, class Out>
[[nodiscard]] ValueMap<In, Out> chain_functions(const ValueMap<In, Middle>& first,
                                                const ValueMap<MiddleView, Out>& second) {
  return ValueMap<In, Out>([first, second](In value) { return second.apply(first.apply(value)); });
}

}  // namespace scrim
