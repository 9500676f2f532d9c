#include "scrim/accounting/process_mark.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>

namespace scrim::process_mark_test {
namespace {

/// Whether the check holds in a child process.
template <class Check>
bool holds_in_child(const Check& check) {
  const pid_t child = fork();
  if (child == 0) _exit(check() ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(ProcessMark, stays_the_same_in_a_process) {
  const std::uint64_t mark = process_mark();
  EXPECT_NE(mark, 0);
  EXPECT_EQ(process_mark(), mark);
  std::uint64_t elsewhere = 0;
  std::thread([&] { elsewhere = process_mark(); }).join();
  EXPECT_EQ(elsewhere, mark);
}

TEST(ProcessMark, is_another_in_a_child_and_in_its_child) {
  const std::uint64_t mark = process_mark();
  EXPECT_TRUE(holds_in_child([&] {
    const std::uint64_t of_child = process_mark();
    if (of_child == mark || of_child == 0 || process_mark() != of_child) return false;
    return holds_in_child([&] {
      const std::uint64_t of_grandchild = process_mark();
      return of_grandchild != of_child && of_grandchild != mark;
    });
  }));
  EXPECT_EQ(process_mark(), mark);
}

TEST(ProcessMark, is_another_in_a_grandchild_whose_parent_never_asked) {
  const std::uint64_t mark = process_mark();
  EXPECT_TRUE(
      holds_in_child([&] { return holds_in_child([&] { return process_mark() != mark; }); }));
}

}  // namespace
}  // namespace scrim::process_mark_test
