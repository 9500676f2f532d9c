// Laws of every function: it is total, and its errors say nothing about the data.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <exception>
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

/// The values of a transformation, or releases of a measurement, on all inputs. Fails the running
/// test at the first input that raises an error, whether it lies in the domain or not.
template <class Callable, class Input>
[[nodiscard]] auto outputs_on(const Callable& callable, const std::vector<Input>& inputs) {
  std::vector<decltype(invoke_on(callable, inputs.front()))> outputs;
  outputs.reserve(inputs.size());
  for (const auto& input : inputs) {
    try {
      outputs.push_back(invoke_on(callable, input));
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
    const RaisedError raised = error_of([&] { (void)invoke_on(callable, input); });
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
