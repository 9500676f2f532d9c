// Arguments of a constructor whose types are known only at run time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "scrim/any/any_spaces.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/columns/public_table.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/expressions/row_expression.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/fraction.hpp"
#include "scrim/spaces/bounds.hpp"

namespace scrim {

using AnyNumber = std::variant<double, std::int64_t, std::uint64_t>;

struct AnyBounds {
  AnyNumber lower;
  AnyNumber upper;
};

using AnyNumbers =
    std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::uint64_t>>;

/// A number or a text.
using AnyAtom = std::variant<double, std::int64_t, std::uint64_t, std::string>;

/// Stands for what need not be given, and was not.
using LeftOut = std::monostate;

using Argument = std::variant<LeftOut, AnyBounds, AnyNumbers, std::vector<std::string>, double,
                              std::uint64_t, std::int64_t, Fraction, std::string, AnyMeasure,
                              RowExpression, AnyNumber, AnyAtom, PublicTable, bool>;

/// What a parameter accepts. A language binding turns values of its own into Arguments by it.
enum class ParameterType {
  bounds,        ///< AnyBounds
  numbers,       ///< AnyNumbers
  categories,    ///< AnyNumbers or std::vector<std::string>
  fraction,      ///< double or Fraction
  count,         ///< std::uint64_t
  integer,       ///< std::int64_t
  number,        ///< double
  any_number,    ///< AnyNumber
  choice,        ///< std::string: one of Parameter::choices
  measure,       ///< AnyMeasure
  function,      ///< RowExpression
  atom,          ///< AnyAtom
  text,          ///< std::string
  names,         ///< std::vector<std::string>: of columns
  expression,    ///< RowExpression, of the columns of a table
  public_table,  ///< PublicTable
  truth,         ///< bool; false if it is left out
};

/// Arguments by the names of their parameters.
class Arguments {
 public:
  void add(std::string_view name, Argument argument) {
    arguments_.emplace_back(name, std::move(argument));
  }

  [[nodiscard]] const Argument& at(std::string_view name) const {
    const auto found = std::find_if(arguments_.begin(), arguments_.end(),
                                    [&](const auto& each) { return each.first == name; });
    if (found == arguments_.end()) {
      fail(ErrorKind::invalid_argument, "the argument " + std::string(name) + " is missing");
    }
    return found->second;
  }

  /// Precondition (caller): the argument is of this type, as its parameter asks.
  template <class T>
  [[nodiscard]] const T& get(std::string_view name) const {
    return std::get<T>(at(name));
  }

  /// The same of an argument that may be left out; null if it was.
  template <class T>
  [[nodiscard]] const T* find(std::string_view name) const {
    const Argument& argument = at(name);
    return std::holds_alternative<LeftOut>(argument) ? nullptr : &std::get<T>(argument);
  }
  /// The same, or `otherwise` if it was left out.
  template <class T>
  [[nodiscard]] T get_or(std::string_view name, const T& otherwise) const {
    const T* found = find<T>(name);
    return found != nullptr ? *found : otherwise;
  }

 private:
  std::vector<std::pair<std::string, Argument>> arguments_;
};

/// What goes with the name that was chosen.
template <class E>
[[nodiscard]] E chosen(const Arguments& arguments, std::string_view parameter,
                       std::initializer_list<std::pair<std::string_view, E>> values) {
  const auto& chosen_name = arguments.get<std::string>(parameter);
  std::string names;
  for (const auto& [name, value] : values) {
    if (name == chosen_name) return value;
    names += (names.empty() ? "" : " or ") + describe_value(name);
  }
  fail(ErrorKind::invalid_argument,
       std::string(parameter) + " is " + describe_value(chosen_name) + "; give " + names);
}

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
