// What every metric offers, and which pairs form a metric space. Proof: metric_concepts.proof.md
#pragma once

#include <concepts>
#include <cstdint>
#include <string>

#include "scrim/columns/atom.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/domain_concept.hpp"
#include "scrim/spaces/option_domain.hpp"
#include "scrim/spaces/record_domain.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim {

namespace metrics {

template <class M>
concept Described = std::copyable<M> && std::equality_comparable<M> && requires(const M& m) {
  typename M::Distance;
  { m.describe() } -> std::same_as<std::string>;
};

/// Whether a value of the domain can be, or hold, a NaN.
template <class D>
[[nodiscard]] bool allows_nan(const D& domain) {
  if constexpr (requires { domain.nan; }) {
    return domain.nan;
  } else if constexpr (requires { domain.element; }) {
    return allows_nan(domain.element);
  } else {
    return false;
  }
}

}  // namespace metrics

/// Counts the rows by which two datasets differ.
template <class M>
concept DatasetMetric =
    metrics::Described<M> && std::same_as<typename M::Distance, std::uint32_t> &&
    std::same_as<decltype(M::ordered), const bool> &&
    std::same_as<decltype(M::needs_known_size), const bool>;

/// Says how far apart two datasets are, whatever it counts: rows; persons with their rows; rows by
/// groups. What is measured by it is read row by row.
template <class M>
concept OverRows =
    DatasetMetric<M> || (metrics::Described<M> && requires { requires M::is_over_rows; });

/// Says how far apart two aggregates are.
template <class M>
concept ValueMetric =
    metrics::Described<M> && !OverRows<M> && std::same_as<decltype(M::accepts_nan), const bool>;

/// Which of the two it is, and which domains it fits, is known only at run time.
template <class M>
concept HiddenMetric = metrics::Described<M> && requires(const M& m) {
  { m.is_dataset_metric() } -> std::same_as<bool>;
};

template <class M>
concept Metric = OverRows<M> || ValueMetric<M> || HiddenMetric<M>;

/// A domain of what one row of a dataset can be: an atom, one that may be missing, or a record of
/// these.
template <class D>
inline constexpr bool is_row_domain = false;
template <Atom T>
inline constexpr bool is_row_domain<AtomDomain<T>> = true;
template <Atom T>
inline constexpr bool is_row_domain<OptionDomain<AtomDomain<T>>> = true;
template <class... Ds>
inline constexpr bool is_row_domain<RecordDomain<Ds...>> = (is_row_domain<Ds> && ...);

/// Whether M is a metric on the values of D. Specialise it for a domain or a metric of your own.
template <class D, class M>
inline constexpr bool is_metric_space = false;

template <class D, DatasetMetric M>
  requires is_row_domain<D>
inline constexpr bool is_metric_space<VectorDomain<D>, M> = true;

template <Number T, Number Q>
inline constexpr bool is_metric_space<AtomDomain<T>, AbsoluteDistance<Q>> = true;

template <Number T, int P, Number Q>
inline constexpr bool is_metric_space<VectorDomain<AtomDomain<T>>, LpDistance<P, Q>> = true;

template <Number T, Number Q>
inline constexpr bool is_metric_space<VectorDomain<AtomDomain<T>>, LInfDistance<Q>> = true;

template <Number T, Number Q>
inline constexpr bool is_metric_space<VectorDomain<AtomDomain<T>>, RangeDistance<Q>> = true;

template <Domain D>
inline constexpr bool is_metric_space<D, DiscreteDistance> = true;

template <class D, class M>
concept MetricSpace = Domain<D> && Metric<M> && is_metric_space<D, M>;

/// Throws mismatch if the values of a domain and a metric do not fit although their types do: the
/// metric needs a size that the domain does not know, or the domain allows a NaN that the metric
/// cannot measure.
template <class D, class M>
  requires MetricSpace<D, M>
void check_space(const D& domain, M metric) {
  if constexpr (HiddenMetric<M>) {
    metric.check_fits(domain);
  } else if constexpr (DatasetMetric<M>) {
    if constexpr (M::needs_known_size) {
      if (!domain.size) {
        fail(ErrorKind::mismatch, metric.describe() + " compares datasets of one known size, but " +
                                      domain.describe() +
                                      " has none; declare it with .with_size(n)");
      }
    }
  } else if constexpr (ValueMetric<M>) {
    if (!M::accepts_nan && metrics::allows_nan(domain)) {
      fail(ErrorKind::mismatch, metric.describe() + " measures numbers, but " + domain.describe() +
                                    " allows NaN; drop or replace NaN first, or declare the domain "
                                    "without NaN");
    }
  }
}

}  // namespace scrim
