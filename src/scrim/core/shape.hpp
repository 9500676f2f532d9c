// The metrics tell the shape of a function: which of RowMap, RowBounding, Fold and ValueMap it is.
#pragma once

#include <concepts>
#include <cstddef>
#include <vector>

#include "scrim/core/declared_size.hpp"
#include "scrim/core/fold.hpp"
#include "scrim/core/row_bounding.hpp"
#include "scrim/core/row_map.hpp"
#include "scrim/core/value_map.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/table_metrics.hpp"

namespace scrim {

namespace shape {

template <class D>
struct ViewOf {
  using Type = const typename D::Carrier&;
};
template <class D>
  requires requires { typename D::View; }
struct ViewOf<D> {
  using Type = typename D::View;
};

}  // namespace shape

/// How a function sees a member of D without owning it: a span for vectors, a reference otherwise.
template <class D>
using ViewOf = typename shape::ViewOf<D>::Type;

/// The blocks in which members of D, a domain of datasets, are read.
template <class D>
using BlockOf = typename D::View;

namespace shape {

/// From persons' rows to rows that are nobody's: what is kept of a person's rows depends on all of
/// them.
template <class MI, class MO>
inline constexpr bool forgets_persons =
    std::same_as<MI, PersonDistance> && !std::same_as<MO, PersonDistance>;

template <class DI, class MI, class DO, class MO>
struct TransformationFunction;

template <class DI, OverRows MI, class DO, OverRows MO>
struct TransformationFunction<DI, MI, DO, MO> {
  using Type = RowMap<BlockOf<DI>, BlockOf<DO>>;
};
template <class DI, OverRows MI, class DO, OverRows MO>
  requires forgets_persons<MI, MO>
struct TransformationFunction<DI, MI, DO, MO> {
  using Type = RowBounding<BlockOf<DI>, BlockOf<DO>>;
};
template <class DI, OverRows MI, class DO, ValueMetric MO>
struct TransformationFunction<DI, MI, DO, MO> {
  using Type = Fold<BlockOf<DI>, typename DO::Carrier>;
};
template <class DI, ValueMetric MI, class DO, ValueMetric MO>
struct TransformationFunction<DI, MI, DO, MO> {
  using Type = ValueMap<scrim::ViewOf<DI>, typename DO::Carrier>;
};

template <class DI, class MI, class Out>
struct MeasurementFunction;

template <class DI, OverRows MI, class Out>
struct MeasurementFunction<DI, MI, Out> {
  using Type = Fold<BlockOf<DI>, Out>;
};
template <class DI, ValueMetric MI, class Out>
struct MeasurementFunction<DI, MI, Out> {
  using Type = ValueMap<scrim::ViewOf<DI>, Out>;
};

}  // namespace shape

template <class DI, class MI, class DO, class MO>
using TransformationFunction = typename shape::TransformationFunction<DI, MI, DO, MO>::Type;

template <class DI, class MI, class Out>
using MeasurementFunction = typename shape::MeasurementFunction<DI, MI, Out>::Type;

/// The fold that a function is.
template <Block In, class Out>
[[nodiscard]] Fold<In, Out> fold_of(const Fold<In, Out>& function) {
  return function;
}

/// A function whose runs stream, merge and can be saved.
template <class F>
concept Streams = requires(const F& function) { fold_of(function); };

/// Puts the rows of a block behind others.
template <class T, Block B>
void append_rows(std::vector<T>& rows, const B& block) {
  if constexpr (requires { block.begin(); }) {
    rows.insert(rows.end(), block.begin(), block.end());
  } else {
    for (std::size_t i = 0; i < block.size(); ++i) rows.push_back(block[i]);
  }
}

/// A dataset of the domain, as yet without a row.
template <class D>
[[nodiscard]] typename D::Carrier no_rows_of(const D& domain) {
  if constexpr (std::same_as<typename D::Carrier, TableRows>) {
    if constexpr (requires { domain.all_columns(); }) {
      return TableRows(domain.all_columns().columns());
    } else {
      return TableRows(domain.columns());
    }
  } else {
    return {};
  }
}

/// Puts the rows of a batch behind those of a table.
inline void append_rows(TableRows& rows, const Batch& block) { rows.append(block); }

/// From rows to an aggregate: what reads block by block, on threads, and in runs.
template <class MI, class MO>
concept Aggregates = OverRows<MI> && ValueMetric<MO>;

/// Throws if the domain declares another size than the value has. The declared size is public.
template <class D>
void check_declared_size(const D& domain, ViewOf<D> value) {
  if constexpr (requires { value.size(); }) {
    check_row_count(declared_size(domain), value.size());
  }
}

}  // namespace scrim
