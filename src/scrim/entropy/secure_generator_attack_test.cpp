// Fork: a child that continued its parent's stream would repeat the parent's noise.
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>
#include <vector>

#include "scrim/entropy/secure_generator.hpp"
#include "support/entropy_generator_peer.hpp"

namespace scrim::entropy::secure_generator_attack_test {
namespace {

constexpr std::size_t words_drawn = 4000;

template <class Generator>
std::vector<std::uint64_t> draw(Generator& generator, std::size_t count) {
  std::vector<std::uint64_t> words(count);
  for (auto& word : words) word = generator.next_word();
  return words;
}

pid_t by_fork() { return ::fork(); }

/// The system call itself: no handler of the C library runs.
pid_t by_raw_clone() {
  return static_cast<pid_t>(::syscall(SYS_clone, SIGCHLD, nullptr, nullptr, nullptr, nullptr));
}

/// Draws in a child and in the parent, and returns how many words they have in common.
template <class Generator>
std::size_t shared_words(Generator& generator, pid_t (*split)()) {
  int ends[2];
  if (::pipe(ends) != 0) std::abort();
  const pid_t child = split();
  if (child == 0) {
    const std::vector<std::uint64_t> words = draw(generator, words_drawn);
    const char* at = reinterpret_cast<const char*>(words.data());
    std::size_t left = words.size() * sizeof(std::uint64_t);
    while (left > 0) {
      const ssize_t written = ::write(ends[1], at, left);
      if (written <= 0) ::_exit(1);
      at += written;
      left -= static_cast<std::size_t>(written);
    }
    ::_exit(0);
  }
  ::close(ends[1]);
  std::vector<std::uint64_t> theirs(words_drawn);
  char* at = reinterpret_cast<char*>(theirs.data());
  std::size_t left = theirs.size() * sizeof(std::uint64_t);
  while (left > 0) {
    const ssize_t got = ::read(ends[0], at, left);
    if (got <= 0) break;
    at += got;
    left -= static_cast<std::size_t>(got);
  }
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(left, 0U);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);

  const std::vector<std::uint64_t> ours = draw(generator, words_drawn);
  const std::set<std::uint64_t> known(theirs.begin(), theirs.end());
  EXPECT_EQ(known.size(), words_drawn) << "the child repeats itself";
  return static_cast<std::size_t>(
      std::ranges::count_if(ours, [&](std::uint64_t word) { return known.contains(word); }));
}

/// Before the first word, within a run, at its last word, at its end, and in a later run.
constexpr std::size_t run = GeneratorState::output_words;
constexpr std::size_t consumed_before[] = {0, 1, 77, run - 1, run, 2 * run + 500};

template <ForkWipe fork_wipe>
using Generator = BasicSecureGenerator<SystemRandomReader, AesKeystream, fork_wipe>;

template <ForkWipe fork_wipe>
void expect_no_shared_word(pid_t (*split)()) {
  for (const std::size_t before : consumed_before) {
    Generator<fork_wipe> generator;
    draw(generator, before);
    EXPECT_EQ(shared_words(generator, split), 0U) << "after " << before << " words";
  }
}

TEST(ForkAttack, child_shares_no_word_as_installed) {
  expect_no_shared_word<ForkWipe::kernel_and_handler>(by_fork);
}

TEST(ForkAttack, child_shares_no_word_by_the_handler_alone) {
  expect_no_shared_word<ForkWipe::handler_only>(by_fork);
}

TEST(ForkAttack, child_shares_no_word_by_the_kernel_alone) {
  if (!test::SecureGeneratorPeer::is_wiped_by_kernel(Generator<ForkWipe::kernel_only>())) {
    GTEST_SKIP() << "this kernel has no MADV_WIPEONFORK";
  }
  expect_no_shared_word<ForkWipe::kernel_only>(by_fork);
  expect_no_shared_word<ForkWipe::kernel_only>(by_raw_clone);
  expect_no_shared_word<ForkWipe::kernel_and_handler>(by_raw_clone);
}

TEST(ForkAttack, thread_source_of_a_child_shares_no_word) {
  draw(thread_source(), 123);
  EXPECT_EQ(shared_words(thread_source(), by_fork), 0U);
}

// The positive control: without either way the attack works, so the tests above can fail.
TEST(ForkAttack, unguarded_generator_repeats_itself) {
  Generator<ForkWipe::handler_only> generator;
  draw(generator, 77);
  EXPECT_EQ(shared_words(generator, by_raw_clone), words_drawn);
}

}  // namespace
}  // namespace scrim::entropy::secure_generator_attack_test
