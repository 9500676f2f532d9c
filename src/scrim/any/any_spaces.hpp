// Domains, metrics, measures and distances whose types are known only at run time. They model the
// concepts that typed ones do, so that every combinator takes them as it takes those.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>

#include "scrim/accounting/privacy_profile.hpp"
#include "scrim/any/any_value.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/spaces/approximate.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/distance.hpp"
#include "scrim/spaces/keyed_counts.hpp"
#include "scrim/spaces/keyed_distance.hpp"
#include "scrim/spaces/known_size.hpp"
#include "scrim/spaces/measures.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/option_domain.hpp"
#include "scrim/spaces/person_weight_distance.hpp"
#include "scrim/spaces/renyi_divergence.hpp"
#include "scrim/spaces/table_domain.hpp"
#include "scrim/spaces/table_metrics.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim {

/// A distance of some metric or measure.
struct AnyDistance : std::variant<std::uint32_t, std::uint64_t, double, LossWithDelta, RenyiLosses,
                                  KeyedChange, PrivacyProfile> {
  using variant::variant;
};
[[nodiscard]] bool is_distance(const AnyDistance& d);
/// Precondition (checked): both are of one type.
[[nodiscard]] bool within(const AnyDistance& a, const AnyDistance& b);
[[nodiscard]] std::string describe_distance(const AnyDistance& d);
[[nodiscard]] AnyDistance undirected(const AnyDistance& d);

/// The distance type that values of T are measured in here.
template <Number T>
using DistanceOf = std::conditional_t<Float<T>, double, std::uint64_t>;

namespace any {

// Four element types carry every column: narrower numbers widen to one of them without loss (an
// integer column read as doubles is rounded to nearest), and texts are viewed where they lie.

template <class T>
using Rows = VectorDomain<AtomDomain<T>>;
template <class T>
using RowsWithNulls = VectorDomain<OptionDomain<AtomDomain<T>>>;

/// The atom type of a domain here: T.
template <class D>
struct AtomOf;
template <class T>
struct AtomOf<AtomDomain<T>> {
  using Type = T;
};
template <class D>
struct AtomOf<OptionDomain<D>> : AtomOf<D> {};
template <class D>
struct AtomOf<VectorDomain<D>> : AtomOf<D> {};
/// That of its keys.
template <class K>
struct AtomOf<KeyedCountsDomain<K>> {
  using Type = std::conditional_t<std::is_same_v<K, std::string>, std::string_view, K>;
};

/// Not a domain of tables, whose columns have each a type of their own.
template <class D>
concept OfAtoms = requires { typename AtomOf<D>::Type; };

using Domains =
    std::variant<AtomDomain<double>, AtomDomain<std::int64_t>, AtomDomain<std::uint64_t>,
                 AtomDomain<std::string_view>, Rows<double>, Rows<std::int64_t>,
                 Rows<std::uint64_t>, Rows<std::string_view>, OptionDomain<AtomDomain<double>>,
                 OptionDomain<AtomDomain<std::int64_t>>, OptionDomain<AtomDomain<std::uint64_t>>,
                 OptionDomain<AtomDomain<std::string_view>>, RowsWithNulls<double>,
                 RowsWithNulls<std::int64_t>, RowsWithNulls<std::uint64_t>,
                 RowsWithNulls<std::string_view>, KeyedCountsDomain<std::int64_t>,
                 KeyedCountsDomain<std::uint64_t>, KeyedCountsDomain<std::string>, TableDomain,
                 PersonTableDomain, GroupedTableDomain>;

using Metrics =
    std::variant<SymmetricDistance, InsertDeleteDistance, ChangeOneDistance, HammingDistance,
                 AbsoluteDistance<double>, AbsoluteDistance<std::uint64_t>, LpDistance<1, double>,
                 LpDistance<1, std::uint64_t>, LpDistance<2, double>, LpDistance<2, std::uint64_t>,
                 LInfDistance<double>, LInfDistance<std::uint64_t>, RangeDistance<double>,
                 RangeDistance<std::uint64_t>, DiscreteDistance, KeyedDistance, PersonDistance,
                 GroupedDistance, PersonWeightDistance>;

using Measures = std::variant<MaxDivergence, RangeDivergence, ZeroConcentratedDivergence,
                              Approximate<MaxDivergence>, Approximate<ZeroConcentratedDivergence>,
                              RenyiDivergence, ProfileDivergence>;

}  // namespace any

struct AnyDomain : any::Domains {
  using variant::variant;
  using Carrier = AnyValue;

  /// False for values of another type.
  [[nodiscard]] bool contains(const AnyValue& value) const;
  [[nodiscard]] std::string describe() const;
  /// True if its values are vectors.
  [[nodiscard]] bool is_vector() const;
  /// True if its values, or the elements of its vectors, may be null.
  [[nodiscard]] bool has_nulls() const;

  friend bool operator==(const AnyDomain&, const AnyDomain&) = default;
};

/// The number of rows, where the domain is one of vectors of a known size.
[[nodiscard]] KnownSize declared_size(const AnyDomain& domain);

/// That of the domain it hides.
[[nodiscard]] Identity identity_of(const AnyDomain& domain);

struct AnyMetric : any::Metrics {
  using variant::variant;
  using Distance = AnyDistance;

  [[nodiscard]] bool is_dataset_metric() const;
  /// Throws mismatch unless it is a metric on the values of the domain.
  void check_fits(const AnyDomain& domain) const;
  [[nodiscard]] std::string describe() const;

  friend bool operator==(const AnyMetric&, const AnyMetric&) = default;
};

struct AnyMeasure : any::Measures {
  using variant::variant;
  using Distance = AnyDistance;
  static constexpr std::string_view parameter = "loss";

  [[nodiscard]] std::string describe() const;

  friend bool operator==(const AnyMeasure&, const AnyMeasure&) = default;
};

template <>
inline constexpr bool is_metric_space<AnyDomain, AnyMetric> = true;

}  // namespace scrim
