// The search of privacy_selection_exact_test.cpp against maps that are wrong: it must refute each
// of them, or its silence about the right ones would mean nothing.
#include <gtest/gtest.h>

#include <cstddef>

#include "scrim/measurements/report_noisy_top_k/price/selection_measure.hpp"
#include "support/law_neighbour_search.hpp"

namespace scrim::privacy_controls_exact_test {
namespace {

using test::ExponentialMechanism;
using test::PermuteAndFlip;
using test::SelectionCase;

constexpr std::size_t few_candidates = 4;

/// What the library charges for scores that move against each other by `range`.
template <SelectionMeasure MO>
double charge(const SelectionCase& c, double range) {
  return selection_loss(MO{}, range, c.k, c.scale);
}

template <class Mechanism, SelectionMeasure MO, class Metric, class Claim>
double worst_ratio(const Metric& metric, std::size_t k, const Claim& claim) {
  return test::worst_of_all_cases<Mechanism>(MO{}, metric, k, few_candidates, claim).ratio();
}

template <SelectionMeasure MO>
class WrongMapOfSelection : public testing::Test {
 protected:
  using Mechanism = typename test::MechanismOf<MO>::type;
};
using Measures = testing::Types<MaxDivergence, RangeDivergence, ZeroConcentratedDivergence>;
TYPED_TEST_SUITE(WrongMapOfSelection, Measures);

TYPED_TEST(WrongMapOfSelection, is_refuted_if_it_charges_half) {
  for (const std::size_t k : {1U, 2U}) {
    const double ratio = worst_ratio<typename TestFixture::Mechanism, TypeParam>(
        RangeDistance<double>{}, k,
        [](const SelectionCase& c) { return charge<TypeParam>(c, c.d_in) / 2; });
    EXPECT_GT(ratio, 1.8) << "k " << k;
  }
}

TYPED_TEST(WrongMapOfSelection, is_refuted_if_it_charges_one_percent_less) {
  const double ratio = worst_ratio<typename TestFixture::Mechanism, TypeParam>(
      RangeDistance<double>{}, 1,
      [](const SelectionCase& c) { return 0.99 * charge<TypeParam>(c, c.d_in); });
  EXPECT_GT(ratio, 1.01);
}

// Scores within d of each other move against each other by up to 2 d, unless they are monotonic.
TYPED_TEST(WrongMapOfSelection, is_refuted_if_it_takes_l_infinity_for_range) {
  const double ratio = worst_ratio<typename TestFixture::Mechanism, TypeParam>(
      LInfDistance<double>{}, 1,
      [](const SelectionCase& c) { return charge<TypeParam>(c, c.d_in); });
  EXPECT_GT(ratio, 1.99);
}

// k e, which is what peeling costs under MaxDivergence: as if bounded range added up.
TEST(WrongMapOfRangeDivergence, is_refuted_if_it_charges_k_ranges) {
  const double ratio = worst_ratio<ExponentialMechanism, RangeDivergence>(
      RangeDistance<double>{}, 2,
      [](const SelectionCase& c) { return charge<MaxDivergence>(c, c.d_in); });
  EXPECT_GT(ratio, 1.499);
}

// epsilon^2 / 8 is for mechanisms of bounded range, which permute-and-flip is not.
TEST(WrongMapOfPermuteAndFlip, is_refuted_if_it_charges_as_of_bounded_range) {
  const auto charge_of_gumbel = [](const SelectionCase& c) {
    return charge<ZeroConcentratedDivergence>(c, c.d_in);
  };
  EXPECT_GT((worst_ratio<PermuteAndFlip, ZeroConcentratedDivergence>(RangeDistance<double>{}, 1,
                                                                     charge_of_gumbel)),
            1.5);
}

TEST(WrongMapOfPermuteAndFlip, is_refuted_if_it_claims_a_bounded_range) {
  const auto charge_of_gumbel = [](const SelectionCase& c) {
    return charge<RangeDivergence>(c, c.d_in);
  };
  EXPECT_GT(
      (worst_ratio<PermuteAndFlip, RangeDivergence>(RangeDistance<double>{}, 1, charge_of_gumbel)),
      1.5);
}

}  // namespace
}  // namespace scrim::privacy_controls_exact_test
