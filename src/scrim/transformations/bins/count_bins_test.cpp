#include "scrim/transformations/bins/count_bins.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "scrim/numbers/rational.hpp"
#include "scrim/spaces/dataset_metrics.hpp"

namespace scrim::count_bins_test {
namespace {

using L1 = LpDistance<1, std::uint64_t>;
using L2 = LpDistance<2, double>;
using LInf = LInfDistance<std::uint64_t>;

constexpr std::uint32_t largest = std::numeric_limits<std::uint32_t>::max();

TEST(BinMaps, charge_one_for_a_row_under_every_metric) {
  for (const std::uint32_t d_in : {0U, 1U, 2U, 7U, largest}) {
    for (const std::size_t bins : {1U, 2U, 1000U}) {
      const auto edits = RowEdits::added_or_removed;
      EXPECT_EQ(bins::stability_map<LInf>(edits, bins).forward(d_in), d_in);
      EXPECT_EQ(bins::stability_map<L1>(edits, bins).forward(d_in), d_in);
      EXPECT_EQ(bins::stability_map<L2>(edits, bins).forward(d_in), d_in);
    }
  }
}

TEST(BinMaps, charge_two_counts_for_a_change) {
  for (const std::uint32_t d_in : {0U, 1U, 2U, 7U, largest}) {
    for (const std::size_t bins : {2U, 1000U}) {
      EXPECT_EQ(bins::stability_map<LInf>(RowEdits::changed, bins).forward(d_in), d_in);
      EXPECT_EQ(bins::stability_map<L1>(RowEdits::changed, bins).forward(d_in),
                2 * std::uint64_t{d_in});
      const double l2 = bins::stability_map<L2>(RowEdits::changed, bins).forward(d_in);
      EXPECT_GE(to_rational(l2) * to_rational(l2), Rational(2) * d_in * d_in);
      EXPECT_NEAR(l2, std::sqrt(2.0) * d_in, 1e-15 * d_in);
    }
  }
}

TEST(BinMaps, charge_one_count_for_a_change_where_there_is_no_other) {
  EXPECT_EQ(bins::stability_map<L1>(RowEdits::changed, 1).forward(3), 3U);
  EXPECT_EQ(bins::stability_map<L2>(RowEdits::changed, 1).forward(3), 3.0);
}

TEST(BinMaps, take_rows_of_a_known_number_in_pairs) {
  const auto edits = RowEdits::added_or_removed_in_pairs;
  EXPECT_EQ(bins::stability_map<LInf>(edits, 2).forward(5), 2U);
  EXPECT_EQ(bins::stability_map<L1>(edits, 2).forward(5), 4U);
  EXPECT_EQ(bins::stability_map<L2>(edits, 2).forward(5), 2 * std::sqrt(2.0));
}

// The map multiplies by it, so it must not lie below the root.
TEST(BinMaps, know_a_double_just_above_the_root_of_two) {
  const Rational above = to_rational(std::numbers::sqrt2);
  const Rational below = to_rational(std::nextafter(std::numbers::sqrt2, 0.0));
  EXPECT_GT(above * above, Rational(2));
  EXPECT_LT(below * below, Rational(2));
}

TEST(BinCounts, are_signed_where_noise_is_added) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  constexpr std::int64_t most_signed = std::numeric_limits<std::int64_t>::max();
  const std::vector<std::uint64_t> counts{0, 7, std::uint64_t{1} << 63, most};
  EXPECT_EQ(bins::in_type_of<LInf>(counts), counts);
  EXPECT_EQ(bins::in_type_of<L1>(counts),
            (std::vector<std::int64_t>{0, 7, most_signed, most_signed}));
  EXPECT_EQ(bins::in_type_of<L2>(counts), bins::in_type_of<L1>(counts));
}

}  // namespace
}  // namespace scrim::count_bins_test
