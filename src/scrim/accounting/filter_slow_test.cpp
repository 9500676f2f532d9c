#include <gtest/gtest.h>

#include <cstdint>
#include <ctime>
#include <iostream>

#include "scrim/accounting/filter.hpp"

namespace scrim::filter_slow_test {
namespace {

/// For caches and memory that others use too, and for slower machines.
constexpr double slow_machine_allowance = 2;

TEST(FilterSpeed, a_million_debits_take_a_second_of_computing) {
  constexpr int debits = 1'000'000;
  const Filter<Approximate<MaxDivergence>> budget(
      {Amount::from_text("1000"), Amount::from_text("0.01")});
  const auto child = budget.child({Amount::from_text("900"), Amount::from_text("0.009")});
  const auto grandchild = child.child({Amount::from_text("800"), Amount::from_text("0.008")});
  const AmountWithDelta typed{Amount::typed(0.0001), Amount::typed(1e-12)};
  const AmountWithDelta exact{Amount::exactly(0.0001), Amount::exactly(1e-12)};
  const std::clock_t start = std::clock();
  for (int i = 0; i < debits; i += 4) {
    budget.spend(typed);
    child.spend(exact);
    grandchild.spend(typed);
    grandchild.spend(exact);
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
  std::cout << debits << " debits in " << seconds << " s of computing\n";
  EXPECT_LT(seconds, 1.0 * slow_machine_allowance);
  // And none of them was lost, or rounded.
  Amount spent;
  for (int i = 0; i < debits; i += 4) {
    spent = spent + typed.loss + exact.loss + typed.loss + exact.loss;
  }
  EXPECT_EQ(budget.spent().loss, spent);
}

}  // namespace
}  // namespace scrim::filter_slow_test
