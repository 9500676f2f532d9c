#include "oracle/oracle.hpp"

#include <fcntl.h>
#include <gmpxx.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <system_error>
#include <utility>

namespace scrim::oracle {

namespace {

// The oracle answers line by line. With no more than this outstanding, neither pipe can fill up
// (POSIX grants a pipe at least this much), so the two programs never wait for each other.
constexpr std::size_t largest_batch = 4096;

struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category());
    read_end = ends[0];
    write_end = ends[1];
  }
};

bool agree(const std::string& theirs, const std::string& ours) {
  if (ours != overflow) return theirs == ours;
  mpz_class value;
  return value.set_str(theirs, 10) == 0 && value > mpz_class("18446744073709551615");
}

}  // namespace

Oracle::Oracle(const std::string& path) {
  std::signal(SIGPIPE, SIG_IGN);  // an oracle that ends early is reported, not a silent death
  const Pipe questions;
  const Pipe answers;
  child_ = fork();
  if (child_ < 0) throw std::system_error(errno, std::generic_category());
  if (child_ == 0) {
    dup2(questions.read_end, STDIN_FILENO);
    dup2(answers.write_end, STDOUT_FILENO);
    execl(path.c_str(), path.c_str(), static_cast<char*>(nullptr));
    std::perror(path.c_str());
    _exit(127);
  }
  close(questions.read_end);
  close(answers.write_end);
  to_ = fdopen(questions.write_end, "w");
  from_ = fdopen(answers.read_end, "r");
}

Oracle::~Oracle() {
  std::fclose(to_);  // the end of its input is what ends the oracle
  std::fclose(from_);
  waitpid(child_, nullptr, 0);
}

void Oracle::ask(const std::string& question, std::string ours) {
  const std::size_t bytes = question.size() + 1;
  if (pending_bytes_ + bytes > largest_batch) settle();
  pending_.push_back({question, std::move(ours)});
  pending_bytes_ += bytes;
}

void Oracle::settle() {
  for (const auto& [question, ours] : pending_) {
    std::fputs(question.c_str(), to_);
    std::fputc('\n', to_);
  }
  std::fflush(to_);
  for (const auto& [question, ours] : pending_) {
    const std::string theirs = next_answer();
    if (!agree(theirs, ours)) {
      throw Difference("question: " + question + "\n  proofs: " + theirs + "\n  Scrim:  " + ours);
    }
    ++settled_[question.substr(0, question.find(' '))];
  }
  pending_.clear();
  pending_bytes_ = 0;
}

std::string Oracle::next_answer() {
  std::string line;
  for (int c = std::fgetc(from_); c != '\n'; c = std::fgetc(from_)) {
    if (c == EOF) throw Difference("the oracle ended before it had answered every question");
    line.push_back(static_cast<char>(c));
  }
  return line;
}

}  // namespace scrim::oracle
