// The vector loop against the sum of clamp_value, row by row.
#include "scrim/kernels/sum.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <vector>

#include "support/instruction_sets.hpp"
#include "support/ugly_numbers.hpp"

namespace scrim::kernels::sum_test {
namespace {

constexpr std::int64_t most = sum_term_limit - 1;

template <class T>
class SumOf : public testing::Test {};
using IntegerTypes =
    testing::Types<signed char, short, int, long, long long, unsigned char, unsigned short,
                   unsigned int, unsigned long, unsigned long long>;
TYPED_TEST_SUITE(SumOf, IntegerTypes);

template <class T>
int128 sum_by_definition(std::span<const T> rows, T lower, T upper) {
  int128 sum = 0;
  for (const T row : rows) sum += int128{clamp_value(row, lower, upper)};
  return sum;
}

/// Where the loop changes its way of adding, and where a type ends.
template <class T>
std::vector<T> ugly_bounds() {
  std::vector<T> bounds;
  for (const double edge : {0.0, 0x1p32, 0x1p51, 0x1p53, 0x1p61}) {
    for (const std::int64_t step : {-1, 0, 1}) {
      for (const std::int64_t sign : {-1, 1})
        bounds.push_back(static_cast<T>(sign * static_cast<std::int64_t>(edge) + step));
    }
  }
  bounds.push_back(static_cast<T>(most));
  bounds.push_back(static_cast<T>(-most));
  // Of unsigned types these are beyond the limit.
  std::erase_if(bounds, [](T bound) {
    return int128{bound} >= sum_term_limit || int128{bound} <= -sum_term_limit;
  });
  return bounds;
}

TYPED_TEST(SumOf, agrees_with_the_scalar_meaning_on_every_instruction_set) {
  using T = TypeParam;
  const std::vector<T> rows = test::ugly_rows<T>(4099);
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    const test::ForcedInstructionSet forced(set);
    for (const T lower : ugly_bounds<T>()) {
      for (const T upper : ugly_bounds<T>()) {
        if (lower > upper) continue;
        const std::span<const T> all(rows);
        ASSERT_TRUE(sum_clamped(all, lower, upper) == sum_by_definition(all, lower, upper))
            << set.name << ' ' << +lower << ' ' << +upper;
      }
    }
  }
}

TYPED_TEST(SumOf, adds_blocks_of_every_size_and_nothing_else) {
  using T = TypeParam;
  const std::vector<T> rows = test::ugly_rows<T>(2051);
  const T lower{3};
  const T upper{5};
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    const test::ForcedInstructionSet forced(set);
    for (const std::size_t size : test::ugly_sizes()) {
      const auto in = std::span<const T>(rows).subspan(1, size);
      ASSERT_TRUE(sum_clamped(in, lower, upper) == sum_by_definition(in, lower, upper))
          << set.name << ", size " << size;
    }
  }
}

// All rows at one end: what overflows a partial sum, if anything does.
TYPED_TEST(SumOf, holds_blocks_of_the_largest_terms) {
  using T = TypeParam;
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    const test::ForcedInstructionSet forced(set);
    for (const T bound : ugly_bounds<T>()) {
      const std::vector<T> rows(2048 + 2047, bound);
      ASSERT_TRUE(sum_clamped(std::span<const T>(rows), bound, bound) == int128{4095} * bound)
          << set.name << ' ' << +bound;
    }
  }
}

}  // namespace
}  // namespace scrim::kernels::sum_test
