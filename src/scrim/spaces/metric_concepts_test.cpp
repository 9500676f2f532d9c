#include "scrim/spaces/metric_concepts.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/errors/error.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "support/distances/dataset_distances.hpp"
#include "support/distances/value_distances.hpp"

// Not in a batch: it tells the library, in its namespace, of a metric space.
namespace scrim {
namespace {

template <Atom T>
using Rows = VectorDomain<AtomDomain<T>>;

/// A metric and a domain that the library does not know, as a user would write them.
struct Evens {
  using Carrier = int;
  bool contains(int value) const { return value % 2 == 0; }
  std::string describe() const { return "Evens"; }
  bool operator==(const Evens&) const = default;
};

/// The message of the mismatch that check_space throws, or "accepted".
template <class D, class M>
std::string mismatch(const D& domain, const M& metric) {
  try {
    check_space(domain, metric);
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::mismatch);
    return error.what();
  }
  return "accepted";
}

}  // namespace

template <>
inline constexpr bool is_metric_space<Evens, AbsoluteDistance<int>> = true;

namespace {

TEST(MetricConcepts, part_dataset_metrics_from_value_metrics) {
  static_assert(DatasetMetric<SymmetricDistance> && DatasetMetric<InsertDeleteDistance>);
  static_assert(DatasetMetric<ChangeOneDistance> && DatasetMetric<HammingDistance>);
  static_assert(!ValueMetric<SymmetricDistance> && !ValueMetric<HammingDistance>);
  static_assert(ValueMetric<AbsoluteDistance<double>> && ValueMetric<LpDistance<2, float>>);
  static_assert(ValueMetric<LInfDistance<std::uint64_t>> && ValueMetric<RangeDistance<int>>);
  static_assert(ValueMetric<DiscreteDistance> && !DatasetMetric<DiscreteDistance>);
  static_assert(!DatasetMetric<AbsoluteDistance<std::uint32_t>>);
  static_assert(!DatasetMetric<LInfDistance<std::uint32_t>>);
  static_assert(Metric<SymmetricDistance> && Metric<DiscreteDistance>);
  static_assert(!Metric<int> && !Metric<AtomDomain<int>>);
}

TEST(MetricSpace, holds_for_dataset_metrics_on_rows_of_every_atom) {
  static_assert(MetricSpace<Rows<double>, SymmetricDistance>);
  static_assert(MetricSpace<Rows<bool>, InsertDeleteDistance>);
  static_assert(MetricSpace<Rows<std::string>, ChangeOneDistance>);
  static_assert(MetricSpace<Rows<std::string_view>, HammingDistance>);
  static_assert(!MetricSpace<AtomDomain<double>, SymmetricDistance>);
  static_assert(!MetricSpace<VectorDomain<Rows<double>>, SymmetricDistance>);
}

TEST(MetricSpace, holds_for_value_metrics_on_numbers_only) {
  static_assert(MetricSpace<AtomDomain<int>, AbsoluteDistance<double>>);
  static_assert(!MetricSpace<AtomDomain<bool>, AbsoluteDistance<double>>);
  static_assert(!MetricSpace<AtomDomain<std::string>, AbsoluteDistance<double>>);
  static_assert(!MetricSpace<Rows<int>, AbsoluteDistance<double>>);
  static_assert(MetricSpace<Rows<float>, LpDistance<1, double>>);
  static_assert(MetricSpace<Rows<std::uint64_t>, LInfDistance<std::uint64_t>>);
  static_assert(MetricSpace<Rows<std::int8_t>, RangeDistance<double>>);
  static_assert(!MetricSpace<Rows<bool>, LpDistance<1, double>>);
  static_assert(!MetricSpace<Rows<std::string>, LInfDistance<double>>);
  static_assert(!MetricSpace<AtomDomain<double>, RangeDistance<double>>);
}

TEST(MetricSpace, holds_for_the_discrete_distance_on_every_domain) {
  static_assert(MetricSpace<AtomDomain<std::string>, DiscreteDistance>);
  static_assert(MetricSpace<Rows<bool>, DiscreteDistance>);
  static_assert(MetricSpace<VectorDomain<Rows<double>>, DiscreteDistance>);
  static_assert(MetricSpace<Evens, DiscreteDistance>);
  static_assert(!MetricSpace<int, DiscreteDistance>);
}

TEST(MetricSpace, is_open_for_others) {
  static_assert(MetricSpace<Evens, AbsoluteDistance<int>>);
  static_assert(!MetricSpace<Evens, AbsoluteDistance<double>>);
  EXPECT_EQ(mismatch(Evens{}, AbsoluteDistance<int>{}), "accepted");
}

/// All vectors of up to three entries out of {0, 1}.
std::vector<std::vector<int>> small_vectors() {
  std::vector<std::vector<int>> vectors{{}};
  for (std::size_t i = 0; vectors[i].size() < 3; ++i) {
    for (const int entry : {0, 1}) {
      vectors.push_back(vectors[i]);
      vectors.back().push_back(entry);
    }
  }
  return vectors;
}

/// The distance, or infinity where vectors of two sizes have none.
template <class M>
double distance_of(const M& metric, const std::vector<int>& x, const std::vector<int>& y) {
  try {
    return static_cast<double>(distance(metric, x, y));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::invalid_argument);
    EXPECT_NE(x.size(), y.size());
    return std::numeric_limits<double>::infinity();
  }
}

/// Checks the axioms on all small members, and whether sizes that differ part them for good.
template <class M>
void expect_metric(const VectorDomain<AtomDomain<int>>& domain, const M& metric,
                   bool parts_unequal_sizes) {
  check_space(domain, metric);
  for (const auto& x : small_vectors()) {
    if (!domain.contains(x)) continue;
    EXPECT_EQ(distance_of(metric, x, x), 0.0);
    for (const auto& y : small_vectors()) {
      if (!domain.contains(y)) continue;
      const double d = distance_of(metric, x, y);
      EXPECT_EQ(d, distance_of(metric, y, x));
      if (x.size() != y.size()) {
        EXPECT_EQ(std::isinf(d), parts_unequal_sizes);
      }
      for (const auto& z : small_vectors()) {
        if (!domain.contains(z)) continue;
        EXPECT_LE(distance_of(metric, x, z), d + distance_of(metric, y, z));
      }
    }
  }
}

TEST(MetricSpace, is_one_on_all_members_of_two_sizes_too) {
  const auto any_size = vector_domain<int>();
  expect_metric(any_size, SymmetricDistance{}, false);
  expect_metric(any_size, InsertDeleteDistance{}, false);
  expect_metric(any_size, DiscreteDistance{}, false);
  expect_metric(any_size, LpDistance<1, double>{}, true);
  expect_metric(any_size, LpDistance<2, double>{}, true);
  expect_metric(any_size, LInfDistance<int>{}, true);
  expect_metric(any_size, LInfDistance<int>{.monotonic = true}, true);
  expect_metric(any_size, RangeDistance<int>{}, true);
  for (const std::size_t size : {0U, 1U, 3U}) {
    expect_metric(any_size.with_size(size), ChangeOneDistance{}, false);
    expect_metric(any_size.with_size(size), HammingDistance{}, false);
  }
}

TEST(CheckSpace, refuses_an_unknown_size_where_the_metric_needs_one) {
  EXPECT_EQ(mismatch(vector_domain<double>(), ChangeOneDistance{}),
            "change_one_distance() compares datasets of one known size, but "
            "vector_domain(atom_domain(float)) has none; declare it with .with_size(n)");
  EXPECT_NE(mismatch(vector_domain<bool>(), HammingDistance{}), "accepted");
  EXPECT_EQ(mismatch(vector_domain<double>().with_size(0), ChangeOneDistance{}), "accepted");
  EXPECT_EQ(mismatch(vector_domain<bool>().with_size(3), HammingDistance{}), "accepted");
  EXPECT_EQ(mismatch(vector_domain<double>(), SymmetricDistance{}), "accepted");
  EXPECT_EQ(mismatch(vector_domain<double>(), InsertDeleteDistance{}), "accepted");
}

TEST(CheckSpace, refuses_nan_where_the_metric_cannot_measure_it) {
  EXPECT_EQ(mismatch(atom_domain_with_nan<double>(), AbsoluteDistance<double>{}),
            "absolute_distance(float) measures numbers, but atom_domain(float, nan=True) allows "
            "NaN; drop or replace NaN first, or declare the domain without NaN");
  const auto rows = vector_domain(atom_domain_with_nan<float>());
  EXPECT_NE(mismatch(rows, LpDistance<1, double>{}), "accepted");
  EXPECT_NE(mismatch(rows, LInfDistance<float>{}), "accepted");
  EXPECT_NE(mismatch(rows, RangeDistance<float>{}), "accepted");
  EXPECT_EQ(mismatch(vector_domain<float>(), LInfDistance<float>{}), "accepted");
  EXPECT_EQ(mismatch(vector_domain<int>(), RangeDistance<float>{}), "accepted");
}

TEST(CheckSpace, accepts_nan_where_only_sameness_counts) {
  EXPECT_EQ(mismatch(vector_domain(atom_domain_with_nan<double>()), SymmetricDistance{}),
            "accepted");
  EXPECT_EQ(mismatch(atom_domain_with_nan<double>(), DiscreteDistance{}), "accepted");
}

}  // namespace
}  // namespace scrim
