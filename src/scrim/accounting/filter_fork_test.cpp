// A process that is forked holds a copy of every budget, which must not be spent.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <string>
#include <thread>

#include "scrim/accounting/filter.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::filter_fork_test {
namespace {

using Pure = Filter<MaxDivergence>;

template <class Check>
[[nodiscard]] bool holds_in_child(const Check& check) {
  const pid_t child = fork();
  if (child == 0) _exit(check() ? 0 : 1);
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

template <class Action>
[[nodiscard]] bool is_refused(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    return error.kind() == ErrorKind::misuse &&
           std::string(error.what()).find("forked") != std::string::npos;
  }
  return false;
}

struct Costing {
  using OutputMeasure = MaxDivergence;
  using DistanceIn = int;
  int (*function)();

  OutputMeasure output_measure() const { return {}; }
  double map(int) const { return 0.25; }
  int invoke() const { return function(); }
};

TEST(FilterFork, the_copy_refuses_everything) {
  const Pure budget(Amount::ratio(1));
  const Pure child = budget.child(Amount::ratio(1, 2));
  budget.spend(Amount::ratio(1, 4));
  EXPECT_TRUE(holds_in_child([&] {
    const Amount some = Amount::ratio(1, 4);
    return budget.is_of_another_process() && is_refused([&] { budget.spend(some); }) &&
           is_refused([&] { child.spend(some); }) &&
           is_refused([&] { static_cast<void>(budget.can_spend(some)); }) &&
           is_refused([&] { static_cast<void>(budget.spent()); }) &&
           is_refused([&] { static_cast<void>(budget.left()); }) &&
           is_refused([&] { static_cast<void>(budget.child(some)); }) &&
           is_refused([&] { static_cast<void>(budget.release(Costing{[] { return 1; }}, 1)); });
  }));
  EXPECT_FALSE(budget.is_of_another_process());
  budget.spend(Amount::ratio(3, 4));
  EXPECT_EQ(budget.left(), Amount());
}

TEST(FilterFork, a_grandchild_is_refused_too_and_may_open_its_own) {
  const Pure budget(Amount::ratio(1));
  EXPECT_TRUE(holds_in_child([&] {
    const Pure own(Amount::ratio(1));
    own.spend(Amount::ratio(1));
    return holds_in_child([&] {
      const Pure another(Amount::ratio(2));
      another.spend(Amount::ratio(2));
      return is_refused([&] { budget.spend(Amount()); }) &&
             is_refused([&] { own.spend(Amount()); });
    });
  }));
  budget.spend(Amount::ratio(1));
}

TEST(FilterFork, a_release_that_forks_is_given_once) {
  const Pure budget(Amount::ratio(1));
  const pid_t parent = getpid();
  bool is_given = false;
  bool is_withheld = false;
  try {
    static_cast<void>(budget.release(Costing{[] { return static_cast<int>(fork()); }}, 1));
    is_given = true;
  } catch (const Error& error) {
    is_withheld = error.kind() == ErrorKind::misuse;
  }
  if (getpid() != parent) _exit(is_withheld ? 0 : 1);
  EXPECT_TRUE(is_given);
  int status = 0;
  wait(&status);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(budget.spent(), Amount::ratio(1, 4));
}

TEST(FilterFork, does_not_wait_for_a_lock_that_another_thread_held) {
  // A thread that spends all the time: sooner or later it holds the lock while this one forks.
  const Filter<Approximate<ZeroConcentratedDivergence>> budget({Amount::ratio(1), Amount()});
  std::atomic<bool> is_over{false};
  std::thread spending([&] {
    while (!is_over) budget.spend({});
  });
  for (int i = 0; i < 50; ++i) {
    EXPECT_TRUE(holds_in_child([&] { return is_refused([&] { budget.spend({}); }); }));
  }
  is_over = true;
  spending.join();
}

}  // namespace
}  // namespace scrim::filter_fork_test
