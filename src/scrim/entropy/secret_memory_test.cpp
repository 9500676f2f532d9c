#include "scrim/entropy/secret_memory.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <latch>
#include <memory>
#include <span>
#include <thread>
#include <vector>

namespace scrim::entropy::secret_memory_test {
namespace {

constexpr std::size_t size = 8192;

bool is_all(const SecretMemory& memory, std::byte value) {
  const std::span bytes(static_cast<const std::byte*>(memory.data()), size);
  for (const std::byte byte : bytes) {
    if (byte != value) return false;
  }
  return true;
}

void fill(const SecretMemory& memory) { std::memset(memory.data(), 0x5A, size); }

/// Runs `predicate` in a forked child and returns what it said there.
template <class Predicate>
bool holds_in_child(Predicate predicate) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(predicate() ? 0 : 1);
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(SecretMemory, starts_as_zeros_and_can_be_wiped) {
  SecretMemory memory(size);
  EXPECT_TRUE(is_all(memory, std::byte{0}));
  fill(memory);
  memory.wipe();
  EXPECT_TRUE(is_all(memory, std::byte{0}));
}

TEST(SecretMemory, reads_as_zeros_in_a_child_by_the_kernel_alone) {
  const SecretMemory memory(size, ForkWipe::kernel_only);
  if (!memory.is_wiped_by_kernel()) GTEST_SKIP() << "this kernel has no MADV_WIPEONFORK";
  fill(memory);
  EXPECT_TRUE(holds_in_child([&] { return is_all(memory, std::byte{0}); }));
  EXPECT_TRUE(is_all(memory, std::byte{0x5A})) << "the parent keeps its secret";
}

TEST(SecretMemory, reads_as_zeros_in_a_child_by_the_handler_alone) {
  const SecretMemory memory(size, ForkWipe::handler_only);
  EXPECT_FALSE(memory.is_wiped_by_kernel());
  fill(memory);
  EXPECT_TRUE(holds_in_child([&] { return is_all(memory, std::byte{0}); }));
  EXPECT_TRUE(is_all(memory, std::byte{0x5A})) << "the parent keeps its secret";
}

TEST(SecretMemory, handler_wipes_every_living_region_whatever_the_order_of_destruction) {
  for (const std::size_t dropped : {0U, 1U, 2U}) {
    std::array<std::unique_ptr<SecretMemory>, 3> regions;
    for (auto& region : regions) {
      region = std::make_unique<SecretMemory>(size, ForkWipe::handler_only);
      fill(*region);
    }
    regions[dropped].reset();
    EXPECT_TRUE(holds_in_child([&] {
      for (const auto& region : regions) {
        if (region != nullptr && !is_all(*region, std::byte{0})) return false;
      }
      return true;
    })) << dropped;
  }
}

TEST(SecretMemory, handler_wipes_regions_of_other_threads) {
  std::latch is_filled(1);
  std::latch is_done(1);
  const SecretMemory* theirs = nullptr;
  std::thread other([&] {
    const SecretMemory memory(size, ForkWipe::handler_only);
    fill(memory);
    theirs = &memory;
    is_filled.count_down();
    is_done.wait();
  });
  is_filled.wait();
  EXPECT_TRUE(holds_in_child([&] { return is_all(*theirs, std::byte{0}); }));
  EXPECT_TRUE(is_all(*theirs, std::byte{0x5A}));
  is_done.count_down();
  other.join();
}

TEST(SecretMemory, can_be_made_and_dropped_in_many_threads_while_the_process_forks) {
  std::vector<std::jthread> makers;
  for (int i = 0; i < 2; ++i) {
    makers.emplace_back([](const std::stop_token& stop) {
      while (!stop.stop_requested()) fill(SecretMemory(size));
    });
  }
  const SecretMemory memory(size);
  fill(memory);
  for (int repeat = 0; repeat < 20; ++repeat) {
    EXPECT_TRUE(holds_in_child([&] { return is_all(memory, std::byte{0}); }));
  }
}

}  // namespace
}  // namespace scrim::entropy::secret_memory_test
