#include "scrim/measurements/release_weighted_keys/make_release_weighted_keys.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/weight_by_key/make_weight_by_key.hpp"
#include "support/error_of.hpp"
#include "support/table_values.hpp"

namespace scrim::make_release_weighted_keys_test {
namespace {

using test::cell;

constexpr PersonWeightDistance metric{.weight = 20, .groups = 4};

auto release_of(ThresholdOptions options, PersonWeightDistance weights = metric) {
  return make_release_weighted_keys(keyed_counts_domain<std::int64_t>(), weights,
                                    Approximate<ZeroConcentratedDivergence>{}, options);
}

TEST(ReleaseWeightedKeys, tells_a_key_whose_weight_is_at_the_threshold) {
  const auto release = release_of({.scale = 0.0, .threshold = 30});
  EXPECT_EQ(release.invoke(KeyedCounts<std::int64_t>{{1, 2, 3, 4}, {29, 30, 31, 1}}),
            (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(release.invoke(KeyedCounts<std::int64_t>{}), std::vector<std::int64_t>{});
}

TEST(ReleaseWeightedKeys, states_what_weights_and_thresholds_cost) {
  const auto release = release_of({.scale = 10.0, .threshold = 90});
  for (const std::uint32_t persons : {0U, 1U, 2U, 5U}) {
    EXPECT_EQ(release.map(persons),
              (LossWithDelta{weight_threshold_loss(metric, persons, 10.0),
                             weight_threshold_delta(metric, persons, 10.0, 90)}));
  }
  EXPECT_EQ(release.map(2).loss, 4 * release.map(1).loss);
  EXPECT_EQ(release.map(5).delta, 1.0);  // 5 * 20 >= 90
  EXPECT_EQ(release.privacy_map().backward(release.map(2)), 2U);
}

TEST(ReleaseWeightedKeys, stands_behind_weights_of_persons) {
  const PersonTableDomain visits({{"id", RowKind::integer, true}},
                                 TableDomain({{"ward", RowKind::text, true}}));
  const PersonWeightDistance shared{.weight = 200, .groups = 4};
  const double scale = 900.0;
  const std::uint64_t threshold = least_weight_threshold(shared, 1, scale, 1e-9);
  const auto release =
      Space{visits, PersonDistance{}} >>
      then_weight_by_key<std::string>({.group = "ward", .groups = 4, .weight = 200}) >>
      then_release_weighted_keys(Approximate<ZeroConcentratedDivergence>{},
                                 {.scale = scale, .threshold = threshold});
  EXPECT_NEAR(release.map(1).loss, 200.0 * 200.0 / (2 * 900.0 * 900.0), 1e-15);
  EXPECT_LE(release.map(1).delta, 1e-9);
  test::TableValues rows;
  for (int person = 0; person < 500; ++person) {
    rows.push_back({cell(person), cell("many")});
    rows.push_back({cell(person), cell("as many")});
  }
  rows.push_back({cell(500), cell("one")});
  TableRows table = test::rows_of(visits.all_columns().columns(), rows);
  EXPECT_EQ(release.invoke(table.batch()), (std::vector<std::string>{"as many", "many"}));
}

TEST(ReleaseWeightedKeys, refuses_what_is_no_noise_no_threshold_or_no_weight) {
  SCRIM_EXPECT_ERROR(release_of({.scale = 1.0}), ErrorKind::invalid_argument,
                     "make_release_weighted_keys", "threshold is 0");
  SCRIM_EXPECT_ERROR(release_of({.scale = 0x1p53, .threshold = 9}), ErrorKind::invalid_argument,
                     "drowns");
  SCRIM_EXPECT_ERROR(release_of({.threshold = 9}), ErrorKind::invalid_argument, "scale");
  SCRIM_EXPECT_ERROR(release_of({.scale = 1.0, .threshold = 9}, {.weight = 1, .groups = 2}),
                     ErrorKind::invalid_argument, "make_release_weighted_keys", "less than 1");
}

}  // namespace
}  // namespace scrim::make_release_weighted_keys_test
