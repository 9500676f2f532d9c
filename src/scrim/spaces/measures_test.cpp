#include "scrim/spaces/measures.hpp"

#include <gtest/gtest.h>

#include <concepts>

#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/value_metrics.hpp"

namespace scrim::measures_test {
namespace {

TEST(Measure, holds_for_measures_and_not_for_metrics) {
  static_assert(Measure<MaxDivergence> && Measure<RangeDivergence>);
  static_assert(Measure<ZeroConcentratedDivergence>);
  static_assert(!Measure<SymmetricDistance> && !Measure<AbsoluteDistance<double>>);
  static_assert(!Metric<MaxDivergence> && !Measure<double>);
  static_assert(std::same_as<MaxDivergence::Distance, double>);
}

TEST(Measure, describes_itself_and_its_parameter) {
  EXPECT_EQ(MaxDivergence{}.describe(), "max_divergence()");
  EXPECT_EQ(RangeDivergence{}.describe(), "range_divergence()");
  EXPECT_EQ(ZeroConcentratedDivergence{}.describe(), "zero_concentrated_divergence()");
  EXPECT_EQ(MaxDivergence::parameter, "epsilon");
  EXPECT_EQ(ZeroConcentratedDivergence::parameter, "rho");
  EXPECT_EQ(MaxDivergence{}, MaxDivergence{});
}

}  // namespace
}  // namespace scrim::measures_test
