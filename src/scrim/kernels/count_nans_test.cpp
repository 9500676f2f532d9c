#include "scrim/kernels/count_nans.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "scrim/kernels/instruction_sets.hpp"
#include "support/ugly_numbers.hpp"

namespace scrim::kernels {
namespace {

template <class T>
class CountNansIn : public testing::Test {};
using FloatTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(CountNansIn, FloatTypes);

TYPED_TEST(CountNansIn, counts_nans_of_every_kind_on_every_instruction_set) {
  using T = TypeParam;
  std::vector<T> rows = test::ugly_rows<T>(2049);
  for (std::size_t i = 0; i < rows.size(); i += 5) {
    rows[i] =
        i % 2 == 0 ? std::numeric_limits<T>::quiet_NaN() : -std::numeric_limits<T>::signaling_NaN();
  }
  for (const InstructionSet& set : usable_instruction_sets()) {
    const ForcedInstructionSet forced(set);
    for (const std::size_t size : test::ugly_sizes()) {
      for (const std::size_t start : {std::size_t{0}, std::size_t{1}}) {
        const auto block = std::span<const T>(rows).subspan(start, size);
        const auto expected = std::count_if(block.begin(), block.end(), is_nan<T>);
        ASSERT_EQ(count_nans(block), static_cast<std::uint64_t>(expected))
            << set.name << ", size " << size;
      }
    }
  }
}

}  // namespace
}  // namespace scrim::kernels
