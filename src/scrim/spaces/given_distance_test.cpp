#include "scrim/spaces/given_distance.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "scrim/accounting/filter.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/count/make_count.hpp"
#include "support/error_of.hpp"

namespace scrim::given_distance_test {
namespace {

auto noisy_count() {
  return Space{vector_domain<double>(), SymmetricDistance{}} >> then_count() >>
         then_laplace(MaxDivergence{}, {.scale = 4.0});
}

TEST(GivenDistance, is_an_integer_of_any_type_that_fits) {
  const auto measurement = noisy_count();
  EXPECT_EQ(measurement.map(3), 0.75);
  EXPECT_EQ(measurement.map(std::uint8_t{3}), 0.75);
  EXPECT_EQ(measurement.map(3LL), 0.75);
  EXPECT_EQ(measurement.map(true), 0.25);
  EXPECT_EQ(measurement.map(std::numeric_limits<std::uint32_t>::max()), 0x1p30 - 0.25);
  EXPECT_TRUE((std::is_same_v<GivenDistance<double>, double>));
}

TEST(GivenDistance, is_never_another_number_than_was_given) {
  const auto measurement = noisy_count();
  SCRIM_EXPECT_ERROR(measurement.map(std::int64_t{1} << 32), ErrorKind::overflow, "4294967296",
                     "the largest is 4294967295");
  SCRIM_EXPECT_ERROR(measurement.map(-1), ErrorKind::invalid_argument, "a distance of -1");
  SCRIM_EXPECT_ERROR(measurement.check(std::int64_t{1} << 32, 0.0), ErrorKind::overflow);
  const auto count = Space{vector_domain<double>(), SymmetricDistance{}} >> then_count();
  SCRIM_EXPECT_ERROR(count.check(1, -1), ErrorKind::invalid_argument, "a distance of -1");
  SCRIM_EXPECT_ERROR(count.map(std::int64_t{1} << 32), ErrorKind::overflow);
  using Given = GivenDistance<std::uint32_t>;
  EXPECT_FALSE((std::is_convertible_v<double, Given>));
  EXPECT_FALSE((std::is_convertible_v<float, Given>));
}

TEST(GivenDistance, does_not_make_a_release_free) {
  const Filter<MaxDivergence> budget(Amount::from_text("1"));
  const std::vector<double> rows{1.0};
  SCRIM_EXPECT_ERROR(budget.release(noisy_count(), std::int64_t{1} << 32, rows),
                     ErrorKind::overflow, "4294967296");
  EXPECT_EQ(budget.spent().exact_text(), "0");
}

}  // namespace
}  // namespace scrim::given_distance_test
