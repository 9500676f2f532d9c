// More rows than a 32-bit lane can count.
#include "scrim/kernels/candidates/slot_counters.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace scrim::kernels::slot_counters_slow_test {
namespace {

// Blocks of three rows do not fill the lanes and are all counted in the first one: the quickest way
// to let a lane overflow.
TEST(SlotCounters, count_beyond_32_bits) {
  constexpr std::array<std::uint32_t, 3> block{1, 1, 1};
  constexpr std::uint64_t blocks = std::numeric_limits<std::uint32_t>::max() / block.size() + 5;
  SlotCounters counters(2);
  for (std::uint64_t i = 0; i < blocks; ++i) counters.count(block);
  EXPECT_EQ(counters.totals(), (std::vector<std::uint64_t>{0, blocks * block.size()}));
}

}  // namespace
}  // namespace scrim::kernels::slot_counters_slow_test
