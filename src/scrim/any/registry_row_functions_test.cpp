// Row functions from the registry, which are given as expressions.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/any/registry.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/transformations/row_by_row/make_row_by_row.hpp"
#include "support/error_of.hpp"
#include "support/registry_calls.hpp"

namespace scrim::registry_row_functions_test {
namespace {

using test::build;
using test::expect_same_map;
using test::for_each_dataset_space;
using test::Named;
using test::numbers;
using test::value_on;

Named row_function(const RowExpression& expression, const Argument& otherwise = LeftOut()) {
  return {{"function", expression}, {"otherwise", otherwise}};
}

template <class T>
void expect_row_by_row_as_typed(const RowExpression& expression, const std::vector<T>& rows,
                                const std::vector<std::int64_t>& expected) {
  for_each_dataset_space<T>([&](const auto& domain, const auto& metric) {
    const auto object = build("row_by_row", domain, metric, row_function(expression));
    const auto& erased = std::get<AnyTransformation>(object);
    const VectorDomain<AtomDomain<std::int64_t>> output{
        AtomDomain<std::int64_t>(Bounds<std::int64_t>{0, 1}), domain.size};
    const auto typed =
        make_row_by_row(domain, metric, output, [](std::span<const T>, std::span<std::int64_t>) {});
    expect_same_map(erased, typed);
    EXPECT_EQ(erased.output_metric(), AnyMetric(metric));
    EXPECT_EQ(erased.output_domain(), AnyDomain(output));
    EXPECT_EQ(value_on(erased, std::span<const T>(rows)), AnyValue(expected));
  });
}

TEST(Registry, row_by_row_is_the_typed_one) {
  const RowExpression row = RowExpression::row();
  const auto is_two = [&](RowConstant two) {
    return RowExpression::of(RowOperation::equal, {row, RowExpression::constant(std::move(two))});
  };
  expect_row_by_row_as_typed<double>(is_two(2.0), {1, 2, 2.5, 2}, {0, 1, 0, 1});
  expect_row_by_row_as_typed<std::int64_t>(is_two(2.0), {1, 2, 3, 2}, {0, 1, 0, 1});
  expect_row_by_row_as_typed<std::uint64_t>(is_two(std::int64_t{2}), {1, 2, 3, 2}, {0, 1, 0, 1});
  expect_row_by_row_as_typed<std::string_view>(is_two(std::string("2")), {"1", "2", "", "2"},
                                               {0, 1, 0, 1});
}

TEST(Registry, row_functions_go_from_any_type_to_floats_and_integers) {
  const RowExpression row = RowExpression::row();
  const auto plus = [&](RowConstant constant) {
    return RowExpression::of(RowOperation::add,
                             {row, RowExpression::constant(std::move(constant))});
  };
  const auto expect = [&]<class T>(const RowExpression& expression, std::vector<T> rows,
                                   const AnyValue& expected) {
    const auto object =
        build("row_by_row", vector_domain<T>(), SymmetricDistance{}, row_function(expression));
    EXPECT_EQ(value_on(std::get<AnyTransformation>(object), std::span<const T>(rows)), expected);
  };
  const AnyValue reals = std::vector<double>{1.5, 2.5};
  const AnyValue integers = std::vector<std::int64_t>{2, 3};
  expect(plus(0.5), std::vector<double>{1, 2}, reals);
  expect(plus(0.5), std::vector<std::int64_t>{1, 2}, reals);
  expect(plus(0.5), std::vector<std::uint64_t>{1, 2}, reals);
  expect(RowExpression::of(RowOperation::floor, {plus(1.0)}), std::vector<double>{1, 2}, integers);
  expect(plus(std::int64_t{1}), std::vector<std::int64_t>{1, 2}, integers);
  expect(plus(std::int64_t{1}), std::vector<std::uint64_t>{1, 2}, integers);
  const auto is_a = RowExpression::is_in(row, {std::string("a")});
  const auto choose = [&](RowConstant then, RowConstant otherwise) {
    return RowExpression::of(RowOperation::where, {is_a, RowExpression::constant(std::move(then)),
                                                   RowExpression::constant(std::move(otherwise))});
  };
  expect(choose(1.5, 2.5), std::vector<std::string_view>{"a", "b"}, reals);
  expect(choose(std::int64_t{2}, std::int64_t{3}), std::vector<std::string_view>{"a", "b"},
         integers);
}

TEST(Registry, rows_without_a_value_need_another) {
  const AnyDomain rows = vector_domain<std::int64_t>();
  const auto inverse = RowExpression::of(
      RowOperation::floor_divide, {RowExpression::constant(std::int64_t{6}), RowExpression::row()});
  const auto build_with = [&](const Argument& otherwise) {
    return build("row_by_row", rows, SymmetricDistance{}, row_function(inverse, otherwise));
  };
  SCRIM_EXPECT_ERROR(build_with(LeftOut()), ErrorKind::invalid_argument, "(6 // row)",
                     "otherwise=");
  EXPECT_THROW((void)build_with(AnyNumber(0.5)), Error);
  const auto object = build_with(AnyNumber(-1.0));
  const std::vector<std::int64_t> given = {3, 0};
  EXPECT_EQ(value_on(std::get<AnyTransformation>(object), std::span<const std::int64_t>(given)),
            AnyValue(std::vector<std::int64_t>{2, -1}));

  const AnyDomain reals = vector_domain<double>();
  const auto log = RowExpression::of(RowOperation::log, {RowExpression::row()});
  const Argument nan = AnyNumber(std::numeric_limits<double>::quiet_NaN());
  EXPECT_THROW((void)build("row_by_row", reals, SymmetricDistance{}, row_function(log, nan)),
               Error);
}

/// A run saved behind one function of rows must not be loaded behind another.
TEST(Registry, saved_runs_know_their_row_function) {
  const AnyDomain rows = vector_domain<std::int64_t>();
  const auto counts = [&](RowConstant divisor, std::int64_t otherwise) {
    const auto expression =
        RowExpression::of(RowOperation::floor_divide,
                          {RowExpression::row(), RowExpression::constant(std::move(divisor))});
    auto bands = std::get<AnyTransformation>(build("row_by_row", rows, SymmetricDistance{},
                                                   row_function(expression, AnyNumber(otherwise))));
    const auto count = build("count_by_categories", bands.output_domain(), SymmetricDistance{},
                             {{"categories", numbers<std::int64_t>({0, 1})},
                              {"output_metric", std::string("linf_distance")},
                              {"other_rows", std::string("left_out")}});
    return bands >> std::get<AnyTransformation>(count);
  };
  const auto chain = counts(std::int64_t{10}, 0);
  const std::vector<std::int64_t> given = {1, 12, 13};
  auto run = chain.start();
  run.update(std::span<const std::int64_t>(given));
  const auto saved = std::move(run).save();
  EXPECT_EQ(chain.load(saved).finish(), AnyValue(std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(counts(std::int64_t{10}, 0).load(saved).finish(),
            AnyValue(std::vector<std::uint64_t>{1, 2}));
  EXPECT_THROW((void)counts(std::int64_t{11}, 0).load(saved), Error);
  EXPECT_THROW((void)counts(std::int64_t{10}, 1).load(saved), Error);
}

}  // namespace
}  // namespace scrim::registry_row_functions_test
