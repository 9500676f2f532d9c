#include "scrim/transformations/count_numbers/make_count_numbers.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/kernels/block_rows.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/drop_null/make_drop_null.hpp"
#include "support/block_memory.hpp"
#include "support/error_of.hpp"
#include "support/small_datasets.hpp"
#include "support/stability_law.hpp"

namespace scrim::make_count_numbers_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

auto doubles_with_nan() { return vector_domain(atom_domain_with_nan<double>()); }

TEST(MakeCountNumbers, counts_rows_that_are_not_nan) {
  const auto count = make_count_numbers(doubles_with_nan(), SymmetricDistance{});
  EXPECT_EQ(count.invoke(std::vector<double>{}), 0);
  EXPECT_EQ(count.invoke(std::vector{nan}), 0);
  EXPECT_EQ(count.invoke(std::vector{1.0, nan, -infinity, infinity, -0.0, -nan, 1.0}), 5);
  const auto floats =
      make_count_numbers(vector_domain(atom_domain_with_nan<float>()), InsertDeleteDistance{});
  EXPECT_EQ(floats.invoke(std::vector{std::numeric_limits<float>::quiet_NaN(), 1.5F}), 1);
}

TEST(MakeCountNumbers, leaves_out_nulls_that_are_dropped) {
  const test::BlockMemory<std::optional<double>> rows({std::nullopt, 1.0, nan, 2.0});
  const Space space{vector_domain(option_domain(atom_domain_with_nan<double>())),
                    SymmetricDistance{}};
  EXPECT_EQ((space >> then_drop_null() >> then_count_numbers()).invoke(rows.block()), 2);
}

TEST(MakeCountNumbers, reads_blocks_and_their_ends) {
  const auto count = make_count_numbers(doubles_with_nan(), SymmetricDistance{});
  for (const std::size_t size : {block_rows - 1, block_rows, block_rows + 1, 3 * block_rows + 7}) {
    std::vector<double> rows(size, 7.0 / 5.0);
    rows.front() = nan;
    rows.back() = nan;
    EXPECT_EQ(count.invoke(rows), static_cast<std::int64_t>(size) - 2);
  }
}

TEST(MakeCountNumbers, states_its_output_space) {
  const auto count = make_count_numbers(doubles_with_nan(), SymmetricDistance{});
  EXPECT_EQ(count.output_domain(), atom_domain<std::int64_t>());
  EXPECT_EQ(count.output_metric(), AbsoluteDistance<std::uint64_t>{});
}

TEST(MakeCountNumbers, is_moved_by_rows_that_become_nan) {
  EXPECT_EQ(make_count_numbers(doubles_with_nan(), SymmetricDistance{}).map(3), 3U);
  EXPECT_EQ(make_count_numbers(doubles_with_nan().with_size(5), SymmetricDistance{}).map(3), 1U);
  EXPECT_EQ(make_count_numbers(doubles_with_nan().with_size(5), ChangeOneDistance{}).map(3), 3U);
  const auto numbers = vector_domain<double>();
  EXPECT_EQ(make_count_numbers(numbers, SymmetricDistance{}).map(3), 3U);
  // A NaN that the domain does not speak of is not counted either, and moves the count no less.
  EXPECT_EQ(make_count_numbers(numbers.with_size(5), HammingDistance{}).map(3), 3U);
}

// A domain without NaN is a promise that nobody checks.
TEST(MakeCountNumbers, is_stable_whatever_the_domain_promises) {
  const auto numbers = vector_domain<double>().with_size(3);
  const auto datasets = test::datasets_of_size(std::vector{nan, -nan, -0.0, infinity}, 3);
  test::expect_stable(make_count_numbers(numbers, SymmetricDistance{}), datasets, 6);
  test::expect_stable(make_count_numbers(numbers, ChangeOneDistance{}), datasets, 3);
  test::expect_stable(make_count_numbers(numbers, HammingDistance{}), datasets, 3);
}

TEST(MakeCountNumbers, refuses_a_metric_that_needs_a_size) {
  SCRIM_EXPECT_ERROR(make_count_numbers(doubles_with_nan(), HammingDistance{}), ErrorKind::mismatch,
                     "known size");
}

NumberCount<double> doubled(int doublings) {
  NumberCount<double> count;
  count.update(std::vector{1.0, nan});
  for (int i = 0; i < doublings; ++i) count.merge(NumberCount<double>(count));
  return count;
}

// No run reads 2^63 rows, but merged and loaded runs may claim to have, and then read on.
TEST(NumberCount, saturates_instead_of_wrapping) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(doubled(62).finish(), std::int64_t{1} << 62);
  EXPECT_EQ(doubled(63).finish(), most);
  auto count = doubled(64);
  count.update(std::vector{1.0, 2.0});
  EXPECT_EQ(count.finish(), most);
  count.merge(doubled(3));
  EXPECT_EQ(count.finish(), most);
}

TEST(NumberCount, is_loaded_as_it_was_saved) {
  const auto count = make_count_numbers(doubles_with_nan(), SymmetricDistance{});
  auto run = count.start();
  run.update(std::vector{nan, 3.0, 4.0});
  const auto saved = std::move(run).save();
  EXPECT_EQ(count.load(saved).finish(), 2);
  EXPECT_NE(NumberCount<double>().identity(), NumberCount<float>().identity());
}

}  // namespace
}  // namespace scrim::make_count_numbers_test
