// Laws of every function: it is total, and its errors say nothing about the data.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <exception>
#include <functional>
#include <optional>
#include <vector>

#include "lab/same_value.hpp"
#include "scrim/core/shape.hpp"
#include "scrim/errors/error.hpp"
#include "support/block_memory.hpp"
#include "support/error_of.hpp"

namespace scrim::test {

/// callable.invoke of rows, which a function may want as a block, or of another value.
template <class Callable, class Input>
[[nodiscard]] auto invoke_on(const Callable& callable, const Input& input) {
  if constexpr (requires { callable.invoke(input); }) {
    return callable.invoke(input);
  } else {
    return invoke_on_rows(callable, input);
  }
}

/// What a law is told of a function, so that it is compiled once for all of one type.
template <class Input, class Output>
using FunctionOf = std::function<Output(const Input&)>;

/// The values of a function on all inputs. Fails the running test at the first input that raises an
/// error, whether it lies in the domain or not.
template <class Input, class Output>
[[nodiscard]] std::vector<Output> outputs_of(const FunctionOf<Input, Output>& function,
                                             const std::vector<Input>& inputs) {
  std::vector<Output> outputs;
  outputs.reserve(inputs.size());
  for (const auto& input : inputs) {
    try {
      outputs.push_back(function(input));
    } catch (const std::exception& error) {
      ADD_FAILURE() << "not total: on " << testing::PrintToString(input) << ": " << error.what();
      throw;
    }
  }
  return outputs;
}

/// The values of a transformation, or releases of a measurement, on all inputs.
template <class Callable, class Input>
[[nodiscard]] auto outputs_on(const Callable& callable, const std::vector<Input>& inputs) {
  using Output = decltype(invoke_on(callable, inputs.front()));
  return outputs_of(
      FunctionOf<Input, Output>([&](const Input& input) { return invoke_on(callable, input); }),
      inputs);
}

/// Inputs of a size that is not the declared one all raise the same error, to the letter.
template <class Input, class Output>
void expect_one_error_for_wrong_sizes(std::optional<std::size_t> size,
                                      const FunctionOf<Input, Output>& function,
                                      const std::vector<Input>& inputs) {
  if (!size) return;
  std::optional<RaisedError> first;
  for (const auto& input : inputs) {
    if (input.size() == *size) continue;
    const RaisedError raised = error_of([&] { (void)function(input); });
    if (!first) first = raised;
    if (raised.kind != ErrorKind::wrong_size || !raised.is_invoke_error ||
        raised.text != first->text) {
      ADD_FAILURE() << "on " << testing::PrintToString(input) << ": " << raised.text
                    << "\nbefore: " << first->text;
      return;
    }
  }
}

/// The same of a transformation or a measurement.
template <class Callable, class Input>
void expect_one_error_for_wrong_sizes(const Callable& callable, const std::vector<Input>& inputs) {
  using Output = decltype(invoke_on(callable, inputs.front()));
  expect_one_error_for_wrong_sizes(
      declared_size(callable.input_domain()),
      FunctionOf<Input, Output>([&](const Input& input) { return invoke_on(callable, input); }),
      inputs);
}

}  // namespace scrim::test
