#include "scrim/transformations/quantile_score_candidates/score_candidates_map.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

#include "scrim/errors/error.hpp"
#include "support/error_of.hpp"

namespace scrim::score_candidates_map_test {
namespace {

constexpr auto unknown_size = RowEdits::added_or_removed;
constexpr auto known_size = RowEdits::added_or_removed_in_pairs;

TEST(ScoreCandidatesMap, gives_the_numbers_of_the_specification) {
  EXPECT_EQ(score_candidates_map({1, 2}, unknown_size).forward(1), 1U);
  EXPECT_EQ(score_candidates_map({1, 4}, unknown_size).forward(1), 3U);
  EXPECT_EQ(score_candidates_map({1, 4}, known_size).forward(2), 4U);  // not 8
  EXPECT_EQ(score_candidates_map({1, 4}, known_size).forward(1), 0U);
  EXPECT_EQ(score_candidates_map({1, 4}, known_size).forward(5), 8U);
  EXPECT_EQ(score_candidates_map({1, 4}, RowEdits::changed).forward(2), 8U);
  EXPECT_EQ(score_candidates_map({9, 10}, unknown_size).forward(3), 27U);
}

// Score map (2025), see docs/departures.md, asks for den > num.
TEST(ScoreCandidatesMap, takes_alpha_one_which_its_source_excludes) {
  EXPECT_EQ(score_candidates_map({1, 1}, unknown_size).forward(4), 4U);
  EXPECT_EQ(score_candidates_map({0, 1}, unknown_size).forward(4), 4U);
}

TEST(ScoreCandidatesMap, refuses_to_overflow) {
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  for (const RowEdits edits : {unknown_size, known_size, RowEdits::changed}) {
    const auto map = score_candidates_map({0, most}, edits);
    SCRIM_EXPECT_ERROR(map.forward(4), ErrorKind::overflow, "");
    EXPECT_FALSE(map.check(4, most));
    EXPECT_EQ(map.forward(0), 0U);
  }
}

TEST(ScoreCandidatesMap, maps_back_to_the_largest_distance_within) {
  for (const RowEdits edits : {unknown_size, known_size, RowEdits::changed}) {
    const auto map = score_candidates_map({1, 3}, edits);
    for (std::uint64_t d_out = 0; d_out < 20; ++d_out) {
      const std::uint32_t d_in = map.backward(d_out);
      EXPECT_TRUE(map.check(d_in, d_out));
      EXPECT_FALSE(map.check(d_in + 1, d_out));
    }
  }
}

TEST(ScoreCandidatesMap, refuses_what_is_no_fraction) {
  SCRIM_EXPECT_ERROR(score_candidates_map({1, 0}, unknown_size), ErrorKind::invalid_argument,
                     "1/0");
  SCRIM_EXPECT_ERROR(score_candidates_map({3, 2}, known_size), ErrorKind::invalid_argument, "3/2");
}

}  // namespace
}  // namespace scrim::score_candidates_map_test
