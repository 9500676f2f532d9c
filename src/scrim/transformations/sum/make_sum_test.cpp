#include "scrim/transformations/sum/make_sum.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "support/error_of.hpp"
#include "support/small_datasets.hpp"
#include "support/stability_law.hpp"

namespace scrim::make_sum_test {
namespace {

using Rows = std::vector<std::int64_t>;

constexpr std::int64_t most = kernels::sum_term_limit - 1;

auto sum_of_int64(std::int64_t lower, std::int64_t upper) {
  return make_sum(vector_domain(Bounds{lower, upper}), SymmetricDistance{});
}

TEST(MakeSum, adds_up) {
  const auto sum = sum_of_int64(-10, 10);
  EXPECT_EQ(sum.invoke(Rows{}), 0);
  EXPECT_EQ(sum.invoke(Rows{7}), 7);
  EXPECT_EQ(sum.invoke(Rows{7, -10, 1}), -2);
  EXPECT_EQ(sum.output_domain(), atom_domain<std::int64_t>());
  EXPECT_EQ(sum.output_metric(), AbsoluteDistance<std::uint64_t>{});
}

TEST(MakeSum, takes_narrow_integers_without_bounds) {
  const auto bytes = make_sum(vector_domain<std::int8_t>(), SymmetricDistance{});
  EXPECT_EQ(bytes.invoke(std::vector<std::int8_t>{-128, -128, 127}), -129);
  EXPECT_EQ(bytes.map(1), 128U);
  const auto words = make_sum(vector_domain<std::uint32_t>(), SymmetricDistance{});
  EXPECT_EQ(words.invoke(std::vector<std::uint32_t>(3, ~0U)), 3 * std::int64_t{~0U});
  EXPECT_EQ(words.map(2), 2 * std::uint64_t{~0U});
}

TEST(MakeSum, moves_by_the_largest_term_where_rows_are_added) {
  for (const auto& [lower, upper, per_row] :
       {std::tuple<std::int64_t, std::int64_t, std::uint64_t>{-3, 5, 5},
        {-5, 3, 5},
        {2, 5, 5},
        {-5, -2, 5},
        {0, 0, 0},
        {-most, 1, std::uint64_t{most}},
        {-1, most, std::uint64_t{most}}}) {
    const auto sum = sum_of_int64(lower, upper);
    EXPECT_EQ(sum.map(0), 0U);
    EXPECT_EQ(sum.map(1), per_row);
    EXPECT_EQ(sum.map(3), 3 * per_row);
    const auto datasets = test::datasets_up_to(Rows{lower, upper, lower / 2 + upper / 2}, 3);
    const auto worst = test::expect_stable(sum, datasets, 2);
    for (const auto& [d_in, d_out] : worst) EXPECT_EQ(d_out, sum.map(d_in));
  }
}

template <class M>
void expect_exact_where_rows_are_changed(std::uint32_t rows_of_d_in) {
  for (const auto& [lower, upper] : {std::pair<std::int64_t, std::int64_t>{-3, 5},
                                     {2, 5},
                                     {-5, -2},
                                     {0, 0},
                                     {-(most >> 2), most >> 2}}) {
    const auto sum = make_sum(vector_domain(Bounds{lower, upper}, 3), M{});
    const auto per_change = static_cast<std::uint64_t>(upper - lower);
    EXPECT_EQ(sum.map(rows_of_d_in), per_change);
    EXPECT_EQ(sum.map(2 * rows_of_d_in), 2 * per_change);
    const auto datasets = test::datasets_of_size(Rows{lower, upper, upper - (upper > lower)}, 3);
    const auto worst = test::expect_stable(sum, datasets, 2 * rows_of_d_in);
    for (const auto& [d_in, d_out] : worst) EXPECT_EQ(d_out, sum.map(d_in));
  }
}

TEST(MakeSum, moves_by_the_width_of_the_bounds_where_rows_are_changed) {
  expect_exact_where_rows_are_changed<SymmetricDistance>(2);
  expect_exact_where_rows_are_changed<InsertDeleteDistance>(2);
  expect_exact_where_rows_are_changed<ChangeOneDistance>(1);
  expect_exact_where_rows_are_changed<HammingDistance>(1);
}

TEST(MakeSum, says_so_when_a_distance_does_not_fit) {
  const auto sum = sum_of_int64(-most, most);
  EXPECT_EQ(sum.map(4), 4 * std::uint64_t{most});
  SCRIM_EXPECT_ERROR(sum.map(5), ErrorKind::overflow, "");
}

TEST(MakeSum, refuses_terms_of_2_to_the_62) {
  EXPECT_NO_THROW((void)sum_of_int64(-most, most));
  SCRIM_EXPECT_ERROR(sum_of_int64(-most - 1, 0), ErrorKind::invalid_argument, "make_sum",
                     "[-4611686018427387904, 0]", "2^62", "clamp");
  SCRIM_EXPECT_ERROR(sum_of_int64(0, most + 1), ErrorKind::invalid_argument,
                     "[0, 4611686018427387904]");
  SCRIM_EXPECT_ERROR(make_sum(vector_domain<std::int64_t>(), SymmetricDistance{}),
                     ErrorKind::invalid_argument, "[-9223372036854775808, 9223372036854775807]");
  SCRIM_EXPECT_ERROR(make_sum(vector_domain<std::uint64_t>(), SymmetricDistance{}),
                     ErrorKind::invalid_argument, "[0, 18446744073709551615]", "bounds");
}

TEST(MakeSum, refuses_a_known_size_whose_sum_may_not_fit) {
  const auto of_size = [](std::size_t size, std::int64_t lower, std::int64_t upper) {
    return make_sum(vector_domain(Bounds{lower, upper}, size), SymmetricDistance{});
  };
  EXPECT_NO_THROW((void)of_size(2, -most, most));
  SCRIM_EXPECT_ERROR(of_size(3, -1, most), ErrorKind::invalid_argument, "3 rows", "int64");
  SCRIM_EXPECT_ERROR(of_size(3, -most, 1), ErrorKind::invalid_argument, "3 rows", "int64");
  const auto largest = std::size_t{std::numeric_limits<std::int64_t>::max()};
  EXPECT_NO_THROW((void)of_size(largest, -1, 1));
  EXPECT_NO_THROW((void)of_size(largest + 1, 0, 0));
  SCRIM_EXPECT_ERROR(of_size(largest + 1, 0, 1), ErrorKind::invalid_argument, "make_sum");
}

TEST(MakeSum, merges) {
  const auto sum = sum_of_int64(-10, 10);
  auto first = sum.start({.index = 0, .count = 2});
  auto second = sum.start({.index = 1, .count = 2});
  first.update(Rows{1, 2});
  second.update(Rows{-10, 4});
  first.merge(std::move(second));
  EXPECT_EQ(std::move(first).finish(), -3);
}

TEST(MakeSum, reads_blocks_and_their_ends) {
  const auto sum = sum_of_int64(0, most);
  for (const std::size_t size : {block_rows - 1, block_rows, block_rows + 1, 3 * block_rows + 7}) {
    Rows rows(size);
    for (std::size_t i = 0; i < size; ++i) rows[i] = static_cast<std::int64_t>(i);
    EXPECT_EQ(sum.invoke(rows), static_cast<std::int64_t>(size * (size - 1) / 2));
  }
}

TEST(ThenSum, follows_a_clamp) {
  const Space space{vector_domain<std::int64_t>(), SymmetricDistance{}};
  const auto sum = space >> then_clamp(0, 120) >> then_sum();
  EXPECT_EQ(sum.map(1), 120U);
  EXPECT_EQ(sum.invoke(Rows{-5, 30, 1000}), 150);
}

}  // namespace
}  // namespace scrim::make_sum_test
