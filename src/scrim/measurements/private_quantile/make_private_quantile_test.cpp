#include "scrim/measurements/private_quantile/make_private_quantile.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/accounting/conversions.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "support/error_of.hpp"

namespace scrim::make_private_quantile_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <class MO, class M = SymmetricDistance>
auto quantile(Alpha alpha, double scale, MO measure, M metric = {},
              VectorDomain<AtomDomain<double>> domain = vector_domain<double>()) {
  return make_private_quantile(domain, metric, measure,
                               QuantileOptions<double>{{10.0, 20.0, 30.0, 40.0}, alpha, scale});
}

TEST(PrivateQuantile, charges_rows_over_scale_however_alpha_is_written) {
  EXPECT_EQ(quantile(0.5, 1.0, MaxDivergence{}).map(1), 1.0);  // 2 * 1 / (2 * scale)
  EXPECT_EQ(quantile(Fraction{50, 100}, 1.0, MaxDivergence{}).map(1), 1.0);
  EXPECT_EQ(quantile(0.25, 1.0, MaxDivergence{}).map(1), 1.5);  // 2 * 3 / (4 * scale)
  EXPECT_EQ(quantile(0.5, 1.0, RangeDivergence{}).map(1), 1.0);
  EXPECT_EQ(quantile(0.5, 1.0, ZeroConcentratedDivergence{}).map(1), rho_of_range(1.0));
}

TEST(PrivateQuantile, charges_half_for_the_minimum_and_the_maximum) {
  EXPECT_EQ(quantile(0.0, 1.0, MaxDivergence{}).map(1), 1.0);  // where 2 * 1 / 1 would be due
  EXPECT_EQ(quantile(1.0, 1.0, MaxDivergence{}).map(1), 1.0);
}

TEST(PrivateQuantile, charges_changes_where_the_size_is_known) {
  const auto domain = vector_domain<double>().with_size(50);
  EXPECT_EQ(quantile(0.25, 1.0, MaxDivergence{}, ChangeOneDistance{}, domain).map(1), 2.0);
  EXPECT_EQ(quantile(0.25, 1.0, MaxDivergence{}, SymmetricDistance{}, domain).map(2), 2.0);
  EXPECT_EQ(quantile(0.25, 1.0, MaxDivergence{}, SymmetricDistance{}, domain).map(1), 0.0);
}

TEST(PrivateQuantile, releases_a_candidate_near_the_quantile) {
  std::vector<double> rows;
  for (int i = 0; i < 40'000; ++i) rows.push_back(static_cast<double>(i) / 1000.0);  // 0 to 40
  EXPECT_EQ(quantile(0.25, 1.0, MaxDivergence{}).invoke(rows), 10.0);
  EXPECT_EQ(quantile(0.5, 1.0, RangeDivergence{}).invoke(rows), 20.0);
  EXPECT_EQ(quantile(0.75, 1.0, ZeroConcentratedDivergence{}).invoke(rows), 30.0);
  EXPECT_EQ(quantile(1.0, 1.0, MaxDivergence{}).invoke(rows), 40.0);
}

TEST(PrivateQuantile, is_exact_without_noise) {
  EXPECT_EQ(quantile(0.5, 0.0, MaxDivergence{}).invoke(std::vector{9.0, 19.0, 29.0, 31.0}), 20.0);
  EXPECT_EQ(quantile(0.5, 0.0, MaxDivergence{}).map(1), infinity);
}

TEST(PrivateQuantile, stays_among_the_candidates_on_data_outside_its_domain) {
  const std::vector rows{nan, infinity, -infinity, nan, 1e308};
  for (int round = 0; round < 100; ++round) {
    const double released = quantile(0.5, 3.0, MaxDivergence{}).invoke(rows);
    EXPECT_TRUE(released == 10.0 || released == 20.0 || released == 30.0 || released == 40.0);
  }
}

TEST(PrivateQuantile, refuses_bad_parameters) {
  for (const double scale : {-0.0, -1.0, infinity, nan, 1e308}) {
    SCRIM_EXPECT_ERROR(quantile(0.1, scale, MaxDivergence{}), ErrorKind::invalid_argument,
                       "make_private_quantile", "scale is");
  }
  SCRIM_EXPECT_ERROR(quantile(nan, 1.0, MaxDivergence{}), ErrorKind::invalid_argument, "alpha");
  SCRIM_EXPECT_ERROR(make_private_quantile(vector_domain<int>(), SymmetricDistance{},
                                           MaxDivergence{}, QuantileOptions<int>{{3, 2}, 0.5, 1.0}),
                     ErrorKind::invalid_argument, "increasing");
}

TEST(ThenPrivateQuantile, follows_a_transformation) {
  const auto median =
      Space{vector_domain<std::int64_t>(), InsertDeleteDistance{}} >>
      then_private_quantile(MaxDivergence{}, QuantileOptions<std::int64_t>{{1, 2, 3}, 0.5, 0.0});
  EXPECT_EQ(median.invoke(std::vector<std::int64_t>{2, 2, 2}), 2);
}

}  // namespace
}  // namespace scrim::make_private_quantile_test
