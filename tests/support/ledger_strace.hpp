// The driver of one release under strace, which counts its system calls, and injects faults at one.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "support/ledger_faults.hpp"

namespace scrim::test {

/// What it saw goes to a file in the folder: a pipe would be written by strace, too.
inline SeenOfProcess run_under_strace(const std::vector<std::string>& options,
                                      const std::string& driver, const std::string& ledger,
                                      const std::filesystem::path& folder) {
  std::vector<std::string> command{"strace", "-f", "-q"};
  command.insert(command.end(), options.begin(), options.end());
  command.push_back(driver);
  command.push_back(ledger);
  const std::string output = folder / "seen";
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
  std::ifstream file(output, std::ios::binary);
  seen.letters = {std::istreambuf_iterator<char>(file), {}};
  return seen;
}

/// What strace writes about one release that goes well: a line for each call, the loader's first.
inline std::vector<std::string> calls_of_a_release(const std::string& driver,
                                                   const std::string& ledger,
                                                   const std::filesystem::path& folder) {
  const std::string trace = folder / "trace";
  const SeenOfProcess seen = run_under_strace({"-o", trace}, driver, ledger, folder);
  EXPECT_EQ(seen.letters, std::string({drew_noise, gave_release}))
      << "does strace work here? on Debian: apt-get install strace";
  std::vector<std::string> lines;
  std::ifstream file(trace);
  for (std::string line; std::getline(file, line);) {
    if (line.find('(') != std::string::npos) lines.push_back(line);
  }
  return lines;
}

/// Behind execve, whose arguments name the ledger, too.
inline std::size_t first_call_with(const std::vector<std::string>& calls, const std::string& text) {
  std::size_t first = 1;
  while (first < calls.size() && calls[first].find(text) == std::string::npos) ++first;
  return first;
}

}  // namespace scrim::test
