// The vector loops against the scalar meaning.
#include "scrim/kernels/count_numbers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "support/instruction_sets.hpp"
#include "support/ugly_numbers.hpp"

namespace scrim::kernels::count_numbers_test {
namespace {

template <class T>
std::size_t by_definition(std::span<const T> rows) {
  std::size_t count = 0;
  for (const T row : rows) count += std::isnan(row) ? 0 : 1;
  return count;
}

/// Numbers of every size, of which some became NaN.
template <class T>
std::vector<T> rows_with_nan(std::size_t size) {
  std::vector<T> rows = test::ugly_rows<T>(size);
  std::mt19937_64 random(5);
  for (T& row : rows) {
    if (random() % 3 == 0) row = std::numeric_limits<T>::quiet_NaN();
    if (random() % 7 == 0) row = -row;
  }
  return rows;
}

template <class T>
void expect_definition() {
  const std::vector<T> rows = rows_with_nan<T>(2049);
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    const test::ForcedInstructionSet forced(set);
    for (const std::size_t size : test::ugly_sizes()) {
      const auto in = std::span<const T>(rows).subspan(1, size);
      EXPECT_EQ(count_numbers(in), by_definition(in)) << set.name << ", size " << size;
    }
  }
}

TEST(CountNumbers, agrees_with_its_definition_on_every_instruction_set) {
  expect_definition<double>();
  expect_definition<float>();
}

TEST(CountNumbers, finds_a_nan_at_every_place) {
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    const test::ForcedInstructionSet forced(set);
    for (std::size_t place = 0; place < 67; ++place) {
      std::vector<double> rows(67, std::numeric_limits<double>::infinity());
      rows[place] = -std::numeric_limits<double>::quiet_NaN();
      EXPECT_EQ(count_numbers(std::span<const double>(rows)), 66U) << set.name << ", " << place;
    }
  }
}

}  // namespace
}  // namespace scrim::kernels::count_numbers_test
