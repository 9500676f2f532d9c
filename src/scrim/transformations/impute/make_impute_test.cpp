#include "scrim/transformations/impute/make_impute.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
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
#include "support/arithmetic_settings.hpp"
#include "support/block_memory.hpp"
#include "support/error_of.hpp"

namespace scrim::make_impute_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
using Optionals = std::vector<std::optional<T>>;

template <Atom T>
auto nullable(AtomDomain<T> element = {}) {
  return vector_domain(option_domain(element));
}

Optionals<std::int64_t> rows_with_nulls(std::size_t size) {
  Optionals<std::int64_t> rows;
  for (std::size_t i = 0; i < size; ++i) {
    rows.push_back(i % 3 == 0 || i % 7 == 5 ? std::nullopt
                                            : std::optional(static_cast<std::int64_t>(i)));
  }
  return rows;
}

std::vector<std::int64_t> replaced(const Optionals<std::int64_t>& rows, std::int64_t value) {
  std::vector<std::int64_t> result;
  for (const auto& row : rows) result.push_back(row.value_or(value));
  return result;
}

TEST(MakeImpute, replaces_nulls_and_nothing_else) {
  for (const std::int64_t value :
       {std::int64_t{-1}, std::int64_t{1}, std::numeric_limits<std::int64_t>::min()}) {
    const auto impute = make_impute(nullable<std::int64_t>(), SymmetricDistance{}, value);
    for (const std::size_t size :
         {std::size_t{0}, std::size_t{1}, std::size_t{2}, std::size_t{7}, std::size_t{8},
          std::size_t{9}, block_rows - 1, block_rows, block_rows + 1, 3 * block_rows + 5}) {
      for (const auto& rows : {rows_with_nulls(size), Optionals<std::int64_t>(size, std::nullopt),
                               Optionals<std::int64_t>(size, 5)}) {
        for (const bool always_has_bits : {false, true}) {
          const test::BlockMemory<std::optional<std::int64_t>> memory(rows, always_has_bits);
          EXPECT_EQ(impute.invoke(memory.block()), replaced(rows, value)) << size;
          EXPECT_EQ(impute.invoke(memory.block_in_parent()), replaced(rows, value)) << size;
        }
      }
    }
  }
}

TEST(MakeImpute, costs_nothing_where_no_row_can_be_null) {
  const auto impute = make_impute(nullable<double>(), SymmetricDistance{}, 7.0);
  const std::vector<double> values(3 * block_rows);
  const double* next = values.data();
  impute.function().for_each_result({values}, [&](std::span<const double> block) {
    EXPECT_EQ(block.data(), next);
    next += block.size();
  });
  EXPECT_EQ(next, values.data() + values.size());
}

TEST(MakeImpute, keeps_a_text_of_its_own) {
  auto text = std::make_unique<std::string>("a text that is longer than any inline buffer");
  const auto expected = *text;
  const auto impute = make_impute(nullable<std::string_view>(), SymmetricDistance{}, *text);
  text->assign(text->size(), '?');
  text.reset();
  const auto copy = impute;
  const test::BlockMemory<std::optional<std::string_view>> memory({"a", std::nullopt, ""});
  const std::vector<std::string_view> rows = {"a", expected, ""};
  EXPECT_EQ(impute.invoke(memory.block()), rows);
  EXPECT_EQ(copy.invoke(memory.block()), rows);
}

TEST(MakeImpute, keeps_domain_and_size_and_is_1_stable_under_every_metric) {
  const auto expect = [](auto metric) {
    for (const KnownSize size : {KnownSize{}, KnownSize{0}, KnownSize{7}}) {
      if (decltype(metric)::needs_known_size && !size) continue;
      const auto domain = vector_domain(option_domain(atom_domain(Bounds{0.0, 1.0})), size);
      const auto impute = make_impute(domain, metric, 0.1);
      EXPECT_EQ(impute.input_domain(), domain);
      EXPECT_EQ(impute.output_domain(), vector_domain(Bounds{0.0, 1.0}, size));
      for (const std::uint32_t d_in : {0U, 1U, 7U, ~0U}) EXPECT_EQ(impute.map(d_in), d_in);
    }
  };
  expect(SymmetricDistance{});
  expect(InsertDeleteDistance{});
  expect(ChangeOneDistance{});
  expect(HammingDistance{});
}

TEST(MakeImpute, checks_the_size_of_what_it_is_given) {
  const auto impute = make_impute(nullable<double>().with_size(2), HammingDistance{}, 0.0);
  const test::BlockMemory<std::optional<double>> two({std::nullopt, 1.0});
  const test::BlockMemory<std::optional<double>> three({std::nullopt, 1.0, std::nullopt});
  EXPECT_EQ(impute.invoke(two.block()), (std::vector{0.0, 1.0}));
  SCRIM_EXPECT_ERROR(impute.invoke(three.block()), ErrorKind::wrong_size, "number of rows");
}

TEST(MakeImpute, refuses_a_value_that_rows_cannot_have) {
  const auto bounded = nullable(atom_domain(Bounds{-1.0, 1.0}));
  const auto make = [&](double value) { return make_impute(bounded, SymmetricDistance{}, value); };
  EXPECT_NO_THROW((void)make(-1.0));
  EXPECT_NO_THROW((void)make(1.0));
  for (const double value : {std::nextafter(1.0, 2.0), -1.5, infinity, nan}) {
    SCRIM_EXPECT_ERROR(make(value), ErrorKind::invalid_argument, "make_impute", "(-1.0, 1.0)");
  }
  SCRIM_EXPECT_ERROR(make_impute(nullable<double>(), SymmetricDistance{}, nan),
                     ErrorKind::invalid_argument, "NaN");
  EXPECT_NO_THROW(
      (void)make_impute(nullable(atom_domain_with_nan<double>()), SymmetricDistance{}, nan));
  SCRIM_EXPECT_ERROR(make_impute(nullable(atom_domain(Bounds<std::uint8_t>{1, 9})),
                                 SymmetricDistance{}, std::uint8_t{0}),
                     ErrorKind::invalid_argument, "(1, 9)");
}

/// The smallest number outside the bounds is outside them however the processor is set.
TEST(MakeImpute, refuses_the_same_under_every_setting_of_the_processor) {
  const auto bounded = nullable(atom_domain(Bounds{0.0, 1.0}));
  volatile double below = -std::numeric_limits<double>::denorm_min();
  for (const auto& setting : test::arithmetic_settings()) {
    const test::ForcedArithmetic forced(setting);
    SCRIM_EXPECT_ERROR(make_impute(bounded, SymmetricDistance{}, below),
                       ErrorKind::invalid_argument, "make_impute");
  }
}

auto counts_with(const std::string& value) {
  return Space{nullable<std::string_view>(), SymmetricDistance{}} >> then_impute(value) >>
         then_count_by_categories(std::vector<std::string>{"a", "none"});
}

TEST(MakeImpute, streams_merges_and_is_saved_on_any_number_of_threads) {
  const auto chain = counts_with("none");
  Optionals<std::string_view> rows;
  std::vector<std::uint64_t> expected(2);
  for (std::size_t i = 0; i < 3 * rows_per_thread + 17; ++i) {
    rows.push_back(i % 3 == 0 ? std::nullopt : std::optional<std::string_view>(i % 2 ? "a" : "b"));
    expected[0] += i % 3 != 0 && i % 2;
    expected[1] += i % 3 == 0;
  }
  const test::BlockMemory<std::optional<std::string_view>> memory(rows);
  const auto block = memory.block();
  for (const std::size_t threads : {1U, 2U, 3U}) {
    EXPECT_EQ(chain.invoke(block, {.threads = threads}), expected) << threads << " threads";
    auto run = chain.start({.index = 0, .count = 2});
    run.update(block.subspan(0, 1001), {.threads = threads});
    auto other = chain.start({.index = 1, .count = 2});
    other.update(block.subspan(1001, rows.size() - 1001), {.threads = threads});
    run.merge(chain.load(std::move(other).save()));
    EXPECT_EQ(std::move(run).finish(), expected) << threads << " threads";
  }
}

TEST(MakeImpute, is_told_by_its_value_where_runs_are_saved) {
  const auto bytes = counts_with("none").start().save();
  EXPECT_NO_THROW((void)counts_with("none").load(bytes));
  for (const char* other : {"non", "none ", "", "a"}) {
    SCRIM_EXPECT_ERROR(counts_with(other).load(bytes), ErrorKind::bad_state, "other functions");
  }
  const auto numbers = [](auto value) {
    using T = decltype(value);
    return make_impute(nullable<T>(), SymmetricDistance{}, value) >>
           make_count_by_categories(vector_domain<T>(), SymmetricDistance{}, {T{1}, T{2}});
  };
  const auto ones = numbers(std::int64_t{1}).start().save();
  EXPECT_NO_THROW((void)numbers(std::int64_t{1}).load(ones));
  SCRIM_EXPECT_ERROR(numbers(std::int64_t{2}).load(ones), ErrorKind::bad_state, "other functions");
  SCRIM_EXPECT_ERROR(numbers(std::uint64_t{1}).load(ones), ErrorKind::bad_state, "other functions");
}

}  // namespace
}  // namespace scrim::make_impute_test
