#include "scrim/core/read_options.hpp"

#include <gtest/gtest.h>

#include "support/error_of.hpp"

namespace scrim::read_options_test {
namespace {

TEST(ReadOptions, ask_for_one_thread_unless_told_otherwise) {
  EXPECT_EQ(ReadOptions{}.threads, 1U);
}

TEST(ReadOptions, name_all_cores) { EXPECT_GE(all_cores(), 1U); }

TEST(ReadOptions, cannot_ask_for_no_thread) {
  check_read_options({.threads = 1});
  check_read_options({.threads = static_cast<std::size_t>(-1)});
  SCRIM_EXPECT_ERROR(check_read_options({.threads = 0}), ErrorKind::invalid_argument,
                     "threads is 0", "all_cores()");
}

}  // namespace
}  // namespace scrim::read_options_test
