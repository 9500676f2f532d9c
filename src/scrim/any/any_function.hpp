// A row map, a fold or a value map whose types are known only at run time.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>

#include "scrim/any/any_value.hpp"
#include "scrim/core/fold.hpp"
#include "scrim/core/row_map.hpp"
#include "scrim/core/value_map.hpp"

namespace scrim {

// Only the element type of rows stays visible: reading a block is then one virtual call, and no
// row is boxed. What comes after the rows is small, and travels as AnyValue.

template <class Row>
using AnyFold = Fold<Row, AnyValue>;
using AnyValueMap = ValueMap<const AnyValue&, AnyValue>;

// Of row maps there are those that constructors make, and the chains of any two of them.
using AnyFunction =
    std::variant<RowMap<double, double>, RowMap<double, std::int64_t>, RowMap<std::int64_t, double>,
                 RowMap<std::int64_t, std::int64_t>, RowMap<std::uint64_t, double>,
                 RowMap<std::uint64_t, std::int64_t>, RowMap<std::uint64_t, std::uint64_t>,
                 RowMap<std::string_view, double>, RowMap<std::string_view, std::int64_t>,
                 AnyFold<double>, AnyFold<std::int64_t>, AnyFold<std::uint64_t>,
                 AnyFold<std::string_view>, AnyValueMap>;

template <class In, class Out>
[[nodiscard]] AnyFunction erase_function(const RowMap<In, Out>& function) {
  return function;
}

template <class Row, class Out>
[[nodiscard]] AnyFunction erase_function(const Fold<Row, Out>& function) {
  return chain_functions(
      function, ValueMap<Out, AnyValue>([](Out value) { return any_value(std::move(value)); }));
}

template <class View, class Out>
[[nodiscard]] AnyFunction erase_function(const ValueMap<View, Out>& function) {
  return AnyValueMap([function](const AnyValue& value) {
    return any_value(function.apply(any::view_of<View>(value)));
  });
}

/// `second` after `first`.
/// Precondition (caller): the output space of `first` is the input space of `second`.
[[nodiscard]] AnyFunction chain_functions(const AnyFunction& first, const AnyFunction& second);

}  // namespace scrim
