#include "scrim/core/thread_limits.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace scrim::thread_limits_test {
namespace {

TEST(ThreadLimits, give_every_thread_enough_to_read) {
  EXPECT_EQ(threads_kept_busy_by(0), 1U);
  EXPECT_EQ(threads_kept_busy_by(2 * rows_per_thread - 1), 1U);
  EXPECT_EQ(threads_kept_busy_by(2 * rows_per_thread), 2U);
  EXPECT_EQ(threads_kept_busy_by(7 * rows_per_thread), 7U);
}

TEST(ThreadLimits, let_rows_pay_for_every_state_but_the_first) {
  constexpr std::uint64_t bytes = 1000;
  constexpr std::uint64_t price = 4 * bytes;
  EXPECT_EQ(states_paid_for_by(0, bytes), 1U);
  EXPECT_EQ(states_paid_for_by(price - 1, bytes), 1U);
  EXPECT_EQ(states_paid_for_by(price, bytes), 2U);
  EXPECT_EQ(states_paid_for_by(6 * price, bytes), 7U);
}

TEST(ThreadLimits, neither_divide_by_zero_nor_wrap) {
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  EXPECT_EQ(states_paid_for_by(largest, 0), largest);
  EXPECT_EQ(states_paid_for_by(largest - 1, largest / 2), 1U);
  EXPECT_EQ(states_paid_for_by(10, 0), 11U);
}

}  // namespace
}  // namespace scrim::thread_limits_test
