#include "scrim/measurements/private_quantiles/tied_entries.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

namespace scrim::tied_entries_test {
namespace {

using Counted = WantedRank::Counted;

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

// The ladder stands on it: were the least not attained, nothing would be certain to be selected,
// and were a part better than that, its coin would be heads with a chance beyond 1.
TEST(TiedEntries, knows_the_least_score_of_the_parts_of_each_candidate) {
  std::mt19937_64 random(9);
  const auto some_rows = [&]() -> std::uint64_t {
    switch (random() % 5) {
      case 0:
        return 0;
      case 1:
        return random() % 4;
      case 2:
        return random() % 1000;
      case 3:
        return most - random() % 3;
      default:
        return random() >> (random() % 64);
    }
  };
  for (int round = 0; round < 3000; ++round) {
    const std::uint64_t den = 1 + random() % 10'000;
    const WantedRank wanted =
        round % 3 == 0   ? WantedRank{Counted::from_smallest, {0, 1}, some_rows()}
        : round % 3 == 1 ? WantedRank{Counted::from_largest, {0, 1}, some_rows()}
                         : WantedRank{Counted::as_fraction, {random() % (den + 1), den}, 0};
    std::vector<RowsAround> candidates;
    for (int i = 0; i < 3; ++i) candidates.push_back({some_rows(), some_rows(), some_rows()});
    const TiedEntries entries(wanted, candidates, 1 + random() % 40);
    std::vector<std::uint64_t> all;
    for (std::size_t c = 0; c < candidates.size(); ++c) {
      std::uint64_t least = most;
      for (std::size_t part = 0; part < entries.parts(); ++part) {
        all.push_back(entries.score(c * entries.parts() + part));
        least = std::min(least, all.back());
      }
      EXPECT_EQ(entries.least()[c], least) << round;
    }
    EXPECT_EQ(entries.size(), all.size());
    EXPECT_EQ(entries.first_of_the_best(),
              static_cast<std::size_t>(std::min_element(all.begin(), all.end()) - all.begin()));
  }
}

TEST(TiedEntries, sends_more_rows_below_the_later_the_part) {
  const TiedEntries entries({Counted::as_fraction, {1, 2}, 0}, {{0, 1000, 0}, {1000, most, 0}},
                            256);
  EXPECT_EQ(entries.rows_going_below(0), 1);  // 1000 / 512
  EXPECT_EQ(entries.rows_going_below(128), 501);
  EXPECT_EQ(entries.rows_going_below(255), 998);
  EXPECT_EQ(entries.rows_going_below(256 + 255), most - (most / 512 + 1));
}

}  // namespace
}  // namespace scrim::tied_entries_test
