#include "scrim/entropy/system_seed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <deque>

#include "support/entropy_readers.hpp"

namespace scrim::entropy::system_seed_test {
namespace {

using test::FaultyReader;
using test::ReadOutcome;
using Seed = std::array<std::byte, 48>;

TEST(ReadSeed, delivers_every_byte_from_the_system) {
  SystemRandomReader reader;
  // A byte that no read ever changes would stay equal in all of them.
  Seed first{};
  read_seed(reader, first);
  std::array<bool, 48> has_changed{};
  for (int repeat = 0; repeat < 16; ++repeat) {
    Seed next{};
    read_seed(reader, next);
    for (std::size_t i = 0; i < next.size(); ++i) has_changed[i] |= next[i] != first[i];
  }
  EXPECT_TRUE(std::ranges::all_of(has_changed, [](bool changed) { return changed; }));
}

TEST(ReadSeed, repeats_an_interrupted_read) {
  std::deque<ReadOutcome> script{{.error = EINTR}, {.error = EINTR}};
  int reads = 0;
  FaultyReader reader{&script, &reads};
  Seed seed{};
  read_seed(reader, seed);
  EXPECT_EQ(reads, 3);
  EXPECT_EQ(seed.back(), std::byte{0xA5});
}

TEST(ReadSeed, throws_on_any_other_failure_without_a_second_read) {
  for (const int error : {EAGAIN, ENOSYS, EFAULT, EINVAL, EPERM}) {
    std::deque<ReadOutcome> script{{.error = error}};
    int reads = 0;
    FaultyReader reader{&script, &reads};
    Seed seed{};
    try {
      read_seed(reader, seed);
      ADD_FAILURE() << "errno " << error << " was swallowed";
    } catch (const InvokeError& failure) {
      EXPECT_EQ(failure.kind(), ErrorKind::entropy);
    }
    EXPECT_EQ(reads, 1);
  }
}

TEST(ReadSeed, throws_on_a_short_read_of_any_length) {
  for (const int missing : {1, 16, 47, 48}) {
    std::deque<ReadOutcome> script{{.missing = missing}};
    int reads = 0;
    FaultyReader reader{&script, &reads};
    Seed seed{};
    EXPECT_THROW(read_seed(reader, seed), InvokeError) << missing;
    EXPECT_EQ(reads, 1);
  }
}

}  // namespace
}  // namespace scrim::entropy::system_seed_test
