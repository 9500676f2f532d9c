// Releases in every group from the registry: the typed ones, over measurements that are known at
// run time.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "scrim/any/any_measures.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/combinators/parallel/make_parallel.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/gaussian/make_gaussian.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/count/make_count.hpp"
#include "scrim/transformations/select_column/select_table_column.hpp"
#include "scrim/transformations/sum/make_sum.hpp"
#include "support/error_of.hpp"
#include "support/grouped_rows.hpp"
#include "support/registry_calls.hpp"

namespace scrim::registry_parallel_test {
namespace {

using test::BlockMemory;
using test::GroupedRow;

AnyMeasurement in_groups(const AnyMeasurement& measurement, std::uint64_t keys,
                         const std::string& group = "group") {
  return std::get<Constructor::FromMeasurement>(constructor_named("parallel").build)(
      measurement, test::arguments_of({{"keys", keys}, {"group", group}}));
}

auto values() {
  return Space{test::values_table(), SymmetricDistance{}} >>
         then_select_column<std::int64_t>("value");
}
auto noisy_count(double scale) {
  return values() >> then_count() >> then_laplace(MaxDivergence{}, {.scale = scale});
}

const std::vector<KeyedChange> changes{KeyedChange(), {1, 1, 1}, {3, 3, 3}, {2, 7, 4}, {9, 90, 10}};

template <class M>
void expect_as_typed(const M& measurement) {
  const auto erased = in_groups(hide(measurement), 5);
  const auto typed = make_parallel(measurement, 5);
  for (const KeyedChange& d : changes) {
    EXPECT_EQ(erased.map(d), AnyDistance(typed.map(d))) << describe_distance(d);
    EXPECT_TRUE(erased.check(d, typed.map(d)));
  }
  EXPECT_EQ(erased.input_domain(), AnyDomain(test::grouped_values_table()));
  EXPECT_EQ(erased.input_metric(), AnyMetric(GroupedDistance{}));
}

TEST(Registry, parallel_is_the_typed_one) {
  const auto count = values() >> then_count();
  expect_as_typed(noisy_count(7.0 / 5.0));
  expect_as_typed(make_convert_measure(noisy_count(0.5), Approximate<MaxDivergence>{}));
  const auto gaussian =
      count >> then_gaussian(ZeroConcentratedDivergence{}, {.scale = 1e6 + 1.0 / 3.0});
  expect_as_typed(gaussian);
  expect_as_typed(make_convert_measure(gaussian, RenyiDivergence({2.0, 7.0})));
  expect_as_typed(count >> then_gaussian(ProfileDivergence{}, {.scale = 3.0}));
}

TEST(Registry, parallel_releases_a_list_in_the_order_of_keys) {
  const BlockMemory<GroupedRow> rows({{2, 7}, {0, 1}, {2, 8}, {3, 9}, {-1, 9}});
  const auto counts = in_groups(hide(noisy_count(0.0)), 3);
  const auto released = std::get<std::vector<AnyValue>>(test::value_on(counts, rows.block()));
  EXPECT_EQ(released, (std::vector<AnyValue>{std::int64_t{1}, std::int64_t{0}, std::int64_t{2}}));
  EXPECT_TRUE(constructor_named("parallel").releases_a_list);
  // Saved, loaded and merged as any other.
  auto run = counts.start({.index = 0, .count = 2});
  run.update(rows.block());
  auto other = counts.load(std::move(run).save());
  other.merge(counts.start({.index = 1, .count = 2}));
  EXPECT_EQ(std::get<std::vector<AnyValue>>(std::move(other).finish()), released);
}

TEST(Registry, parallel_refuses_what_is_no_table) {
  const auto count = Space{vector_domain<double>(), SymmetricDistance{}} >> then_count() >>
                     then_laplace(MaxDivergence{}, {.scale = 1.0});
  SCRIM_EXPECT_ERROR((void)in_groups(hide(count), 3), ErrorKind::mismatch, "table_domain");
  const auto grouped = in_groups(hide(noisy_count(1.0)), 3);
  SCRIM_EXPECT_ERROR((void)in_groups(grouped, 3), ErrorKind::mismatch,
                     "without persons and groups");
  EXPECT_THROW((void)in_groups(hide(noisy_count(1.0)), 3, "value"), Error);
}

}  // namespace
}  // namespace scrim::registry_parallel_test
