#include "scrim/kernels/candidates/take_keys.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "support/instruction_sets.hpp"
#include "support/ugly_numbers.hpp"

namespace scrim::kernels::take_keys_test {
namespace {

template <class T>
class TakeKeysOf : public testing::Test {};
using FloatTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(TakeKeysOf, FloatTypes);

/// Equal to the bit, but for NaNs, which a conversion may change.
bool is_same(double key, double expected) {
  return is_nan(expected)
             ? is_nan(key)
             : std::bit_cast<std::uint64_t>(key) == std::bit_cast<std::uint64_t>(expected);
}

TYPED_TEST(TakeKeysOf, copies_rows_and_counts_nans_of_every_kind_on_every_instruction_set) {
  using T = TypeParam;
  std::vector<T> rows = test::ugly_rows<T>(2049);
  for (std::size_t i = 0; i < rows.size(); i += 5) {
    rows[i] =
        i % 2 == 0 ? std::numeric_limits<T>::quiet_NaN() : -std::numeric_limits<T>::signaling_NaN();
  }
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    const test::ForcedInstructionSet forced(set);
    for (const std::size_t size : test::ugly_sizes()) {
      for (const std::size_t start : {std::size_t{0}, std::size_t{1}}) {
        const auto block = std::span<const T>(rows).subspan(start, size);
        const auto expected = std::count_if(block.begin(), block.end(), is_nan<T>);
        std::vector<double> keys(size + 1, 7.25);
        ASSERT_EQ(take_keys(block, keys), static_cast<std::uint64_t>(expected))
            << set.name << ", size " << size;
        for (std::size_t i = 0; i < size; ++i) {
          ASSERT_TRUE(is_same(keys[i], double{block[i]})) << set.name << ", row " << i;
        }
        ASSERT_EQ(keys[size], 7.25) << "more was written than there are rows";
      }
    }
  }
}

TEST(TakeKeys, integers_keep_their_order_and_hold_no_nan) {
  const std::vector<std::uint64_t> rows = {0, 1, std::numeric_limits<std::uint64_t>::max()};
  std::vector<std::int64_t> keys(3);
  EXPECT_EQ(take_keys(std::span<const std::uint64_t>(rows), keys), 0U);
  EXPECT_EQ(keys, (std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min(),
                                             std::numeric_limits<std::int64_t>::min() + 1,
                                             std::numeric_limits<std::int64_t>::max()}));
}

}  // namespace
}  // namespace scrim::kernels::take_keys_test
