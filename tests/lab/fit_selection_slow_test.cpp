// Selections and the private quantile on real entropy against their laws, at a level of 1e-9 each;
// and against laws that are off by 1% in one cell, which must be rejected.
#include <gtest/gtest.h>

#include <vector>

#include "scrim/entropy/secure_generator.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "support/fit_experiments.hpp"

namespace scrim {
namespace {

using test::entropy_lane;
using test::expect_fit;

template <class MO>
class OnRealEntropy : public testing::Test {};
// Concentrated divergence selects as bounded range does.
using Measures = testing::Types<MaxDivergence, RangeDivergence>;
TYPED_TEST_SUITE(OnRealEntropy, Measures);

TYPED_TEST(OnRealEntropy, selections_fit_their_law) {
  const std::vector<double> scores{0.0, -0.7, -2.0, -3.5};
  expect_fit(test::selection_experiment<TypeParam>(
                 scores, {.k = 1, .scale = 7.0 / 5.0, .optimize = Optimize::max},
                 entropy::thread_source(), entropy_lane),
             entropy_lane, "k = 1");
}

TYPED_TEST(OnRealEntropy, two_selections_fit_their_law) {
  const std::vector<double> scores{0.0, -5.0, -9.0};
  expect_fit(test::selection_experiment<TypeParam>(
                 scores, {.k = 2, .scale = 10.0, .optimize = Optimize::max},
                 entropy::thread_source(), entropy_lane),
             entropy_lane, "k = 2");
}

TYPED_TEST(OnRealEntropy, quantiles_fit_their_law_end_to_end) {
  const test::QuantileExperiment setup;
  const auto quantile =
      make_private_quantile(vector_domain<int>(), SymmetricDistance{}, TypeParam{}, setup.options);
  expect_fit(test::count_outcomes(setup.law<TypeParam>(), entropy_lane,
                                  [&] { return quantile.invoke(setup.rows); }),
             entropy_lane, "quantile");
}

}  // namespace
}  // namespace scrim
