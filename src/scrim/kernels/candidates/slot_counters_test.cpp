#include "scrim/kernels/candidates/slot_counters.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

namespace scrim::kernels::slot_counters_test {
namespace {

TEST(SlotCounters, counts_blocks_of_every_length) {
  for (std::size_t length = 0; length < 20; ++length) {
    SlotCounters counters(3);
    std::vector<std::uint32_t> slots(length, 2);
    counters.count(slots);
    counters.count(slots);
    EXPECT_EQ(counters.totals(), (std::vector<std::uint64_t>{0, 0, 2 * length}));
  }
}

TEST(SlotCounters, count_as_many_slots_as_have_four_two_or_one_lane) {
  for (const std::uint32_t size : {4096U, 4097U, 32'768U, 32'769U, 100'000U}) {
    SlotCounters counters(size);
    std::vector<std::uint32_t> slots;
    for (std::uint32_t slot = 0; slot < size; ++slot) slots.insert(slots.end(), slot % 7, slot);
    std::shuffle(slots.begin(), slots.end(), std::mt19937_64(3));
    counters.count(slots);
    const auto totals = counters.totals();
    ASSERT_EQ(totals.size(), size);
    for (std::uint32_t slot = 0; slot < size; ++slot) ASSERT_EQ(totals[slot], slot % 7);
    EXPECT_EQ(counters.has_all_lanes(), size == 4096);
  }
}

}  // namespace
}  // namespace scrim::kernels::slot_counters_test
