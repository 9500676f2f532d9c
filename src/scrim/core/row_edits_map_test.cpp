#include "scrim/core/row_edits_map.hpp"

#include <gtest/gtest.h>

#include <cstdint>

#include "scrim/numbers/rational.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "support/error_of.hpp"

namespace scrim::row_edits_map_test {
namespace {

TEST(RowEdits, follow_from_the_metric_and_from_whether_the_size_is_known) {
  EXPECT_EQ(row_edits<SymmetricDistance>(false), RowEdits::added_or_removed);
  EXPECT_EQ(row_edits<InsertDeleteDistance>(false), RowEdits::added_or_removed);
  EXPECT_EQ(row_edits<SymmetricDistance>(true), RowEdits::added_or_removed_in_pairs);
  EXPECT_EQ(row_edits<InsertDeleteDistance>(true), RowEdits::added_or_removed_in_pairs);
  EXPECT_EQ(row_edits<ChangeOneDistance>(true), RowEdits::changed);
  EXPECT_EQ(row_edits<HammingDistance>(true), RowEdits::changed);
}

TEST(RowEditsMap, multiplies_the_edits_by_what_each_can_do) {
  const EditSensitivity sensitivity{.per_row = 3, .per_change = 5};
  const auto rows = row_edits_map(RowEdits::added_or_removed, sensitivity);
  const auto pairs = row_edits_map(RowEdits::added_or_removed_in_pairs, sensitivity);
  const auto changes = row_edits_map(RowEdits::changed, sensitivity);
  for (std::uint32_t d_in = 0; d_in < 9; ++d_in) {
    EXPECT_EQ(rows.forward(d_in), 3U * d_in);
    EXPECT_EQ(pairs.forward(d_in), 5U * (d_in / 2));
    EXPECT_EQ(changes.forward(d_in), 5U * d_in);
  }
}

// 0.1 is above a tenth, and a sum of ten of them rounded to nearest is 1: the map must not say so.
TEST(RowEditsMap, rounds_products_of_doubles_up) {
  const BasicEditSensitivity<double> sensitivity{.per_row = 0.1, .per_change = 0.3};
  const auto rows = row_edits_map(RowEdits::added_or_removed, sensitivity);
  const auto pairs = row_edits_map(RowEdits::added_or_removed_in_pairs, sensitivity);
  const auto changes = row_edits_map(RowEdits::changed, sensitivity);
  for (std::uint32_t d_in = 0; d_in < 99; ++d_in) {
    EXPECT_GE(to_rational(rows.forward(d_in)), Rational(d_in) * to_rational(0.1));
    EXPECT_GE(to_rational(changes.forward(d_in)), Rational(d_in) * to_rational(0.3));
    EXPECT_EQ(pairs.forward(d_in), changes.forward(d_in / 2));
  }
  EXPECT_GT(rows.forward(10), 1.0);
}

TEST(RowEditsMap, maps_back_to_the_largest_distance_within) {
  for (const RowEdits edits :
       {RowEdits::added_or_removed, RowEdits::added_or_removed_in_pairs, RowEdits::changed}) {
    const auto map = row_edits_map(edits, {.per_row = 3, .per_change = 5});
    for (std::uint64_t d_out = 0; d_out < 30; ++d_out) {
      EXPECT_TRUE(map.check(map.backward(d_out), d_out));
      EXPECT_FALSE(map.check(map.backward(d_out) + 1, d_out));
    }
    EXPECT_EQ(map.backward(~std::uint64_t{0}), ~std::uint32_t{0});
  }
}

TEST(RowEditsMap, refuses_to_wrap) {
  const std::uint64_t half = std::uint64_t{1} << 63;
  for (const RowEdits edits :
       {RowEdits::added_or_removed, RowEdits::added_or_removed_in_pairs, RowEdits::changed}) {
    const auto map = row_edits_map(edits, {.per_row = half, .per_change = half});
    SCRIM_EXPECT_ERROR(map.forward(4), ErrorKind::overflow, "");
    EXPECT_FALSE(map.check(4, ~std::uint64_t{0}));
  }
}

}  // namespace
}  // namespace scrim::row_edits_map_test
