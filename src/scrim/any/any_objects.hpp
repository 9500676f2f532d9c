// Transformations and measurements whose types are known only at run time, and how typed ones
// become such: the same objects, over types that hide others.
//
// Proof: any_objects.proof.md
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "scrim/any/any_block.hpp"
#include "scrim/any/any_function.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/any/any_value.hpp"
#include "scrim/columns/imputed_rows.hpp"
#include "scrim/columns/read_column.hpp"
#include "scrim/columns/text_rows.hpp"
#include "scrim/core/measurement.hpp"
#include "scrim/core/transformation.hpp"

namespace scrim {

using AnyTransformation = Transformation<AnyDomain, AnyMetric, AnyDomain, AnyMetric>;
using AnyMeasurement = Measurement<AnyDomain, AnyMetric, AnyMeasure, AnyValue>;
using AnyObject = std::variant<AnyTransformation, AnyMeasurement>;
using AnyRun = Run<AnyBlock, AnyValue>;

namespace any {

/// What a null is read as where the domain has none, although the column shows one: a row that lies
/// within its bounds.
template <Atom T>
[[nodiscard]] T fixed_row(const AtomDomain<T>& domain) {
  if constexpr (Number<T>) {
    if (domain.bounds) return domain.bounds->lower;
  }
  return row_of_unforeseen_null<T>();
}

template <class T>
struct BlockBuffer {
  ColumnBuffer<T> column;
  std::vector<T> rows;
};

/// Blocks of any kind as the rows that a typed function takes.
/// Precondition (caller): they hold rows of T, or a column that reads into T.
template <Atom T>
[[nodiscard]] RowMap<AnyBlock, NullableRows<T>> typed_rows(const RowsWithNulls<T>&) {
  return make_row_map<AnyBlock, NullableRows<T>, ColumnBuffer<T>>(
      [](const AnyBlock& block, ColumnBuffer<T>& buffer) -> NullableRows<T> {
        if (const auto* column = std::get_if<Column>(&block)) return read_column(*column, buffer);
        if (const auto* rows = std::get_if<AtomRows<T>>(&block)) return {*rows};
        return std::get<NullableRows<T>>(block);
      },
      Identity(), RowPlaces::stay);
}

template <Atom T>
[[nodiscard]] RowMap<AnyBlock, AtomRows<T>> typed_rows(const Rows<T>& domain) {
  return make_row_map<AnyBlock, AtomRows<T>, BlockBuffer<T>>(
      [fixed = fixed_row(domain.element)](const AnyBlock& block,
                                          BlockBuffer<T>& buffer) -> AtomRows<T> {
        if (const auto* rows = std::get_if<AtomRows<T>>(&block)) return *rows;
        return imputed_rows(read_column(std::get<Column>(block), buffer.column), fixed,
                            buffer.rows);
      },
      Identity(), RowPlaces::stay);
}

/// Tables are batches already.
template <class D>
  requires std::same_as<typename D::View, Batch>
[[nodiscard]] RowMap<AnyBlock, Batch> typed_rows(const D&) {
  return make_row_map<AnyBlock, Batch, NoBuffer>(
      [](const AnyBlock& block, NoBuffer&) { return std::get<Batch>(block); }, Identity(),
      RowPlaces::stay);
}

template <Block In>
[[nodiscard]] RowMap<In, AnyBlock> hidden_rows() {
  return make_row_map<In, AnyBlock, NoBuffer>(
      [](const In& block, NoBuffer&) { return AnyBlock(block); }, Identity(), RowPlaces::stay);
}

template <class D, Block In, Block Out>
[[nodiscard]] AnyFunction<AnyValue> hide_function(const D& domain,
                                                  const RowMap<In, Out>& function) {
  return chain_functions(chain_functions(typed_rows(domain), function), hidden_rows<Out>());
}

template <class D, Block In, Block Out>
[[nodiscard]] AnyFunction<AnyValue> hide_function(const D& domain,
                                                  const RowBounding<In, Out>& function) {
  return chain_functions(chain_functions(typed_rows(domain), function), hidden_rows<Out>());
}

template <class D, Block In, class Out>
[[nodiscard]] AnyFunction<AnyValue> hide_function(const D& domain, const Fold<In, Out>& function) {
  return chain_functions(
      chain_functions(typed_rows(domain), function),
      ValueMap<Out, AnyValue>([](Out value) { return any_value(std::move(value)); }));
}

template <class D, class View, class Out>
[[nodiscard]] AnyFunction<AnyValue> hide_function(const D&, const ValueMap<View, Out>& function) {
  return ValueMap<const AnyValue&, AnyValue>([function](const AnyValue& value) {
    return any_value(function.apply(view_of<View>(value)));
  });
}

}  // namespace any

/// The same transformation, with its types hidden.
template <class DI, class MI, class DO, class MO>
[[nodiscard]] AnyTransformation hide(const Transformation<DI, MI, DO, MO>& typed) {
  return {typed.input_domain(),
          typed.input_metric(),
          typed.output_domain(),
          typed.output_metric(),
          any::hide_function(typed.input_domain(), typed.function()),
          typed.stability_map().template hidden<AnyDistance>()};
}

/// The same measurement, with its types hidden.
template <class DI, class MI, class MO, class Out>
[[nodiscard]] AnyMeasurement hide(const Measurement<DI, MI, MO, Out>& typed) {
  return {typed.input_domain(), typed.input_metric(), typed.output_measure(),
          any::hide_function(typed.input_domain(), MeasurementAccess::function_of(typed)),
          typed.privacy_map().template hidden<AnyDistance>()};
}

/// What hides its types already.
[[nodiscard]] inline AnyObject hide(AnyObject object) { return object; }

}  // namespace scrim
