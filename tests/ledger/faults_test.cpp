// The process dies, or the disk fails, at every operation of a release and of a creation.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/ledger/ledger.hpp"
#include "scrim/ledger/sqlite_store.hpp"
#include "support/ledger_faults.hpp"
#include "support/ledger_samples.hpp"
#include "support/naive_ledgers.hpp"
#include "support/watched_files.hpp"

namespace scrim::faults_test {

namespace {

using test::Fault;
using test::Reporter;
using test::SeenOfProcess;
using test::watched_files;

Ledger open_watched(const std::string& path) {
  return Ledger(ledger::open_sqlite_store(path, {.vfs = watched_files().name()}));
}

void release_once(const std::string& path, const Reporter& reporter) {
  test::release_under_fault(open_watched(path), reporter);
}

/// A release that is made otherwise.
using Asking = std::function<void(const std::string& path, const Reporter& reporter)>;

struct FaultsMade {
  int faults = 0;
  std::vector<std::string> problems;
};

/// Lets the n-th operation fail, for every n until the release is through.
FaultsMade fail_everywhere(Fault fault, const Asking& asking) {
  const test::TemporaryFolder folder(test::quick_folder());
  const std::string original = folder.file("original");
  test::make_ledger_before_fault(original);
  const LedgerHead head = Ledger::open(original).head();
  FaultsMade made;
  for (int n = 1;; ++n) {
    const std::string path = folder.file(std::to_string(n));
    std::filesystem::copy_file(original, path);
    const SeenOfProcess seen = test::run_in_process([&](const Reporter& reporter) {
      watched_files().arm(fault, n);
      const auto tell_if_struck = [&] {
        if (watched_files().has_struck()) reporter.tell('s');
        if (watched_files().operations() >= n) reporter.tell('m');  // there are more
      };
      try {
        asking(path, reporter);
      } catch (...) {
        tell_if_struck();
        throw;
      }
      tell_if_struck();
    });
    const bool was_killed = WIFSIGNALED(seen.status);
    if (!was_killed && !seen.has('m')) break;
    if (was_killed || seen.has('s')) ++made.faults;
    // Killed, refused as a ledger's error, or through.
    if (!was_killed && WEXITSTATUS(seen.status) > 1) made.problems.push_back("another error");
    const std::string problem = test::problem_after_fault(path, head, seen);
    if (!problem.empty())
      made.problems.push_back("operation " + std::to_string(n) + ": " + problem);
    std::filesystem::remove(path);
  }
  return made;
}

constexpr std::pair<Fault, std::string_view> all_faults[] = {
    {Fault::kill, "kill"},
    {Fault::kill_in_write, "kill in a write"},
    {Fault::io_error, "EIO"},
    {Fault::io_error_on, "EIO from then on"},
    {Fault::full, "ENOSPC"},
    {Fault::full_on, "ENOSPC from then on"},
    {Fault::short_write, "short write"},
};

TEST(LedgerFaults, none_yields_a_release_without_its_debit_or_loses_one) {
  int all = 0;
  for (const auto& [fault, name] : all_faults) {
    const FaultsMade made = fail_everywhere(fault, release_once);
    for (const std::string& problem : made.problems) ADD_FAILURE() << name << ", " << problem;
    EXPECT_GE(made.faults, 10) << name;
    std::cout << name << ": " << made.faults << " faults\n";
    all += made.faults;
  }
  EXPECT_GE(all, 300);
}

TEST(LedgerFaults, releasing_before_the_debit_falls) {
  const FaultsMade made =
      fail_everywhere(Fault::kill, [](const std::string& path, const Reporter& reporter) {
        test::release_first_then_debit(open_watched(path), reporter);
      });
  EXPECT_GE(made.problems.size(), 10U);
}

TEST(LedgerFaults, creating_leaves_no_ledger_or_a_whole_one) {
  int faults = 0;
  for (const auto& [fault, name] : all_faults) {
    const test::TemporaryFolder folder(test::quick_folder());
    for (int n = 1;; ++n) {
      const std::string path = folder.file(std::to_string(n));
      const SeenOfProcess seen = test::run_in_process([&](const Reporter& reporter) {
        watched_files().arm(fault, n);
        (void)ledger::create_sqlite_store(path, Ledger::first_record(test::epsilon_terms("1")),
                                          {.vfs = watched_files().name()});
        reporter.tell(test::gave_release);
        if (watched_files().operations() >= n) reporter.tell('m');
      });
      const bool is_there = std::filesystem::exists(path);
      EXPECT_TRUE(is_there || !seen.has(test::gave_release)) << name << " " << n;
      if (is_there) {
        EXPECT_EQ(Ledger::open(path).verify().number, 1U) << name << " " << n;
      } else {
        // Whoever tries again succeeds.
        (void)Ledger::create(path, test::epsilon_terms("1"));
      }
      const bool is_through = WIFEXITED(seen.status) && WEXITSTATUS(seen.status) == 0;
      if (is_through && !seen.has('m')) break;
      if (!is_through) ++faults;
    }
  }
  std::cout << "creating: " << faults << " faults\n";
  EXPECT_GE(faults, 50);
}

}  // namespace

}  // namespace scrim::faults_test
