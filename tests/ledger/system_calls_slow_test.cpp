// A release, killed before each of its system calls, and with an error instead of each of some:
// strace injects them.
#include <gtest/gtest.h>

#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "scrim/ledger/ledger.hpp"
#include "support/ledger_faults.hpp"
#include "support/ledger_samples.hpp"
#include "support/ledger_strace.hpp"

namespace scrim::system_calls_slow_test {

namespace {

class SystemCalls : public testing::Test {
 protected:
  SystemCalls() {
    test::make_ledger_before_fault(original_);
    head_ = Ledger::open(original_).head();
  }

  /// What strace writes about one release: a line for each call, those of the loader first.
  std::vector<std::string> calls_of_a_release() {
    const std::string path = folder_.file("counted");
    std::filesystem::copy_file(original_, path);
    std::vector<std::string> calls =
        test::calls_of_a_release(SCRIM_RELEASE_DRIVER, path, folder_.path());
    std::filesystem::remove(path);
    return calls;
  }

  /// The first call that is not the loader's.
  static std::size_t first_of_the_ledger(const std::vector<std::string>& calls) {
    return test::first_call_with(calls, "counted");
  }

  /// Runs it with one fault, and looks at the ledger afterwards.
  void inject(const std::string& what, const std::string& why) {
    const std::string path = folder_.file("l");
    std::filesystem::copy_file(original_, path);
    const test::SeenOfProcess seen = test::run_under_strace(
        {"-o", "/dev/null", "-e", "inject=" + what}, SCRIM_RELEASE_DRIVER, path, folder_.path());
    const std::string problem = test::problem_after_fault(path, head_, seen);
    EXPECT_EQ(problem, "") << what << ": " << why << " (seen: " << seen.letters << ")";
    std::filesystem::remove(path);
    std::filesystem::remove(path + "-journal");
    ++faults_;
  }

  test::TemporaryFolder folder_{test::quick_folder()};
  std::string original_ = folder_.file("original");
  LedgerHead head_;
  int faults_ = 0;
};

TEST_F(SystemCalls, a_release_may_be_killed_before_any) {
  const std::vector<std::string> calls = calls_of_a_release();
  const std::size_t first = first_of_the_ledger(calls);
  ASSERT_LT(first + 100, calls.size());
  for (std::size_t n = first; n <= calls.size(); ++n) {
    inject("all:signal=KILL:when=" + std::to_string(n), n < calls.size() ? calls[n] : "the end");
  }
  std::cout << faults_ << " kills\n";
}

TEST_F(SystemCalls, each_may_fail) {
  const std::vector<std::string> calls = calls_of_a_release();
  const std::size_t first = first_of_the_ledger(calls);
  // A write that returns 0 is a short one.
  for (const auto& [call, outcome] : std::vector<std::pair<std::string, std::string>>{
           {"pwrite64", "error=ENOSPC"},
           {"pwrite64", "error=EIO"},
           {"pwrite64", "retval=0"},
           {"pread64", "error=EIO"},
           {"fdatasync", "error=EIO"},
           {"fsync", "error=EIO"},
           {"unlink", "error=EIO"},
           {"openat", "error=EMFILE"},
           {"openat", "error=ENOSPC"},
           {"fcntl", "error=ENOLCK"},
           {"newfstatat", "error=EIO"},
       }) {
    int when = 0;  // strace counts the calls of this name
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (calls[i].find(" " + call + "(") == std::string::npos) continue;
      ++when;
      if (i < first) continue;
      inject(call + ":" + outcome + ":when=" + std::to_string(when), calls[i]);
    }
  }
  std::cout << faults_ << " errors\n";
}

}  // namespace

}  // namespace scrim::system_calls_slow_test
