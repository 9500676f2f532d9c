#include "scrim/transformations/count/make_count.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/drop_null/make_drop_null.hpp"
#include "support/block_memory.hpp"
#include "support/error_of.hpp"
#include "support/small_datasets.hpp"
#include "support/stability_law.hpp"

namespace scrim::make_count_test {
namespace {

using test::BlockMemory;

constexpr std::uint32_t largest_d_in = std::numeric_limits<std::uint32_t>::max();

TEST(MakeCount, counts_rows_of_every_kind) {
  const auto numbers = make_count(vector_domain<double>(), SymmetricDistance{});
  EXPECT_EQ(numbers.invoke(std::vector<double>{}), 0);
  EXPECT_EQ(numbers.invoke(std::vector{1.0, std::numeric_limits<double>::quiet_NaN(), 1.0}), 3);
  const auto texts = make_count(vector_domain<std::string>(), InsertDeleteDistance{});
  EXPECT_EQ(texts.invoke(std::vector<std::string>{"", "a"}), 2);
  const auto records = make_count(
      vector_domain(record_domain(atom_domain<int>(), atom_domain<double>())), SymmetricDistance{});
  EXPECT_EQ(records.invoke(BlockMemory<std::tuple<int, double>>({{1, 2.0}, {1, 2.0}}).block()), 2);
}

TEST(MakeCount, counts_rows_that_are_null_unless_they_are_dropped) {
  const BlockMemory<std::optional<int>> rows({std::nullopt, 1, std::nullopt, 2});
  const Space space{vector_domain(option_domain(atom_domain<int>())), SymmetricDistance{}};
  EXPECT_EQ((space >> then_count()).invoke(rows.block()), 4);
  EXPECT_EQ((space >> then_drop_null() >> then_count()).invoke(rows.block()), 2);
}

TEST(MakeCount, states_its_output_space) {
  const auto count = make_count(vector_domain<int>(), SymmetricDistance{});
  EXPECT_EQ(count.output_domain(), atom_domain<std::int64_t>());
  EXPECT_EQ(count.output_metric(), AbsoluteDistance<std::uint64_t>{});
}

template <class M>
void expect_exact_for_unknown_size() {
  const auto count = make_count(vector_domain<int>(), M{});
  EXPECT_EQ(count.map(largest_d_in), largest_d_in);
  const auto worst = test::expect_stable(count, test::datasets_up_to(std::vector<int>{0, 1}, 4), 3);
  EXPECT_GE(worst.size(), 3U);
  for (const auto& [d_in, d_out] : worst) EXPECT_EQ(d_out, count.map(d_in));
}

TEST(MakeCount, moves_by_each_row_where_the_size_is_unknown) {
  expect_exact_for_unknown_size<SymmetricDistance>();
  expect_exact_for_unknown_size<InsertDeleteDistance>();
}

template <class M>
void expect_constant_for_known_size() {
  const auto count = make_count(vector_domain<int>().with_size(3), M{});
  for (const std::uint32_t d_in : {0U, 1U, 2U, 7U, largest_d_in}) EXPECT_EQ(count.map(d_in), 0U);
  EXPECT_EQ(count.stability_map().backward(0), largest_d_in);
  test::expect_stable(count, test::datasets_of_size(std::vector<int>{0, 1}, 3), 6);
  EXPECT_EQ(count.invoke(std::vector{4, 5, 6}), 3);
  SCRIM_EXPECT_ERROR(count.invoke(std::vector{4, 5}), ErrorKind::wrong_size, "rows");
}

TEST(MakeCount, does_not_move_where_the_size_is_known) {
  expect_constant_for_known_size<SymmetricDistance>();
  expect_constant_for_known_size<InsertDeleteDistance>();
  expect_constant_for_known_size<ChangeOneDistance>();
  expect_constant_for_known_size<HammingDistance>();
}

TEST(MakeCount, refuses_a_metric_that_needs_a_size) {
  SCRIM_EXPECT_ERROR(make_count(vector_domain<int>(), HammingDistance{}), ErrorKind::mismatch,
                     "known size");
}

}  // namespace
}  // namespace scrim::make_count_test
