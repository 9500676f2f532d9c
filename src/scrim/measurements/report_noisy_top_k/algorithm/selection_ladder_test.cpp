#include "scrim/measurements/report_noisy_top_k/algorithm/selection_ladder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/algorithm/peel.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/selection_chance.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::selection_ladder_test {
namespace {

using Ladder = SelectionLadder<std::int64_t, std::uint32_t>;

Ladder make_ladder(const std::vector<std::int64_t>& scores, std::size_t rounds, double scale,
                   Optimize optimize = Optimize::max) {
  std::vector<std::uint32_t> all(scores.size());
  std::iota(all.begin(), all.end(), 0U);
  return Ladder({scores, optimize}, std::move(all), rounds, scale);
}

/// What the rounds rely on, after any candidates were taken.
void expect_sound(const Ladder& ladder, std::size_t left) {
  const auto ln2 = ln(BigInterval::point(256, 2.0));
  std::size_t members = 0;
  bool has_certain_one = false;
  for (const auto& rung : ladder.rungs()) {
    members += rung.members.size();
    for (const std::uint32_t candidate : rung.members) {
      const auto gap = ladder.gap_of(candidate);
      const BigInterval halvings = gap.enclose(256) / ln2;
      ASSERT_GE(halvings.lower_double(), rung.halvings);
      has_certain_one = has_certain_one || (gap.is_zero() && rung.halvings == 0);
    }
  }
  ASSERT_EQ(members, left);
  ASSERT_TRUE(left == 0 || has_certain_one);
}

TEST(SelectionLadder, bounds_every_candidate_whatever_was_taken) {
  std::mt19937_64 engine(31);
  for (const double scale : {7.0 / 5.0, 10.0, 0x1p-20, 1e6 + 1.0 / 3.0}) {
    for (const std::uint64_t spread : {1U, 5U, 300U, 1'000'000'000U}) {
      for (const Optimize optimize : {Optimize::max, Optimize::min}) {
        std::vector<std::int64_t> scores(150);
        for (auto& score : scores) {
          score =
              static_cast<std::int64_t>(engine() % spread) - static_cast<std::int64_t>(spread / 2);
        }
        const std::size_t rounds = 12;
        Ladder ladder = make_ladder(scores, rounds, scale, optimize);
        EXPECT_LT(ladder.rungs().front().members.size(), rounds);
        for (std::size_t taken = 0; taken < rounds; ++taken) {
          expect_sound(ladder, scores.size() - taken);
          // Mostly a best one, as a selection would; sometimes any.
          std::size_t rung = ladder.rungs().front().members.empty() ? 1 : 0;
          if (engine() % 4 == 0) rung = engine() % ladder.rungs().size();
          while (ladder.rungs()[rung].members.empty()) rung = (rung + 1) % ladder.rungs().size();
          const std::size_t position = engine() % ladder.rungs()[rung].members.size();
          (void)ladder.take({rung, position});
        }
      }
    }
  }
}

TEST(SelectionLadder, keeps_every_candidate_once) {
  const std::vector<std::int64_t> scores{5, -3, 5, 100, 7, 7, -90};
  Ladder ladder = make_ladder(scores, 3, 1.4);
  const std::uint32_t first = ladder.take({0, 0});
  auto left = ladder.remaining();
  left.push_back(first);
  std::sort(left.begin(), left.end());
  EXPECT_EQ(left, (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6}));
}

// Scores that stand out are found in order, also where several ladders are climbed one after the
// other and where indices have another type.
TEST(Peel, orders_scores_that_stand_out_from_the_noise) {
  constexpr std::size_t count = 500;
  std::vector<std::int64_t> scores(count);
  std::vector<std::size_t> in_order(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t rank = i * 7 % count;
    scores[i] = -static_cast<std::int64_t>(rank) * 1000;
    in_order[rank] = i;
  }
  ASSERT_LT(rounds_on_one_ladder(count), count / 4);
  test::SeededStream source(2);
  const std::span<const std::int64_t> view(scores);
  const TopKOptions options{.k = count, .scale = 7.0 / 5.0, .optimize = Optimize::max};
  using enum SelectionNoise;
  EXPECT_EQ(peel<exponential>(view, options, SelectionChance(source)), in_order);
  EXPECT_EQ(peel<gumbel>(view, options, SelectionChance(source)), in_order);
  EXPECT_EQ((peel_by_index<exponential, std::size_t>(view, options, SelectionChance(source))),
            in_order);
}

}  // namespace
}  // namespace scrim::selection_ladder_test
