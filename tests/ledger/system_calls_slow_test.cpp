// A release, killed before each of its system calls, and with an error instead of each of some:
// strace injects them.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "scrim/ledger/ledger.hpp"
#include "support/ledger_faults.hpp"
#include "support/ledger_samples.hpp"

namespace scrim::system_calls_slow_test {

namespace {

using test::SeenOfProcess;

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The driver under strace, with what it saw in a file: a pipe would be written by strace, too.
SeenOfProcess run_under_strace(const std::vector<std::string>& options, const std::string& ledger,
                               const std::string& output) {
  std::vector<std::string> command{"strace", "-f", "-q"};
  command.insert(command.end(), options.begin(), options.end());
  command.emplace_back(SCRIM_RELEASE_DRIVER);
  command.push_back(ledger);
  const pid_t child = ::fork();
  if (child == 0) {
    const int file = ::open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ::dup2(file, STDOUT_FILENO);
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (std::string& argument : command) arguments.push_back(argument.data());
    arguments.push_back(nullptr);
    ::execvp("strace", arguments.data());
    ::_exit(127);
  }
  SeenOfProcess seen;
  ::waitpid(child, &seen.status, 0);
  seen.letters = content_of(output);
  return seen;
}

class SystemCalls : public testing::Test {
 protected:
  SystemCalls() {
    test::make_ledger_before_fault(original_);
    head_ = Ledger::open(original_).head();
  }

  /// What strace writes about one release: a line for each call, those of the loader first.
  std::vector<std::string> calls_of_a_release() {
    const std::string trace = folder_.file("trace");
    const std::string path = folder_.file("counted");
    std::filesystem::copy_file(original_, path);
    const SeenOfProcess seen = run_under_strace({"-o", trace}, path, folder_.file("seen"));
    EXPECT_EQ(seen.letters, std::string({test::drew_noise, test::gave_release}))
        << "does strace work here? on Debian: apt-get install strace";
    std::filesystem::remove(path);
    std::vector<std::string> lines;
    std::ifstream file(trace);
    for (std::string line; std::getline(file, line);) {
      if (line.find('(') != std::string::npos) lines.push_back(line);
    }
    return lines;
  }

  /// The first call that is not the loader's. Behind execve, whose arguments name the ledger, too.
  static std::size_t first_of_the_ledger(const std::vector<std::string>& calls) {
    std::size_t first = 1;
    while (first < calls.size() && calls[first].find("counted") == std::string::npos) ++first;
    return first;
  }

  /// Runs it with one fault, and looks at the ledger afterwards.
  void inject(const std::string& what, const std::string& why) {
    const std::string path = folder_.file("l");
    std::filesystem::copy_file(original_, path);
    const SeenOfProcess seen =
        run_under_strace({"-o", "/dev/null", "-e", "inject=" + what}, path, folder_.file("seen"));
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
