// A row map, a bounding of rows, a fold or a value map: which of them, and on what, is known only
// at run time.
#pragma once

#include <utility>
#include <variant>
#include <vector>

#include "scrim/any/any_block.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/any/any_value.hpp"
#include "scrim/core/run.hpp"
#include "scrim/core/shape.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

using AnyRowMap = RowMap<AnyBlock, AnyBlock>;
using AnyRowBounding = RowBounding<AnyBlock, AnyBlock>;

/// Reading a block is a few virtual calls, and no row is boxed. What comes after the rows is small.
template <class Out>
class AnyFunction {
 public:
  using Fold = scrim::Fold<AnyBlock, Out>;
  using ValueMap = scrim::ValueMap<const AnyValue&, Out>;

  // NOLINTBEGIN(google-explicit-constructor): each of them is such a function.
  AnyFunction(AnyRowMap row_map) : function_(std::move(row_map)) {}
  AnyFunction(AnyRowBounding bounding) : function_(std::move(bounding)) {}
  AnyFunction(Fold fold) : function_(std::move(fold)) {}
  AnyFunction(ValueMap value_map) : function_(std::move(value_map)) {}
  // NOLINTEND(google-explicit-constructor)

  /// None if it is of another shape.
  [[nodiscard]] const AnyRowMap* row_map() const { return std::get_if<AnyRowMap>(&function_); }
  [[nodiscard]] const AnyRowBounding* bounding() const {
    return std::get_if<AnyRowBounding>(&function_);
  }
  [[nodiscard]] const Fold* fold() const { return std::get_if<Fold>(&function_); }
  [[nodiscard]] const ValueMap* value_map() const { return std::get_if<ValueMap>(&function_); }

  /// The value at a number or a vector. Rows that are texts are given to a run, or to the row map.
  [[nodiscard]] Out apply(const AnyValue& value) const {
    if (const auto* typed = value_map()) return typed->apply(value);
    if (const auto* typed = fold()) {
      Run<AnyBlock, Out> run(*typed, {});
      run.update(block_of(value));
      return std::move(run).finish();
    }
    if (row_map() == nullptr) {
      fail(ErrorKind::misuse, "what bounds rows of persons is chained into an aggregate");
    }
    if constexpr (std::same_as<Out, AnyValue>) {
      AnyValue rows;
      append_rows(rows, row_map()->start()->apply(block_of(value).subspan(0, 0)));  // its type
      row_map()->for_each_result(block_of(value),
                                 [&](const AnyBlock& block) { append_rows(rows, block); });
      return rows;
    } else {
      fail(ErrorKind::misuse, "a function from rows to rows gives no release");
    }
  }

 private:
  std::variant<AnyRowMap, AnyRowBounding, Fold, ValueMap> function_;
};

/// See shape.hpp: the shape is known at run time.
template <>
struct shape::TransformationFunction<AnyDomain, AnyMetric, AnyDomain, AnyMetric> {
  using Type = AnyFunction<AnyValue>;
};
template <class Out>
struct shape::MeasurementFunction<AnyDomain, AnyMetric, Out> {
  using Type = AnyFunction<Out>;
};

/// The fold; throws mismatch if it is none.
template <class Out>
[[nodiscard]] Fold<AnyBlock, Out> fold_of(const AnyFunction<Out>& function) {
  if (const auto* fold = function.fold()) return *fold;
  fail(ErrorKind::mismatch,
       "runs stream over rows into an aggregate, and this gives none: call it on all of its input");
}

/// Second after first.
/// Precondition (caller): the output space of the first is the input space of the second.
template <class Out>
[[nodiscard]] AnyFunction<Out> chain_functions(const AnyFunction<AnyValue>& first,
                                               const AnyFunction<Out>& second) {
  if (const auto* rows = first.row_map()) {
    if (const auto* fold = second.fold()) return chain_functions(*rows, *fold);
    if (const auto* more = second.row_map()) return chain_functions(*rows, *more);
    if (const auto* bounding = second.bounding()) return chain_functions(*rows, *bounding);
  } else if (const auto* bounding = first.bounding()) {
    if (const auto* fold = second.fold()) return chain_functions(*bounding, *fold);
    if (const auto* more = second.row_map()) return chain_functions(*bounding, *more);
  } else if (const auto* then = second.value_map()) {
    if (const auto* fold = first.fold()) return chain_functions(*fold, *then);
    return chain_functions(*first.value_map(), *then);
  }
  fail(ErrorKind::mismatch, "cannot chain: the second does not take what the first gives");
}

template <class Middle, class Out>
[[nodiscard]] AnyFunction<Out> chain_functions(const AnyFunction<Middle>& first,
                                               const ValueMap<const Middle&, Out>& second) {
  if (const auto* fold = first.fold()) return chain_functions(*fold, second);
  if (const auto* value_map = first.value_map()) return chain_functions(*value_map, second);
  fail(ErrorKind::mismatch, "cannot chain: rows are no release");
}

/// All of `functions` at once.
/// Precondition (caller): they have one input space.
template <class Out>
[[nodiscard]] AnyFunction<std::vector<Out>> join_functions(
    const std::vector<AnyFunction<Out>>& functions) {
  std::vector<Fold<AnyBlock, Out>> folds;
  std::vector<ValueMap<const AnyValue&, Out>> value_maps;
  for (const auto& function : functions) {
    if (function.fold() != nullptr) folds.push_back(*function.fold());
    if (function.value_map() != nullptr) value_maps.push_back(*function.value_map());
  }
  if (folds.size() == functions.size()) return join_functions(folds);
  return join_functions(value_maps);
}

}  // namespace scrim
