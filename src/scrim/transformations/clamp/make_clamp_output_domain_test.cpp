// What the next function in a chain may rely on: every form of clamping promises its bounds.
#include <gtest/gtest.h>

#include <cstdint>

#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"

namespace scrim::make_clamp_output_domain_test {
namespace {

// From a domain with bounds of its own, so that keeping those would show.
const Bounds<double> before{-5.0, 1e300};
const Bounds<double> after{0.25, 100.0};

TEST(MakeClampOutputDomain, of_rows_has_the_bounds_and_the_size) {
  const auto clamp =
      make_clamp(vector_domain<double>(before).with_size(7), HammingDistance{}, after);
  EXPECT_EQ(clamp.output_domain(), vector_domain<double>(after).with_size(7));
}

TEST(MakeClampOutputDomain, of_one_number_has_the_bounds) {
  const auto clamp = make_clamp(atom_domain<double>(before), AbsoluteDistance<double>{}, after);
  EXPECT_EQ(clamp.output_domain(), atom_domain<double>(after));
}

TEST(MakeClampOutputDomain, of_aggregates_has_the_bounds_and_the_size) {
  const auto lp = make_clamp(vector_domain<double>(before, 3), LpDistance<1, double>{}, after);
  EXPECT_EQ(lp.output_domain(), vector_domain<double>(after, 3));
  const auto l_infinity =
      make_clamp(vector_domain<std::uint64_t>(3), LInfDistance<std::uint64_t>{.monotonic = true},
                 Bounds<std::uint64_t>{1, 9});
  EXPECT_EQ(l_infinity.output_domain(),
            vector_domain<std::uint64_t>(Bounds<std::uint64_t>{1, 9}, 3));
}

}  // namespace
}  // namespace scrim::make_clamp_output_domain_test
