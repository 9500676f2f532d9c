#include "scrim/transformations/select_column/make_select_column.hpp"

#include <gtest/gtest.h>

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/core/thread_limits.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/option_domain.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/drop_null/make_drop_null.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"
#include "support/block_memory.hpp"
#include "support/error_of.hpp"

namespace scrim::make_select_column_test {
namespace {

using Record = std::tuple<double, std::string_view, std::optional<std::int64_t>, double>;

auto people(KnownSize size = {}) {
  return vector_domain(
      record_domain(atom_domain(Bounds{0.0, 1e9}), atom_domain<std::string_view>(),
                    option_domain(atom_domain<std::int64_t>()), atom_domain<double>()),
      size);
}

std::vector<Record> records(std::size_t size) {
  std::vector<Record> rows;
  for (std::size_t i = 0; i < size; ++i) {
    const auto number = static_cast<std::int64_t>(i);
    rows.emplace_back(0.5 * static_cast<double>(i), i % 2 ? "odd" : "even",
                      i % 3 == 0 ? std::nullopt : std::optional(number), -static_cast<double>(i));
  }
  return rows;
}

template <std::size_t I>
void expect_field(std::size_t size) {
  const auto rows = records(size);
  const test::BlockMemory<Record> memory(rows);
  std::vector<std::tuple_element_t<I, Record>> fields;
  for (const Record& row : rows) fields.push_back(std::get<I>(row));
  EXPECT_EQ(make_select_column<I>(people(), SymmetricDistance{}).invoke(memory.block()), fields);
  EXPECT_EQ(make_select_column<I>(people(size), HammingDistance{}).invoke(memory.block()), fields);
}

TEST(MakeSelectColumn, gives_the_field_of_every_record) {
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{2}, block_rows - 1,
                                 block_rows, block_rows + 1, 3 * block_rows + 5}) {
    expect_field<0>(size);
    expect_field<1>(size);
    expect_field<2>(size);
    expect_field<3>(size);
  }
}

TEST(MakeSelectColumn, gives_the_column_where_it_lies) {
  const test::BlockMemory<Record> memory(records(2 * block_rows + 1));
  const auto select = make_select_column<3>(people(), SymmetricDistance{});
  const double* next = memory.block().column<3>().data();
  std::size_t seen = 0;
  select.function().for_each_result(memory.block(), [&](std::span<const double> block) {
    EXPECT_EQ(block.data(), next + seen);
    seen += block.size();
  });
  EXPECT_EQ(seen, 2 * block_rows + 1);
}

TEST(MakeSelectColumn, keeps_the_domain_of_the_field_and_the_size) {
  const auto amounts = make_select_column<0>(people(7), ChangeOneDistance{});
  EXPECT_EQ(amounts.input_domain(), people(7));
  EXPECT_EQ(amounts.output_domain(), vector_domain(Bounds{0.0, 1e9}, 7));
  EXPECT_EQ(make_select_column<2>(people(), SymmetricDistance{}).output_domain(),
            vector_domain(option_domain(atom_domain<std::int64_t>())));
  const auto expect_1_stable = [](auto metric) {
    const auto select = make_select_column<1>(people(7), metric);
    for (const std::uint32_t d_in : {0U, 1U, 7U, ~0U}) {
      EXPECT_EQ(select.map(d_in), d_in);
      EXPECT_EQ(select.stability_map().backward(d_in), d_in);
    }
  };
  expect_1_stable(SymmetricDistance{});
  expect_1_stable(InsertDeleteDistance{});
  expect_1_stable(ChangeOneDistance{});
  expect_1_stable(HammingDistance{});
}

TEST(MakeSelectColumn, checks_the_size_of_the_table) {
  const test::BlockMemory<Record> memory(records(3));
  SCRIM_EXPECT_ERROR(make_select_column<0>(people(2), SymmetricDistance{}).invoke(memory.block()),
                     ErrorKind::wrong_size, "number of rows");
  SCRIM_EXPECT_ERROR(make_select_column<0>(people(), HammingDistance{}), ErrorKind::mismatch,
                     "known size");
}

template <std::size_t I, class D>
concept Selects = requires(const D& domain) { make_select_column<I>(domain, SymmetricDistance{}); };

TEST(MakeSelectColumn, takes_columns_that_there_are) {
  using People = decltype(people());
  static_assert(Selects<0, People> && Selects<3, People> && !Selects<4, People>);
  static_assert(!Selects<0, VectorDomain<AtomDomain<double>>>);
}

auto ranks() {
  return Space{people(), SymmetricDistance{}} >> then_select_column<2>() >> then_drop_null() >>
         then_clamp(std::int64_t{0}, std::int64_t{1'000'000}) >>
         then_quantile_score_candidates(std::vector<std::int64_t>{1, 2, 10}, 0.5);
}

TEST(MakeSelectColumn, streams_merges_and_is_saved_on_any_number_of_threads) {
  const std::size_t size = 3 * rows_per_thread + 17;
  const test::BlockMemory<Record> memory(records(size));
  const auto table = memory.block();
  const auto chain = ranks();
  const auto expected = chain.invoke(table);
  std::vector<std::int64_t> by_hand;
  for (const Record& row : records(size)) {
    if (std::get<2>(row)) by_hand.push_back(*std::get<2>(row));
  }
  EXPECT_EQ(expected, make_quantile_score_candidates(vector_domain<std::int64_t>(),
                                                     SymmetricDistance{}, {1, 2, 10}, 0.5)
                          .invoke(by_hand));
  for (const std::size_t threads : {1U, 2U, 3U}) {
    EXPECT_EQ(chain.invoke(table, {.threads = threads}), expected) << threads << " threads";
    auto run = chain.start({.index = 0, .count = 2});
    run.update(table.subspan(0, 1001), {.threads = threads});
    auto other = ranks().start({.index = 1, .count = 2});
    other.update(table.subspan(1001, size - 1001), {.threads = threads});
    run.merge(chain.load(std::move(other).save()));
    EXPECT_EQ(std::move(run).finish(), expected) << threads << " threads";
  }
}

/// Two columns of one type: what was gathered from one is not the other's.
TEST(MakeSelectColumn, is_told_by_its_number_where_runs_are_saved) {
  const auto pairs = vector_domain(record_domain(atom_domain<int>(), atom_domain<int>()));
  const auto counts = make_count_by_categories(vector_domain<int>(), SymmetricDistance{}, {1, 2});
  const auto first = make_select_column<0>(pairs, SymmetricDistance{}) >> counts;
  const auto second = make_select_column<1>(pairs, SymmetricDistance{}) >> counts;
  const auto bytes = first.start().save();
  EXPECT_NO_THROW((void)first.load(bytes));
  SCRIM_EXPECT_ERROR(second.load(bytes), ErrorKind::bad_state, "other functions");
  EXPECT_FALSE(first.function().accumulation().gathers_as(second.function().accumulation()));
}

}  // namespace
}  // namespace scrim::make_select_column_test
