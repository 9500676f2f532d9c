// Domains, metrics, measures and distances whose types are known only at run time.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/measures.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim {

// Four element types carry every column: narrower numbers widen to one of them without loss (an
// integer column read as doubles is rounded to nearest), and texts are viewed where they lie.

using AnyDomain =
    std::variant<AtomDomain<double>, AtomDomain<std::int64_t>, AtomDomain<std::uint64_t>,
                 AtomDomain<std::string_view>, VectorDomain<AtomDomain<double>>,
                 VectorDomain<AtomDomain<std::int64_t>>, VectorDomain<AtomDomain<std::uint64_t>>,
                 VectorDomain<AtomDomain<std::string_view>>>;

using AnyMetric =
    std::variant<SymmetricDistance, InsertDeleteDistance, ChangeOneDistance, HammingDistance,
                 AbsoluteDistance<double>, AbsoluteDistance<std::uint64_t>, LpDistance<1, double>,
                 LpDistance<1, std::uint64_t>, LpDistance<2, double>, LpDistance<2, std::uint64_t>,
                 LInfDistance<double>, LInfDistance<std::uint64_t>, RangeDistance<double>,
                 RangeDistance<std::uint64_t>>;

using AnyMeasure = std::variant<MaxDivergence, RangeDivergence, ZeroConcentratedDivergence>;

/// A distance of some metric or measure.
using AnyDistance = std::variant<std::uint32_t, std::uint64_t, double>;

/// The distance type that values of T are measured in here.
template <Number T>
using DistanceOf = std::conditional_t<Float<T>, double, std::uint64_t>;

[[nodiscard]] std::string describe(const AnyDomain& domain);
[[nodiscard]] std::string describe(const AnyMetric& metric);
[[nodiscard]] std::string describe(const AnyMeasure& measure);
[[nodiscard]] std::string describe(const AnyDistance& distance);

[[nodiscard]] bool is_dataset_metric(const AnyMetric& metric);

/// The number of rows, where the domain is one of vectors of a known size.
[[nodiscard]] KnownSize declared_size(const AnyDomain& domain);

}  // namespace scrim
