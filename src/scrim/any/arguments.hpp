// Arguments of a constructor whose types are known only at run time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "scrim/any/any_spaces.hpp"
#include "scrim/expressions/row_expression.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/spaces/bounds.hpp"

namespace scrim {

using AnyNumber = std::variant<double, std::int64_t, std::uint64_t>;

struct AnyBounds {
  AnyNumber lower;
  AnyNumber upper;
};

using AnyNumbers =
    std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::uint64_t>>;

/// A number, or none where one need not be given.
using MaybeNumber = std::optional<AnyNumber>;

using Argument =
    std::variant<AnyBounds, AnyNumbers, std::vector<std::string>, double, std::uint64_t, Fraction,
                 std::string, AnyMeasure, RowExpression, MaybeNumber>;

/// What a parameter accepts. A language binding turns values of its own into Arguments by it.
enum class ParameterType {
  bounds,      ///< AnyBounds
  candidates,  ///< AnyNumbers
  categories,  ///< AnyNumbers or std::vector<std::string>
  alpha,       ///< double or Fraction
  count,       ///< std::uint64_t
  scale,       ///< double
  optimize,    ///< std::string: "max" or "min"
  measure,     ///< AnyMeasure
  function,    ///< RowExpression
  otherwise,   ///< MaybeNumber
};

/// Arguments in the order of the constructor's parameters.
class Arguments {
 public:
  explicit Arguments(std::vector<Argument> arguments) : arguments_(std::move(arguments)) {}

  /// Precondition (caller): the argument at `position` is of this type, as its parameter asks.
  template <class T>
  [[nodiscard]] const T& get(std::size_t position) const {
    return std::get<T>(arguments_.at(position));
  }

  [[nodiscard]] const Argument& at(std::size_t position) const { return arguments_.at(position); }

 private:
  std::vector<Argument> arguments_;
};

/// The number in the type T; throws unless T represents it exactly.
template <Number T>
[[nodiscard]] T exactly(const AnyNumber& number) {
  return std::visit([](auto typed) { return exact_cast<T>(typed); }, number);
}

template <Number T>
[[nodiscard]] Bounds<T> exactly(const AnyBounds& bounds) {
  return {exactly<T>(bounds.lower), exactly<T>(bounds.upper)};
}

template <Number T>
[[nodiscard]] std::vector<T> exactly(const AnyNumbers& numbers) {
  return std::visit(
      [](const auto& typed) {
        std::vector<T> result;
        result.reserve(typed.size());
        for (const auto number : typed) result.push_back(exact_cast<T>(number));
        return result;
      },
      numbers);
}

}  // namespace scrim
