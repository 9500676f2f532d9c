#include "scrim/transformations/drop_null/make_drop_null.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/core/thread_limits.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"
#include "support/block_memory.hpp"
#include "support/error_of.hpp"

namespace scrim::make_drop_null_test {
namespace {

template <class T>
using Optionals = std::vector<std::optional<T>>;

template <Atom T>
auto nullable() {
  return vector_domain(option_domain(atom_domain<T>()));
}

template <class T>
std::vector<T> present(const Optionals<T>& rows) {
  std::vector<T> there;
  for (const auto& row : rows) {
    if (row) there.push_back(*row);
  }
  return there;
}

/// Rows of which `is_null` says which are there.
template <class IsNull>
Optionals<std::int64_t> rows_where(std::size_t size, IsNull is_null) {
  Optionals<std::int64_t> rows;
  for (std::size_t i = 0; i < size; ++i) {
    rows.push_back(is_null(i) ? std::nullopt : std::optional(static_cast<std::int64_t>(i * i)));
  }
  return rows;
}

TEST(MakeDropNull, leaves_the_rows_that_are_there_in_their_order) {
  const auto drop = make_drop_null(nullable<std::int64_t>(), InsertDeleteDistance{});
  const auto none = [](std::size_t) { return false; };
  const auto all = [](std::size_t) { return true; };
  const auto some = [](std::size_t i) { return i % 3 == 0 || i % 7 == 5; };
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{8},
        std::size_t{9}, block_rows - 1, block_rows, block_rows + 1, 3 * block_rows + 5}) {
    const auto first_only = [](std::size_t i) { return i == 0; };
    const auto last_only = [size](std::size_t i) { return i + 1 == size; };
    for (const auto& rows : {rows_where(size, none), rows_where(size, all), rows_where(size, some),
                             rows_where(size, first_only), rows_where(size, last_only)}) {
      for (const bool always_has_bits : {false, true}) {
        const test::BlockMemory<std::optional<std::int64_t>> memory(rows, always_has_bits);
        EXPECT_EQ(drop.invoke(memory.block()), present(rows)) << size;
        EXPECT_EQ(drop.invoke(memory.block_in_parent()), present(rows)) << size;
      }
    }
  }
}

TEST(MakeDropNull, leaves_out_what_is_null_in_itself_or_in_the_struct_around_it) {
  const auto drop = make_drop_null(nullable<double>(), SymmetricDistance{});
  const std::vector<double> values = {1.0, 2.0, 3.0, 4.0};
  const std::uint8_t own = 0b0011;
  const std::uint8_t parent = 0b0101;
  EXPECT_EQ(drop.invoke({values, Bitmap{&own}, Bitmap{&parent}}), std::vector{1.0});
  EXPECT_EQ(drop.invoke({values, Bitmap{&own}}), (std::vector{1.0, 2.0}));
  EXPECT_EQ(drop.invoke({values, {}, Bitmap{&parent}}), (std::vector{1.0, 3.0}));
}

TEST(MakeDropNull, costs_nothing_where_no_row_can_be_null) {
  const auto drop = make_drop_null(nullable<double>(), SymmetricDistance{});
  const std::vector<double> values(3 * block_rows);
  const double* next = values.data();
  drop.function().for_each_result({values}, [&](std::span<const double> block) {
    EXPECT_EQ(block.data(), next);
    next += block.size();
  });
  EXPECT_EQ(next, values.data() + values.size());
}

/// A NaN is a value like others; signalling ones may lie in the place of a null.
TEST(MakeDropNull, keeps_nan_and_looks_at_no_null) {
  const double nan = std::numeric_limits<double>::signaling_NaN();
  const auto drop = make_drop_null(vector_domain(option_domain(atom_domain_with_nan<double>())),
                                   SymmetricDistance{});
  EXPECT_TRUE(drop.output_domain().element.nan);
  const std::vector<double> values = {nan, nan, 1.0};
  const std::uint8_t bits = 0b110;
  const auto left = drop.invoke({values, Bitmap{&bits}});
  ASSERT_EQ(left.size(), 2U);
  EXPECT_NE(left[0], left[0]);
  EXPECT_EQ(left[1], 1.0);
}

TEST(MakeDropNull, takes_texts) {
  const auto drop = make_drop_null(nullable<std::string_view>(), SymmetricDistance{});
  const Optionals<std::string_view> rows = {"a", std::nullopt, "", std::nullopt, "b"};
  const test::BlockMemory<std::optional<std::string_view>> memory(rows);
  EXPECT_EQ(drop.invoke(memory.block()), (std::vector<std::string_view>{"a", "", "b"}));
}

TEST(MakeDropNull, keeps_the_element_domain_and_is_1_stable) {
  const auto bounded = vector_domain(option_domain(atom_domain(Bounds{0.0, 1.0})));
  const auto drop = make_drop_null(bounded, InsertDeleteDistance{});
  EXPECT_EQ(drop.input_domain(), bounded);
  EXPECT_EQ(drop.output_domain(), vector_domain(Bounds{0.0, 1.0}));
  EXPECT_EQ(drop.output_metric(), InsertDeleteDistance{});
  constexpr auto most = std::numeric_limits<std::uint32_t>::max();
  for (const std::uint32_t d_in : {0U, 1U, 7U, most}) {
    EXPECT_EQ(drop.map(d_in), d_in);
    EXPECT_EQ(drop.stability_map().backward(d_in), d_in);
  }
}

/// What is left of a public size would tell how many rows are null.
TEST(MakeDropNull, refuses_a_known_size) {
  for (const std::size_t size : {0U, 1U, 100U}) {
    SCRIM_EXPECT_ERROR(make_drop_null(nullable<double>().with_size(size), SymmetricDistance{}),
                       ErrorKind::mismatch, "make_drop_null", "size=" + std::to_string(size),
                       "make_impute");
  }
}

template <class D, class M>
concept Drops = requires(const D& domain, const M& metric) { make_drop_null(domain, metric); };

TEST(MakeDropNull, takes_metrics_that_do_without_a_size_and_rows_that_may_be_null) {
  using Nullable = decltype(nullable<double>());
  static_assert(Drops<Nullable, SymmetricDistance> && Drops<Nullable, InsertDeleteDistance>);
  static_assert(!Drops<Nullable, ChangeOneDistance> && !Drops<Nullable, HammingDistance>);
  static_assert(!Drops<VectorDomain<AtomDomain<double>>, SymmetricDistance>);
}

TEST(MakeDropNull, leaves_nothing_of_blocks_that_hold_nothing_but_nulls) {
  // core/accumulation_test.cpp has an aggregate that fails on empty blocks.
  const auto chain = Space{nullable<double>(), SymmetricDistance{}} >> then_drop_null() >>
                     then_quantile_score_candidates(std::vector{0.0, 1.0}, 0.0);
  Optionals<double> rows(3 * block_rows, std::nullopt);
  for (std::size_t i = block_rows; i < 2 * block_rows; ++i) rows[i] = 0.5;
  const test::BlockMemory<std::optional<double>> memory(rows);
  EXPECT_EQ(chain.invoke(memory.block()), (std::vector<std::uint64_t>{0, block_rows}));
  EXPECT_EQ(chain.map(3), 3U);
}

TEST(MakeDropNull, streams_merges_and_is_saved_on_any_number_of_threads) {
  const auto make = [] {
    return Space{nullable<std::int64_t>(), SymmetricDistance{}} >> then_drop_null() >>
           then_count_by_categories(std::vector<std::int64_t>{0, 1, 4, 9, 4'000'000});
  };
  const auto chain = make();
  const auto rows =
      rows_where(3 * rows_per_thread + 17, [](std::size_t i) { return i % 5 == 3 || i == 1; });
  const test::BlockMemory<std::optional<std::int64_t>> memory(rows);
  const auto block = memory.block();
  // 0 * 0, 2 * 2 and 2000 * 2000 are there; 1 * 1 and 3 * 3 are null.
  const std::vector<std::uint64_t> expected = {1, 0, 1, 0, 1};
  EXPECT_EQ(chain.invoke(block), expected);
  for (const std::size_t threads : {1U, 2U, 3U}) {
    auto run = chain.start({.index = 0, .count = 2});
    run.update(block.subspan(0, 1001), {.threads = threads});
    auto other = chain.start({.index = 1, .count = 2});
    other.update(block.subspan(1001, rows.size() - 1001), {.threads = threads});
    // Saved, and loaded by a chain that was built again, as in another process.
    const auto elsewhere = make();
    auto merged = elsewhere.load(std::move(run).save());
    merged.merge(elsewhere.load(std::move(other).save()));
    EXPECT_EQ(std::move(merged).finish(), expected) << threads << " threads";
    EXPECT_EQ(chain.invoke(block, {.threads = threads}), expected) << threads << " threads";
  }
}

/// It has no parameters: states behind it are those of any other one, and of nothing else.
TEST(MakeDropNull, is_told_from_no_function_where_runs_are_saved) {
  const auto counts = [](auto domain) {
    return make_count_by_categories(domain, SymmetricDistance{}, {1, 2});
  };
  const auto chain = make_drop_null(nullable<std::int64_t>(), SymmetricDistance{}) >>
                     counts(vector_domain<std::int64_t>());
  const auto bytes = chain.start().save();
  EXPECT_NO_THROW((void)chain.load(bytes));
  SCRIM_EXPECT_ERROR(counts(vector_domain<std::int64_t>()).load(bytes), ErrorKind::bad_state,
                     "other functions");
}

}  // namespace
}  // namespace scrim::make_drop_null_test
