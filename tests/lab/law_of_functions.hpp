// Laws of every function: it is total, and its errors say nothing about the data.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <exception>
#include <optional>
#include <vector>

#include "scrim/core/shape.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "support/error_of.hpp"

namespace scrim::test {

/// Equal by the equality of the metrics: NaN is NaN, and -0.0 is 0.0.
template <class Value>
[[nodiscard]] bool is_same_value(const Value& a, const Value& b) {
  return DiscreteDistance{}.distance(a, b) == 0;
}

/// The values of a transformation, or releases of a measurement, on all inputs. Fails the running
/// test at the first input that raises an error, whether it lies in the domain or not.
template <class Callable, class Input>
[[nodiscard]] auto outputs_on(const Callable& callable, const std::vector<Input>& inputs) {
  std::vector<decltype(callable.invoke(inputs.front()))> outputs;
  outputs.reserve(inputs.size());
  for (const auto& input : inputs) {
    try {
      outputs.push_back(callable.invoke(input));
    } catch (const std::exception& error) {
      ADD_FAILURE() << "not total: on " << testing::PrintToString(input) << ": " << error.what();
      throw;
    }
  }
  return outputs;
}

/// Inputs of a size that is not the declared one all raise the same error, to the letter.
template <class Callable, class Input>
void expect_one_error_for_wrong_sizes(const Callable& callable, const std::vector<Input>& inputs) {
  const auto size = declared_size(callable.input_domain());
  if (!size) return;
  std::optional<RaisedError> first;
  for (const auto& input : inputs) {
    if (input.size() == *size) continue;
    const RaisedError raised = error_of([&] { (void)callable.invoke(input); });
    if (!first) first = raised;
    if (raised.kind != ErrorKind::wrong_size || !raised.is_invoke_error ||
        raised.text != first->text) {
      ADD_FAILURE() << "on " << testing::PrintToString(input) << ": " << raised.text
                    << "\nbefore: " << first->text;
      return;
    }
  }
}

}  // namespace scrim::test
