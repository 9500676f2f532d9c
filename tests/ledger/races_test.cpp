// Processes and threads that spend one budget at a time, and processes that fork in the middle.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/ledger.hpp"
#include "support/error_of.hpp"
#include "support/ledger_faults.hpp"
#include "support/ledger_races.hpp"
#include "support/ledger_samples.hpp"
#include "support/naive_ledgers.hpp"

namespace scrim::races_test {

namespace {

using test::amount;
using test::epsilon_terms;
using test::order_for;
using test::release_text;
using test::TemporaryFolder;

TEST(LedgerRaces, eight_processes_share_what_is_left_to_the_last_tenth) {
  const TemporaryFolder folder;
  const std::string path = folder.file("l");
  {
    (void)Ledger::create(path, epsilon_terms("1"));
  }
  // 8 processes ask for 3 tenths each: 24 asks for 10.
  const test::RaceOutcome outcome = test::race({path}, 8, 3, amount("0.1"));
  EXPECT_EQ(outcome.releases, 10);
  EXPECT_EQ(outcome.refusals, 14);
  EXPECT_EQ(outcome.others, 0);
  const Ledger ledger = Ledger::open(path);
  EXPECT_EQ(ledger.verify().number, 21U);
  EXPECT_EQ(ledger.account().left.loss, Amount());
}

TEST(LedgerRaces, processes_that_ask_the_same_pay_once) {
  const TemporaryFolder folder;
  const std::string path = folder.file("l");
  {
    (void)Ledger::create(path, epsilon_terms("1"));
  }
  int given = 0;
  std::vector<pid_t> children;
  for (int i = 0; i < 8; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      try {
        const Ledger ledger = Ledger::open(path);
        (void)release_text(ledger, order_for("same"), amount("0.1"), std::to_string(i));
        ::_exit(0);
      } catch (const Error& error) {
        // It runs in another process now.
        ::_exit(error.kind() == ErrorKind::misuse ? 1 : 2);
      }
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_LE(WEXITSTATUS(status), 1);
    if (WEXITSTATUS(status) == 0) ++given;
  }
  EXPECT_GE(given, 1);
  EXPECT_EQ(Ledger::open(path).account().spent.loss.exact_text(), "0.1");
}

TEST(LedgerRaces, threads_share_one_object) {
  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
  std::atomic<int> releases = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&, i] {
      for (int j = 0; j < 3; ++j) {
        try {
          (void)release_text(ledger, order_for(std::to_string(3 * i + j)), amount("0.1"), "x");
          ++releases;
        } catch (const Error&) {
          // Refused.
        }
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(releases, 10);
  EXPECT_EQ(ledger.account().left.loss, Amount());
}

TEST(LedgerRaces, under_rho_and_delta_releases_run_one_at_a_time) {
  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(
      folder.file("l"), {"one person", "visits", LedgerCurrency::rho_delta, amount("1", "0.1")});
  std::atomic<int> running = 0;
  std::atomic<int> most = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&, i] {
      (void)ledger.release(
          order_for(std::to_string(i)), amount("0.1", "0.01"), [] {},
          [&] {
            const int now = ++running;
            if (now > most) most = now;
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
            --running;
            return std::string();
          });
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(most, 1);
  // Whoever asks from within waits for nobody.
  SCRIM_EXPECT_ERROR(
      ledger.release(
          order_for("outer"), amount("0.1", "0.01"), [] {},
          [&] { return release_text(ledger, order_for("inner"), amount("0.1"), "x").bytes; }),
      ErrorKind::misuse, "one at a time");
  // A failed release ends its turn.
  EXPECT_TRUE(release_text(ledger, order_for("next"), amount("0.1"), "x").is_new);
}

/// What a forked process ends with.
int exit_of_child(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(LedgerForks, a_forked_process_refuses_and_leaves_the_parent_alone) {
  const TemporaryFolder folder;
  auto ledger = std::make_unique<Ledger>(Ledger::create(folder.file("l"), epsilon_terms("1")));
  const pid_t child = ::fork();
  if (child == 0) {
    int wrong = 0;
    const auto refuses = [&](const std::function<void()>& action) {
      try {
        action();
        ++wrong;
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::misuse) ++wrong;
      }
    };
    refuses([&] { (void)ledger->head(); });
    refuses([&] { (void)ledger->account(); });
    refuses([&] { ledger->note("x"); });
    refuses([&] { ledger->grant("a", amount("0.1")); });
    refuses([&] { (void)release_text(*ledger, order_for("a"), amount("0.1"), "x"); });
    refuses([&] { (void)ledger->verify(); });
    if (!ledger->is_of_another_process()) ++wrong;
    ledger.reset();  // closes nothing that is the parent's
    // What is opened here is this process's own.
    (void)release_text(Ledger::open(folder.file("l")), order_for("child"), amount("0.1"), "x");
    ::_exit(wrong);
  }
  EXPECT_EQ(exit_of_child(child), 0);
  EXPECT_TRUE(release_text(*ledger, order_for("a"), amount("0.1"), "x").is_new);
  EXPECT_EQ(ledger->account().spent.loss.exact_text(), "0.2");
}

TEST(LedgerForks, of_two_processes_that_come_back_from_reading_or_drawing_one_goes_on) {
  for (const bool in_reading : {true, false}) {
    const TemporaryFolder folder;
    const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
    pid_t child = -1;
    const auto fork_here = [&] { child = ::fork(); };
    bool is_given = false;
    try {
      (void)ledger.release(
          order_for("a"), amount("0.1"),
          [&] {
            if (in_reading) fork_here();
          },
          [&] {
            if (!in_reading) fork_here();
            return std::string("x");
          });
      is_given = true;
    } catch (const Error& error) {
      if (child == 0) ::_exit(error.kind() == ErrorKind::misuse ? 0 : 1);
      ADD_FAILURE() << error.what();
    }
    if (child == 0) ::_exit(2);
    EXPECT_TRUE(is_given);
    EXPECT_EQ(exit_of_child(child), 0);
    EXPECT_EQ(ledger.verify().number, 3U);
  }
}

// --- controls ---

TEST(NaiveBudgets, a_sum_of_doubles_is_exceeded) {
  // 0.1 + 0.2 > 0.3 for doubles, and 1 + 1e-17 is 1: refuses what fits, and pays for what does not.
  test::FloatBudget small(0.3);
  EXPECT_TRUE(small.spend(0.1));
  EXPECT_FALSE(small.spend(0.2));
  test::FloatBudget large(1);
  EXPECT_TRUE(large.spend(1));
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(large.spend(1e-17));

  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("0.3"));
  (void)release_text(ledger, order_for("a"), amount("0.1"), "x");
  (void)release_text(ledger, order_for("b"), amount("0.2"), "x");
  SCRIM_EXPECT_ERROR(release_text(ledger, order_for("c"), amount("1e-17"), "x"), ErrorKind::budget,
                     "0 is left");
}

TEST(NaiveBudgets, a_refund_tells_for_nothing_whether_a_release_failed) {
  // The release fails if somebody is in the data: without a refund that costs as much as a release.
  const auto asks = [](bool is_there) {
    return [=] {
      if (is_there) throw InvokeError(ErrorKind::input, "failed");
    };
  };
  test::RefundingBudget naive(Amount::ratio(1));
  int seen_for_nothing = 0;
  for (int i = 0; i < 100; ++i) {
    if (!naive.release(Amount::ratio(1, 10), asks(true))) ++seen_for_nothing;
  }
  EXPECT_EQ(naive.left(), Amount::ratio(1));
  EXPECT_EQ(seen_for_nothing, 100);

  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
  int seen = 0;
  for (int i = 0; i < 100; ++i) {
    try {
      (void)ledger.release(
          order_for(std::to_string(i)), amount("0.1"), [] {},
          [&] {
            ++seen;
            asks(true)();
            return std::string();
          });
    } catch (const Error&) {
      // Failed, or refused.
    }
  }
  EXPECT_EQ(seen, 10);
  EXPECT_EQ(ledger.account().left.loss, Amount());
}

}  // namespace

}  // namespace scrim::races_test
