// The vector loop against clamp_value, to the bit.
#include "scrim/kernels/clamp.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "support/instruction_sets.hpp"
#include "support/ugly_numbers.hpp"

namespace scrim::kernels::clamp_test {
namespace {

template <class T>
class ClampOf : public testing::Test {};
using NumberTypes =
    testing::Types<signed char, short, int, long, long long, unsigned char, unsigned short,
                   unsigned int, unsigned long, unsigned long long, float, double>;
TYPED_TEST_SUITE(ClampOf, NumberTypes);

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

TYPED_TEST(ClampOf, agrees_with_the_scalar_meaning_on_every_instruction_set) {
  using T = TypeParam;
  const std::vector<T> rows = test::ugly_rows<T>(2048);
  const std::vector<T> bounds = test::ugly_values<T>();
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    const test::ForcedInstructionSet forced(set);
    for (const T lower : bounds) {
      for (const T upper : bounds) {  // inverted and NaN bounds too: the loop must not guess
        std::vector<T> expected;
        for (const T x : rows) expected.push_back(clamp_value(x, lower, upper));
        std::vector<T> out(rows.size());
        clamp(std::span<const T>(rows), lower, upper, std::span<T>(out));
        ASSERT_TRUE(same_bits(out, expected)) << set.name << ' ' << +lower << ' ' << +upper;
      }
    }
  }
}

TYPED_TEST(ClampOf, writes_blocks_of_every_size_and_nothing_else) {
  using T = TypeParam;
  const std::vector<T> rows = test::ugly_rows<T>(2049);
  const T lower{3};
  const T upper{5};
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    const test::ForcedInstructionSet forced(set);
    for (const std::size_t size : test::ugly_sizes()) {
      const auto in = std::span<const T>(rows).subspan(1, size);
      std::vector<T> expected;
      for (const T x : in) expected.push_back(clamp_value(x, lower, upper));
      expected.push_back(T{77});
      std::vector<T> out(size + 1, T{77});
      clamp(in, lower, upper, std::span<T>(out).first(size));
      ASSERT_TRUE(same_bits(out, expected)) << set.name << ", size " << size;

      std::vector<T> in_place(in.begin(), in.end());
      in_place.push_back(T{77});
      const auto block = std::span<T>(in_place).first(size);
      clamp(std::span<const T>(block), lower, upper, block);
      ASSERT_TRUE(same_bits(in_place, expected)) << set.name << " in place, size " << size;
    }
  }
}

}  // namespace
}  // namespace scrim::kernels::clamp_test
