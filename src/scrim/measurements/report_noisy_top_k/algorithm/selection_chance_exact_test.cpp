#include "scrim/measurements/report_noisy_top_k/algorithm/selection_chance.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "support/scripted_tape.hpp"

namespace scrim::selection_chance_exact_test {
namespace {

constexpr std::uint64_t all_ones = ~std::uint64_t{0};

TEST(SelectionChance, gives_each_index_as_many_integers_as_it_weighs) {
  const std::vector<uint128> weights{1, 0, 3, 0, 2};
  const std::vector<std::size_t> expected{0, 2, 2, 2, 4, 4};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    test::ScriptedTape tape{all_ones / 6 * i + all_ones / 12};
    EXPECT_EQ(SelectionChance(tape).among(weights), expected[i]);
  }
}

TEST(SelectionChance, tells_weights_beyond_64_bits_apart) {
  const uint128 heavy = static_cast<uint128>(3) << 100;
  const std::vector<uint128> weights{heavy, 1, heavy};
  const auto index_at = [&](uint128 pick) {
    test::ScriptedTape tape{static_cast<std::uint64_t>(pick >> 64),
                            static_cast<std::uint64_t>(pick)};
    return SelectionChance(tape).among(weights);
  };
  EXPECT_EQ(index_at(0), 0U);
  EXPECT_EQ(index_at(heavy - 1), 0U);
  EXPECT_EQ(index_at(heavy), 1U);
  EXPECT_EQ(index_at(heavy + 1), 2U);
  EXPECT_EQ(index_at(2 * heavy), 2U);
}

}  // namespace
}  // namespace scrim::selection_chance_exact_test
