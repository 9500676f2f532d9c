#include "scrim/transformations/count_by_edges/make_count_by_edges.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/measurements/gaussian/make_gaussian.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "support/error_of.hpp"

namespace scrim::make_count_by_edges_test {
namespace {

using Counts = std::vector<std::uint64_t>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The counts as they are defined, row by row and bin by bin.
template <Number T>
Counts by_definition(const std::vector<T>& edges, const std::vector<T>& rows, OtherRows others) {
  Counts between(edges.size() - 1);
  std::uint64_t below = 0;
  std::uint64_t above = 0;
  for (const T row : rows) {
    if (row < edges.front()) ++below;
    if (row > edges.back()) ++above;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
      const bool is_last = i + 2 == edges.size();
      const bool is_under = row < edges[i + 1] || (is_last && row == edges[i + 1]);
      if (edges[i] <= row && is_under) ++between[i];
    }
  }
  if (others == OtherRows::counted) {
    between.insert(between.begin(), below);
    between.push_back(above);
  }
  return between;
}

template <Number T>
void expect_as_defined(const std::vector<T>& edges, const std::vector<T>& rows) {
  for (const OtherRows others : {OtherRows::left_out, OtherRows::counted}) {
    const auto counts = make_count_by_edges(vector_domain<T>(), SymmetricDistance{}, edges, others);
    EXPECT_EQ(counts.invoke(rows), by_definition(edges, rows, others));
    EXPECT_EQ(counts.output_domain().size, KnownSize(bins_between(edges.size(), others)));
  }
}

TEST(CountByEdges, puts_each_row_into_its_bin) {
  std::vector<double> rows{-infinity, -7.5, -0.0, 0.0, 0.5, 1.0, 1.5, 2.0, 3.0, infinity, nan};
  expect_as_defined<double>({0.0, 1.0, 2.0}, rows);
  expect_as_defined<double>({-0.0, 2.0}, rows);
  expect_as_defined<double>({-infinity, 0.0, infinity}, rows);
  expect_as_defined<double>({1.0, std::nextafter(1.0, 2.0), 1e308}, rows);
  expect_as_defined<double>({0.0, 1.0}, {});
  for (int i = 0; i < 5000; ++i) rows.push_back(std::sin(i) * 4);
  expect_as_defined<double>({-3.0, -2.5, 0.1, 0.2, 3.999}, rows);
}

TEST(CountByEdges, takes_all_numbers) {
  using Limits = std::numeric_limits<std::uint64_t>;
  expect_as_defined<std::uint64_t>({0, 1, Limits::max()},
                                   {0, 1, 2, Limits::max(), Limits::max() - 1});
  using Signed = std::numeric_limits<std::int64_t>;
  expect_as_defined<std::int64_t>({-1, 0, 5}, {Signed::min(), -2, -1, 0, 4, 5, 6, Signed::max()});
  expect_as_defined<std::int8_t>({-128, 127}, {-128, 0, 127});
  expect_as_defined<float>({-1.0F, 1e30F}, {-1.0F, 0.5F, 1e30F, 3e30F});
}

TEST(CountByEdges, counts_a_nan_nowhere) {
  const auto with_nan = VectorDomain{AtomDomain<double>(std::nullopt, true)};
  const auto counts =
      make_count_by_edges(with_nan, SymmetricDistance{}, {-infinity, infinity}, OtherRows::counted);
  EXPECT_EQ(counts.invoke(std::vector{nan, 1.0, -nan}), (Counts{0, 1, 0}));
}

TEST(CountByEdges, takes_noise_of_either_kind) {
  const Space space{vector_domain<double>().with_size(3), ChangeOneDistance{}};
  const std::vector<double> edges{0.0, 1.0, 2.0};
  const auto laplace = space >> then_count_by_edges<LpDistance<1, std::uint64_t>>(edges) >>
                       then_laplace(MaxDivergence{}, {.scale = 10.0});
  EXPECT_EQ(laplace.map(1), 0.2);
  const auto gaussian = space >> then_count_by_edges<LpDistance<2, double>>(edges) >>
                        then_gaussian(ZeroConcentratedDivergence{}, {.scale = 10.0});
  EXPECT_GE(gaussian.map(1), 0.01);
  EXPECT_NEAR(gaussian.map(1), 0.01, 1e-16);
}

TEST(CountByEdges, refuses_edges_that_make_no_bins) {
  const auto make = [](const std::vector<double>& edges) {
    return make_count_by_edges(vector_domain<double>(), SymmetricDistance{}, edges);
  };
  SCRIM_EXPECT_ERROR(make({}), ErrorKind::invalid_argument, "make_count_by_edges", "none",
                     "at least two");
  SCRIM_EXPECT_ERROR(make({1.0}), ErrorKind::invalid_argument, "is one", "at least two");
  SCRIM_EXPECT_ERROR(make({0.0, nan}), ErrorKind::invalid_argument, "edge 1", "NaN");
  SCRIM_EXPECT_ERROR(make({2.0, 2.0}), ErrorKind::invalid_argument, "edge 0 is 2", "edge 1 is 2",
                     "edges must be strictly increasing");
  SCRIM_EXPECT_ERROR(make({-0.0, 0.0, 1.0}), ErrorKind::invalid_argument, "strictly increasing");
}

// No run reads 2^64 rows, but merged and loaded runs may claim to have.
TEST(CountsBetweenEdges, saturate_instead_of_wrapping) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  kernels::CandidateCounts counts(2);
  counts.below = {3, most - 1, most};
  counts.equal = {2, 0};
  EXPECT_EQ(counts_between_edges(counts, OtherRows::counted), (Counts{3, most, most}));
  counts.equal = {1, 5};  // full before the last edge is added
  EXPECT_EQ(counts_between_edges(counts, OtherRows::left_out), (Counts{most}));
}

}  // namespace
}  // namespace scrim::make_count_by_edges_test
