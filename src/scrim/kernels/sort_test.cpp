#include "scrim/kernels/sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "support/instruction_sets.hpp"

namespace scrim::kernels::sort_test {
namespace {

using Limits = std::numeric_limits<std::int64_t>;

std::vector<std::vector<std::int64_t>> values_to_sort() {
  std::mt19937_64 random(3);
  std::vector<std::vector<std::int64_t>> all;
  for (const std::size_t size :
       {0U, 1U, 2U, 3U, 7U, 15U, 16U, 17U, 31U, 64U, 127U, 1000U, 2047U, 2048U, 2049U, 30'000U}) {
    std::vector<std::int64_t> any(size);
    std::vector<std::int64_t> tied(size);
    std::vector<std::int64_t> ends(size);
    for (std::size_t i = 0; i < size; ++i) {
      any[i] = static_cast<std::int64_t>(random());
      tied[i] = static_cast<std::int64_t>(random() % 3) - 1;
      const std::int64_t edges[] = {Limits::min(), Limits::max(), Limits::min() + 1, -1, 0, 1};
      ends[i] = edges[random() % 6];
    }
    std::vector<std::int64_t> falling = any;
    std::sort(falling.rbegin(), falling.rend());
    all.insert(all.end(),
               {any, tied, ends, falling, std::vector<std::int64_t>(size, Limits::max())});
  }
  return all;
}

TEST(SortIncreasing, gives_what_the_standard_library_gives) {
  for (const auto& values : values_to_sort()) {
    std::vector<std::int64_t> expected = values;
    std::sort(expected.begin(), expected.end());
    for (const auto& set : test::usable_instruction_sets()) {
      const test::ForcedInstructionSet forced(set);
      std::vector<std::int64_t> sorted = values;
      sort_increasing(sorted);
      EXPECT_EQ(sorted, expected) << set.name << ", " << values.size();
    }
  }
}

}  // namespace
}  // namespace scrim::kernels::sort_test
