#include "scrim/kernels/candidates/cell_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "support/instruction_sets.hpp"
#include "support/ugly_numbers.hpp"

namespace scrim::kernels::cell_grid_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double tiny = std::numeric_limits<double>::denorm_min();
constexpr std::int64_t lowest_integer = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest_integer = std::numeric_limits<std::int64_t>::max();

/// Ugly rows, and rows within and around [first, last].
std::vector<double> rows_around(double first, double last) {
  std::vector<double> rows = test::ugly_rows<double>(2048);
  for (std::size_t i = 0; i < rows.size(); i += 2) {
    const double share = static_cast<double>(i) / 1800.0 - 0.05;
    rows[i] = first + (last - first) * share;
  }
  return rows;
}

std::vector<std::int64_t> rows_around(std::int64_t first, std::int64_t last) {
  std::vector<std::int64_t> rows = test::ugly_rows<std::int64_t>(2048);
  for (std::size_t i = 0; i < rows.size(); i += 3) {
    const auto end = static_cast<std::uint64_t>(i % 2 == 0 ? first : last);
    rows[i] = static_cast<std::int64_t>(end + i % 11 - 5);
  }
  return rows;
}

/// find_cells against cell_of on every instruction set, every size and a start off the alignment.
template <class Cells, class Key>
void expect_scalar_cells(const Cells& cells, const std::vector<Key>& rows) {
  constexpr std::uint32_t untouched = 0xDEADBEEF;
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    const test::ForcedInstructionSet forced(set);
    for (const std::size_t size : test::ugly_sizes()) {
      for (const std::size_t start : {std::size_t{0}, std::size_t{1}}) {
        if (start + size > rows.size()) continue;
        const auto block = std::span<const Key>(rows).subspan(start, size);
        std::vector<std::uint32_t> expected;
        for (const Key x : block) expected.push_back(cell_of(cells, x));
        expected.push_back(untouched);
        std::vector<std::uint32_t> found(size + 1, untouched);
        find_cells(cells, block, found);
        ASSERT_EQ(found, expected) << set.name << ", size " << size;
      }
    }
  }
}

TEST(CellGrid, gives_floats_the_scalar_cells_on_every_instruction_set) {
  for (const auto& [first, last] : {std::pair{0.0, 1.0},
                                    {-3.7, 96.2},
                                    {-0.0, 0.0},
                                    {-1e300, 1e300},
                                    {1e-300, 2e-300},
                                    {5.0, 5.0},
                                    {-largest / 4, largest / 4},
                                    {1.0, std::nextafter(1.0, 2.0)}}) {
    for (const std::size_t count : {2U, 1000U, 65536U, 1U << 30}) {
      const auto cells = divide_evenly(first, last, count);
      if (!cells) continue;
      EXPECT_LT(cell_of(*cells, last), count);
      expect_scalar_cells(*cells, rows_around(first, last));
    }
  }
}

TEST(CellGrid, gives_integers_the_scalar_cells_on_every_instruction_set) {
  for (const auto& [first, last] : {std::pair<std::int64_t, std::int64_t>{0, 9990},
                                    {-20, 13},
                                    {7, 7},
                                    {lowest_integer, largest_integer},
                                    {lowest_integer, lowest_integer + 5},
                                    {largest_integer - 1000, largest_integer},
                                    {-1, largest_integer}}) {
    for (const std::size_t count : {2U, 2048U, 65536U, 1U << 30}) {
      const auto cells = divide_evenly(first, last, count);
      ASSERT_TRUE(cells.has_value());
      EXPECT_LT(cell_of(*cells, last), count);
      expect_scalar_cells(*cells, rows_around(first, last));
    }
  }
}

// By hand, so that a mistake shared by all instruction sets would be seen.
TEST(CellGrid, divides_evenly) {
  const auto floats = divide_evenly(10.0, 20.0, 11);
  ASSERT_TRUE(floats.has_value());
  EXPECT_EQ(cell_of(*floats, -infinity), 0U);
  EXPECT_EQ(cell_of(*floats, std::nan("")), 0U);
  EXPECT_EQ(cell_of(*floats, 10.9), 0U);
  EXPECT_EQ(cell_of(*floats, 11.0), 1U);
  EXPECT_EQ(cell_of(*floats, 19.9), 9U);
  EXPECT_EQ(cell_of(*floats, 20.0), 10U);
  EXPECT_EQ(cell_of(*floats, infinity), 10U);
  const auto integers = divide_evenly(std::int64_t{-8}, std::int64_t{7}, 4);
  ASSERT_TRUE(integers.has_value());
  EXPECT_EQ(cell_of(*integers, lowest_integer), 0U);
  EXPECT_EQ(cell_of(*integers, -5), 0U);
  EXPECT_EQ(cell_of(*integers, -4), 1U);
  EXPECT_EQ(cell_of(*integers, largest_integer), 3U);
}

TEST(CellGrid, has_no_cells_where_their_width_cannot_be_expressed) {
  EXPECT_FALSE(divide_evenly(-largest, largest, 16).has_value());
  EXPECT_FALSE(divide_evenly(-infinity, 0.0, 16).has_value());
  EXPECT_FALSE(divide_evenly(0.0, infinity, 16).has_value());
  EXPECT_FALSE(divide_evenly(infinity, infinity, 16).has_value());
  EXPECT_FALSE(divide_evenly(0.0, tiny, 16).has_value());
}

}  // namespace
}  // namespace scrim::kernels::cell_grid_test
