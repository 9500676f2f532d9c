#include "scrim/expressions/evaluate_rows.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/errors/error.hpp"
#include "scrim/kernels/block_rows.hpp"

// That each operation computes what Python computes is tested in
// python/tests/core/test_row_by_row.py, where the same function runs on plain numbers.

namespace scrim::evaluate_rows_test {
namespace {

using Op = RowOperation;

constexpr auto most = std::numeric_limits<std::int64_t>::max();
constexpr auto least = std::numeric_limits<std::int64_t>::min();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const RowExpression row = RowExpression::row();

RowExpression of(RowConstant value) { return RowExpression::constant(std::move(value)); }
RowExpression of(Op operation, RowExpression a) { return RowExpression::of(operation, {a}); }
RowExpression of(Op operation, RowExpression a, RowExpression b) {
  return RowExpression::of(operation, {a, b});
}
RowExpression where(RowExpression condition, RowExpression a, RowExpression b) {
  return RowExpression::of(Op::where, {condition, a, b});
}

template <class Out, class In>
std::vector<Out> values(const RowExpression& expression, const std::vector<In>& rows,
                        Out otherwise = Out{}) {
  std::vector<Out> out(rows.size());
  evaluate_rows(typed_expression(expression, kind_of_rows<In>, true), std::span<const In>(rows),
                std::span<Out>(out), otherwise);
  return out;
}

std::vector<std::int64_t> integers(const RowExpression& expression,
                                   const std::vector<std::int64_t>& rows) {
  return values<std::int64_t>(expression, rows, std::int64_t{-7});
}

TEST(EvaluateRows, integers_stay_within_their_range) {
  const std::vector<std::int64_t> rows = {least, -1, 0, 1, most};
  EXPECT_EQ(integers(of(Op::add, row, of(std::int64_t{2})), rows),
            (std::vector<std::int64_t>{least + 2, 1, 2, 3, most}));
  EXPECT_EQ(integers(of(Op::subtract, row, of(std::int64_t{2})), rows),
            (std::vector<std::int64_t>{least, -3, -2, -1, most - 2}));
  EXPECT_EQ(integers(of(Op::multiply, row, of(std::int64_t{-3})), rows),
            (std::vector<std::int64_t>{most, 3, 0, -3, least}));
  EXPECT_EQ(integers(of(Op::negate, row), rows),
            (std::vector<std::int64_t>{most, 1, 0, -1, -most}));
  EXPECT_EQ(integers(of(Op::absolute, row), rows),
            (std::vector<std::int64_t>{most, 1, 0, 1, most}));
  EXPECT_EQ(integers(of(Op::floor_divide, row, of(std::int64_t{-1})), rows),
            (std::vector<std::int64_t>{most, 1, 0, -1, -most}));
  EXPECT_EQ(integers(of(Op::remainder, row, of(std::int64_t{-1})), rows),
            std::vector<std::int64_t>(5, 0));
}

TEST(EvaluateRows, division_by_zero_has_no_value) {
  const std::vector<std::int64_t> rows = {-5, 0, 5};
  EXPECT_EQ(integers(of(Op::floor_divide, of(std::int64_t{12}), row), rows),
            (std::vector<std::int64_t>{-3, -7, 2}));
  EXPECT_EQ(integers(of(Op::remainder, of(std::int64_t{12}), row), rows),
            (std::vector<std::int64_t>{-3, -7, 2}));
  EXPECT_EQ(values(of(Op::divide, row, row), rows, 9.0), (std::vector<double>{1, 9, 1}));
}

TEST(EvaluateRows, what_is_computed_from_no_value_has_none) {
  const RowExpression inverse = of(Op::floor_divide, of(std::int64_t{12}), row);
  const std::vector<std::int64_t> rows = {4, 0};
  for (const Op operation : {Op::add, Op::subtract, Op::multiply, Op::floor_divide}) {
    EXPECT_EQ(integers(of(operation, inverse, of(std::int64_t{1})), rows)[1], -7);
    EXPECT_EQ(integers(of(operation, of(std::int64_t{1}), inverse), rows)[1], -7);
  }
  EXPECT_EQ(integers(of(Op::negate, inverse), rows), (std::vector<std::int64_t>{-3, -7}));
  EXPECT_EQ(values(of(Op::multiply, inverse, of(0.5)), rows, 9.0), (std::vector<double>{1.5, 9}));
  // Also when it goes through a float and back.
  const RowExpression back = of(Op::floor, of(Op::multiply, inverse, of(0.5)));
  EXPECT_EQ(integers(back, rows), (std::vector<std::int64_t>{1, -7}));
}

TEST(EvaluateRows, no_value_compares_with_nothing) {
  const RowExpression inverse = of(Op::floor_divide, of(std::int64_t{12}), row);
  const std::vector<std::int64_t> rows = {4, 0};
  for (const auto& expression :
       {of(Op::equal, inverse, inverse), of(Op::less_equal, inverse, inverse),
        of(Op::less, inverse, of(std::int64_t{100})), of(Op::less, of(std::int64_t{-100}), inverse),
        RowExpression::is_in(inverse, {std::int64_t{0}, std::int64_t{3}})}) {
    EXPECT_EQ(integers(expression, rows), (std::vector<std::int64_t>{1, 0})) << expression.text();
    EXPECT_EQ(integers(of(Op::invert, expression), rows), (std::vector<std::int64_t>{0, 1}));
  }
  const std::vector<double> reals = {1.0, nan};
  for (const auto& expression :
       {of(Op::equal, row, row), of(Op::less_equal, row, row), of(Op::less, row, of(infinity)),
        RowExpression::is_in(row, {1.0, nan, infinity})}) {
    EXPECT_EQ(values<std::int64_t>(expression, reals), (std::vector<std::int64_t>{1, 0}));
  }
}

TEST(EvaluateRows, a_choice_takes_the_value_or_its_absence) {
  const RowExpression inverse = of(Op::floor_divide, of(std::int64_t{12}), row);
  const RowExpression is_zero = of(Op::equal, row, of(std::int64_t{0}));
  const std::vector<std::int64_t> rows = {4, 0};
  EXPECT_EQ(integers(where(is_zero, of(std::int64_t{5}), inverse), rows),
            (std::vector<std::int64_t>{3, 5}));
  EXPECT_EQ(integers(where(is_zero, inverse, of(std::int64_t{5})), rows),
            (std::vector<std::int64_t>{5, -7}));
  EXPECT_EQ(integers(where(is_zero, is_zero, of(Op::invert, is_zero)), rows),
            (std::vector<std::int64_t>{1, 1}));
  EXPECT_EQ(values(where(is_zero, of(0.5), row), rows, 9.0), (std::vector<double>{4, 0.5}));
}

TEST(EvaluateRows, floats_become_the_nearest_integers_there_are) {
  const std::vector<double> rows = {0.5, 1.5, -1.5, 0x1p63, -0x1p63, infinity, -infinity, nan};
  const auto whole = [&](Op operation) {
    return values(of(operation, row), rows, std::int64_t{-7});
  };
  EXPECT_EQ(whole(Op::floor), (std::vector<std::int64_t>{0, 1, -2, most, least, most, least, -7}));
  EXPECT_EQ(whole(Op::ceil), (std::vector<std::int64_t>{1, 2, -1, most, least, most, least, -7}));
  EXPECT_EQ(whole(Op::round), (std::vector<std::int64_t>{0, 2, -2, most, least, most, least, -7}));
}

TEST(EvaluateRows, both_zeros_are_one_row) {
  const std::vector<double> rows = {-0.0, 0.0};
  const auto quotients = values(of(Op::divide, of(1.0), row), rows, 9.0);
  EXPECT_EQ(quotients, (std::vector<double>{infinity, infinity}));
}

TEST(EvaluateRows, large_unsigned_rows_are_the_largest_integer) {
  const std::vector<std::uint64_t> rows = {0, 5, std::numeric_limits<std::uint64_t>::max()};
  EXPECT_EQ(values<std::int64_t>(row, rows), (std::vector<std::int64_t>{0, 5, most}));
}

TEST(EvaluateRows, texts_are_compared_by_their_bytes) {
  const std::vector<std::string_view> rows = {"a", "b", "", "a\0", "\xff"};
  EXPECT_EQ(values<std::int64_t>(of(Op::equal, row, of(std::string("a"))), rows),
            (std::vector<std::int64_t>{1, 0, 0, 1, 0}));
  EXPECT_EQ(
      values<std::int64_t>(
          RowExpression::is_in(row, {std::string("b"), std::string(), std::string("c")}), rows),
      (std::vector<std::int64_t>{0, 1, 1, 0, 0}));
  EXPECT_EQ(values(where(of(Op::equal, of(std::string("b")), row), of(0.5), of(2.0)), rows, 9.0),
            (std::vector<double>{2, 0.5, 2, 2, 2}));
}

/// Expressions that have every operation, for rows of numbers.
std::vector<RowExpression> all_operations() {
  std::vector<RowExpression> all = {row};
  for (const Op operation :
       {Op::negate, Op::absolute, Op::floor, Op::ceil, Op::round, Op::sqrt, Op::log, Op::exp}) {
    all.push_back(of(operation, row));
  }
  for (const Op operation : {Op::add, Op::subtract, Op::multiply, Op::divide, Op::floor_divide,
                             Op::remainder, Op::less, Op::less_equal, Op::equal}) {
    all.push_back(of(operation, row, of(std::int64_t{3})));
    all.push_back(of(operation, of(-0.75), row));
    all.push_back(of(operation, row, of(Op::floor, row)));
  }
  const RowExpression small = of(Op::less, row, of(std::int64_t{2}));
  const RowExpression listed = RowExpression::is_in(row, {std::int64_t{0}, std::int64_t{1}});
  all.push_back(where(small, of(Op::sqrt, row), row));
  all.push_back(of(Op::both, small, of(Op::invert, listed)));
  all.push_back(of(Op::either, small, listed));
  return all;
}

template <class In>
void expect_rows_by_themselves(const std::vector<In>& awkward) {
  std::vector<In> rows;
  for (std::size_t i = 0; i < block_rows + 1; ++i) rows.push_back(awkward[i * i % awkward.size()]);
  for (const RowExpression& expression : all_operations()) {
    const auto typed = typed_expression(expression, kind_of_rows<In>, true);
    const auto check = [&]<class Out>(Out otherwise) {
      const auto together = values(expression, rows, otherwise);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        ASSERT_EQ(values(expression, std::vector<In>{rows[i]}, otherwise),
                  std::vector<Out>{together[i]})
            << expression.text();
      }
      for (const std::size_t size : {0UL, 1UL, 2UL, block_rows - 1}) {
        const std::vector<In> part(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(size));
        ASSERT_EQ(values(expression, part, otherwise),
                  std::vector<Out>(together.begin(),
                                   together.begin() + static_cast<std::ptrdiff_t>(size)));
      }
      if (!typed.may_lack_value) {
        // Whatever stands for no value does not show.
        ASSERT_EQ(values(expression, rows, static_cast<Out>(otherwise + 1)), together)
            << expression.text();
      }
    };
    if (typed.kind == RowKind::real) {
      check(-77.25);
    } else {
      check(std::int64_t{-77});
    }
  }
}

TEST(EvaluateRows, a_value_depends_on_its_row_alone) {
  expect_rows_by_themselves<double>({0.0, -0.0, 1.0, -1.0, 0.3, 2.5, 1e300, -1e300, 5e-324, nan,
                                     infinity, -infinity, 0x1p63, 3.0});
  expect_rows_by_themselves<std::int64_t>({0, 1, -1, 2, 3, least, most, least + 1, 1000});
  expect_rows_by_themselves<std::uint64_t>(
      {0, 1, 2, 3, std::numeric_limits<std::uint64_t>::max(), std::uint64_t{1} << 63});
}

/// Every row has a value unless the type says otherwise, at rows that are no NaN.
TEST(EvaluateRows, what_may_lack_a_value_is_known_beforehand) {
  const std::vector<double> rows = {0.0, 1.0, -1.0, 1e308, -1e308, 5e-324, infinity, -infinity};
  std::vector<RowConstant> constants = {
      0.0, 1.0, -0.5, 1e308, infinity, -infinity, std::int64_t{0}, std::int64_t{3}, most};
  for (const Op operation :
       {Op::add, Op::subtract, Op::multiply, Op::divide, Op::floor_divide, Op::remainder}) {
    for (const RowConstant& constant : constants) {
      for (const RowExpression& other : {row, of(Op::floor, row)}) {
        for (const auto& expression :
             {of(operation, other, of(constant)), of(operation, of(constant), other)}) {
          const auto typed = typed_expression(expression, RowKind::real, false);
          if (typed.may_lack_value) continue;
          if (typed.kind == RowKind::real) {
            EXPECT_EQ(values(expression, rows, 5.0), values(expression, rows, 6.0))
                << expression.text();
          } else {
            EXPECT_EQ(values(expression, rows, std::int64_t{5}),
                      values(expression, rows, std::int64_t{6}))
                << expression.text();
          }
        }
      }
    }
  }
}

TEST(TypedExpression, unit_conversions_need_no_way_out) {
  const auto may_lack = [](const RowExpression& expression, RowKind kind) {
    return typed_expression(expression, kind, false).may_lack_value;
  };
  const RowExpression celsius =
      of(Op::divide, of(Op::subtract, row, of(std::int64_t{32})), of(1.8));
  EXPECT_FALSE(may_lack(celsius, RowKind::real));
  EXPECT_FALSE(may_lack(celsius, RowKind::integer));
  EXPECT_FALSE(may_lack(of(Op::floor, celsius), RowKind::real));
  EXPECT_FALSE(may_lack(of(Op::floor_divide, row, of(std::int64_t{10})), RowKind::integer));
  EXPECT_TRUE(may_lack(of(Op::floor_divide, row, row), RowKind::integer));
  EXPECT_TRUE(may_lack(of(Op::subtract, row, row), RowKind::real));
  EXPECT_TRUE(may_lack(of(Op::log, row), RowKind::integer));
  EXPECT_TRUE(typed_expression(row, RowKind::real, true).may_lack_value);
}

TEST(TypedExpression, refuses_what_an_operation_does_not_take) {
  const auto message_of = [](const RowExpression& expression, RowKind kind) {
    try {
      (void)typed_expression(expression, kind, false);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::mismatch);
      return std::string(error.what());
    }
    return std::string();
  };
  const RowExpression one = of(std::int64_t{1});
  EXPECT_EQ(message_of(of(Op::add, row, one), RowKind::text),
            "make_row_by_row: cannot compute (row + 1), because texts are only compared, by == and "
            "is_in");
  EXPECT_NE(message_of(row, RowKind::text), "");
  EXPECT_NE(message_of(of(Op::equal, row, one), RowKind::text), "");
  EXPECT_NE(message_of(of(Op::equal, row, of(std::string("a"))), RowKind::real), "");
  EXPECT_NE(message_of(of(Op::less, row, of(std::string("a"))), RowKind::text), "");
  EXPECT_NE(message_of(RowExpression::is_in(row, {std::int64_t{1}}), RowKind::text), "");
  EXPECT_NE(message_of(RowExpression::is_in(row, {std::string("a")}), RowKind::integer), "");
  EXPECT_NE(message_of(of(Op::invert, row), RowKind::integer), "");
  EXPECT_NE(message_of(of(Op::both, of(Op::equal, row, one), row), RowKind::integer), "");
  EXPECT_NE(message_of(where(row, row, row), RowKind::integer), "");
  EXPECT_NE(message_of(of(nan), RowKind::real), "");
  EXPECT_EQ(message_of(of(Op::equal, row, of(std::string("a"))), RowKind::text), "");
}

TEST(RowExpression, different_expressions_have_different_texts) {
  EXPECT_EQ(of(Op::add, row, of(2.0)).text(), "(row + 2.0)");
  EXPECT_EQ(of(Op::add, row, of(std::int64_t{2})).text(), "(row + 2)");
  EXPECT_EQ(of(Op::add, row, of(1e300)).text(), "(row + 1e+300)");
  EXPECT_EQ(of(-infinity).text(), "-inf");
  EXPECT_EQ(of(true).text(), "true");
  EXPECT_EQ(of(std::string("a\"b\\")).text(), R"("a\"b\\")");
  EXPECT_EQ(of(std::string("a\nb\r\0c\t", 7)).text(), "\"a\\nb\\r\\x00c\t\"");
  EXPECT_EQ(of(std::string("\\n")).text(), R"("\\n")");
  EXPECT_EQ(RowExpression::is_in(row, {1.0, std::int64_t{2}, std::string("x")}).text(),
            "(row in [1.0, 2, \"x\"])");
  EXPECT_EQ(
      where(of(Op::less_equal, row, of(std::int64_t{1})), of(Op::negate, row), of(Op::sqrt, row))
          .text(),
      "where((row <= 1), -(row), sqrt(row))");
  EXPECT_NE(of(Op::subtract, of(Op::subtract, row, row), row).text(),
            of(Op::subtract, row, of(Op::subtract, row, row)).text());
}

TEST(RowExpression, cannot_grow_without_end) {
  RowExpression sum = row;
  const auto grow = [&] {
    for (int i = 0; i < 20; ++i) sum = of(Op::add, sum, sum);
  };
  EXPECT_THROW(grow(), Error);
  RowExpression longest = row;
  for (std::size_t i = 1; i < RowExpression::most_operations; ++i) {
    longest = of(Op::negate, longest);
  }
  EXPECT_EQ(values(longest, std::vector<double>{3.0}, 0.0), std::vector<double>{-3.0});
  EXPECT_THROW((void)of(Op::negate, longest), Error);
}

}  // namespace
}  // namespace scrim::evaluate_rows_test
