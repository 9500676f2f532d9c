#include "scrim/expressions/evaluate_batch.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "scrim/columns/text_dictionary.hpp"
#include "scrim/kernels/block_rows.hpp"
#include "support/error_of.hpp"

namespace scrim::evaluate_batch_test {
namespace {

using Op = RowOperation;
using Int = std::int64_t;

constexpr auto most = std::numeric_limits<Int>::max();
constexpr auto least = std::numeric_limits<Int>::min();
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

RowExpression field(std::string name) { return RowExpression::field(std::move(name)); }
RowExpression of(RowConstant value) { return RowExpression::constant(std::move(value)); }
RowExpression text(std::string value) { return of(RowConstant(std::move(value))); }
RowExpression number(Int value) { return of(RowConstant(value)); }
RowExpression of(Op operation, RowExpression a) { return RowExpression::of(operation, {a}); }
RowExpression of(Op operation, RowExpression a, RowExpression b) {
  return RowExpression::of(operation, {a, b});
}
RowExpression where(RowExpression condition, RowExpression a, RowExpression b) {
  return RowExpression::of(Op::where, {condition, a, b});
}
RowExpression missing(RowExpression a) { return of(Op::is_missing, a); }

/// What a row has: nothing, or a value (a truth is an integer).
using Cell = std::variant<std::monostate, Int, double, std::string>;
const Cell none;

/// A table whose memory it keeps.
class Table {
 public:
  template <class T>
  void add(std::string name, RowKind kind, ColumnType type, std::vector<T> values,
           const std::vector<bool>& is_there = {}) {
    auto& bytes = bytes_.emplace_back(values.size() * sizeof(T) + 1);
    std::copy_n(reinterpret_cast<const std::byte*>(values.data()), values.size() * sizeof(T),
                bytes.begin());
    add_column(std::move(name), kind, is_there,
               {.type = type, .rows = values.size(), .values = bytes.data(), .stride = sizeof(T)});
  }
  void add_texts(std::string name, const std::vector<std::string>& texts,
                 const std::vector<bool>& is_there = {}) {
    std::vector<std::int32_t> offsets = {0};
    std::string& all = texts_.emplace_back();
    for (const std::string& each : texts) {
      all += each;
      offsets.push_back(static_cast<std::int32_t>(all.size()));
    }
    add(std::move(name), RowKind::text, ColumnType::text32, offsets, is_there);
    columns_.back().rows = texts.size();
    columns_.back().text = all.data();
    columns_.back().text_size = static_cast<Int>(all.size());
  }
  void add_dictionary(std::string name, std::vector<std::string_view> entries,
                      std::vector<std::int8_t> codes, const std::vector<bool>& is_there = {}) {
    const TextDictionary& dictionary = dictionaries_.emplace_back(std::move(entries));
    add(std::move(name), RowKind::text, ColumnType::int8, std::move(codes), is_there);
    fields_.back().is_dictionary = true;
    columns_.back().dictionary = &dictionary;
  }

  [[nodiscard]] Batch batch() const { return {fields_, columns_}; }
  [[nodiscard]] TypedExpression typed(const RowExpression& expression) const {
    return typed_expression(expression, names_);
  }
  [[nodiscard]] const std::vector<TableColumn>& names() const { return names_; }

  [[nodiscard]] std::vector<Cell> values(const RowExpression& expression) const {
    return values(expression, batch());
  }
  [[nodiscard]] std::vector<Cell> values(const RowExpression& expression, const Batch& part) const {
    const TypedExpression typed_one = typed(expression);
    ExpressionBuffer buffer;
    const Column column = evaluate_batch(typed_one, part, 0, buffer);
    const Field made = field_of_values(typed_one, "made");
    EXPECT_EQ(column.type, made.type);
    EXPECT_EQ(column.rows, part.size());
    EXPECT_TRUE(reads_as(typed_one.kind, made));
    std::vector<Cell> cells;
    const auto add_all = [&]<class T>(ColumnBuffer<T> reading) {
      const auto rows = read_column(column, reading);
      for (std::size_t i = 0; i < column.rows; ++i) {
        const auto row = rows[i];
        EXPECT_TRUE(row || typed_one.may_lack_value) << expression.text();
        if constexpr (std::same_as<T, std::string_view>) {
          cells.push_back(row ? Cell(std::string(*row)) : none);
        } else {
          cells.push_back(row ? Cell(*row) : none);
        }
      }
    };
    switch (typed_one.kind) {
      case RowKind::real:
        add_all(ColumnBuffer<double>());
        break;
      case RowKind::text:
        add_all(ColumnBuffer<std::string_view>());
        break;
      default:
        add_all(ColumnBuffer<Int>());
    }
    return cells;
  }

  [[nodiscard]] std::vector<int> holds(const RowExpression& condition) const {
    const TypedExpression typed_one = typed(condition);
    ExpressionBuffer buffer;
    const auto truths = evaluate_condition(typed_one, batch(), 0, buffer);
    return {truths.begin(), truths.end()};
  }

 private:
  void add_column(std::string name, RowKind kind, const std::vector<bool>& is_there,
                  Column column) {
    if (!is_there.empty()) {
      auto& bits = bits_.emplace_back(is_there.size() / 8 + 1);
      for (std::size_t i = 0; i < is_there.size(); ++i) {
        bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | (is_there[i] ? 1U : 0U) << (i % 8));
      }
      column.is_valid = Bitmap{bits.data()};
    }
    names_.push_back({.name = name, .kind = kind, .is_nullable = true});
    fields_.push_back({.name = std::move(name), .type = column.type, .is_nullable = true});
    columns_.push_back(column);
  }

  std::deque<std::vector<std::byte>> bytes_;
  std::deque<std::vector<std::uint8_t>> bits_;
  std::deque<std::string> texts_;
  std::deque<TextDictionary> dictionaries_;
  std::vector<TableColumn> names_;
  std::vector<Field> fields_;
  std::vector<Column> columns_;
};

using Cells = std::vector<Cell>;

/// Garbage lies under the nulls.
Table ugly_table() {
  Table table;
  table.add<double>("x", RowKind::real, ColumnType::float64,
                    {0.0, -0.0, nan, infinity, -infinity, 2.5, 777.0, -1e308},
                    {true, true, true, true, true, true, false, true});
  table.add<Int>("n", RowKind::integer, ColumnType::int64, {0, 1, -1, least, most, 10, 777, 3},
                 {true, true, true, true, true, true, false, false});
  table.add<std::uint8_t>("flag", RowKind::truth, ColumnType::boolean, {0, 1, 5, 0, 1, 1, 1, 0},
                          {true, true, true, true, true, false, false, false});
  table.add_texts("t", {"", "a", "ab", "\xff", "b", "garbage", "a", "abc"},
                  {true, true, true, true, true, false, true, true});
  table.add_dictionary("d", {"a", "ab", {}, ""}, {0, 1, 2, 3, 4, -1, 0, 1},
                       {true, true, true, true, true, true, false, true});
  table.add<std::int32_t>("date", RowKind::date, ColumnType::date_days32,
                          {0, -1, 20484, std::numeric_limits<std::int32_t>::min(),
                           std::numeric_limits<std::int32_t>::max(), 11016, 5, 3},
                          {true, true, true, true, true, true, false, true});
  table.add<Int>("time", RowKind::time, ColumnType::time_nanoseconds,
                 {0, -1, 1'769'853'600'000'000'000, least, most, 999, 777, 60'000'000'000},
                 {true, true, true, true, true, true, false, true});
  return table;
}

TEST(EvaluateBatch, fields_are_the_cells_of_their_columns) {
  const Table table = ugly_table();
  EXPECT_EQ(table.values(field("n")),
            (Cells{Int{0}, Int{1}, Int{-1}, least, most, Int{10}, none, none}));
  EXPECT_EQ(table.values(field("x")),
            (Cells{0.0, 0.0, none, infinity, -infinity, 2.5, none, -1e308}));
  EXPECT_EQ(table.values(field("flag")),
            (Cells{Int{0}, Int{1}, Int{1}, Int{0}, Int{1}, none, none, none}));
  EXPECT_EQ(table.values(field("t")), (Cells{"", "a", "ab", "\xff", "b", none, "a", "abc"}));
  EXPECT_EQ(table.values(field("d")), (Cells{"a", "ab", none, "", none, none, none, "ab"}));
  EXPECT_EQ(table.values(field("date")).at(2), Cell(Int{20484}));
  EXPECT_EQ(table.values(field("time")).at(1), Cell(Int{-1}));
  EXPECT_EQ(table.values(field("time")).at(6), none);
}

TEST(EvaluateBatch, is_missing_tells_what_has_no_value) {
  const Table table = ugly_table();
  const std::vector<std::pair<RowExpression, std::vector<int>>> expected = {
      {field("x"), {0, 0, 1, 0, 0, 0, 1, 0}},
      {field("n"), {0, 0, 0, 0, 0, 0, 1, 1}},
      {field("flag"), {0, 0, 0, 0, 0, 1, 1, 1}},
      {field("t"), {0, 0, 0, 0, 0, 1, 0, 0}},
      {field("d"), {0, 0, 1, 0, 1, 1, 1, 0}},
      {field("date"), {0, 0, 0, 0, 0, 0, 1, 0}},
      {of(Op::divide, field("n"), field("n")), {1, 0, 0, 0, 0, 0, 1, 1}},
      {of(Op::less, field("n"), field("x")), {0, 0, 0, 0, 0, 0, 0, 0}},
      {number(3), {0, 0, 0, 0, 0, 0, 0, 0}},
      {text("a"), {0, 0, 0, 0, 0, 0, 0, 0}},
      {where(missing(field("n")), field("flag"), of(Op::equal, field("n"), number(1))),
       {0, 0, 0, 0, 0, 0, 1, 1}}};
  for (const auto& [expression, truths] : expected) {
    EXPECT_EQ(table.holds(missing(expression)), truths) << expression.text();
  }
}

TEST(EvaluateBatch, a_null_compares_with_nothing) {
  const Table table = ugly_table();
  for (const RowExpression& condition :
       {of(Op::equal, field("n"), field("n")), of(Op::less_equal, field("n"), number(most)),
        RowExpression::is_in(field("n"), {Int{777}, Int{3}}),
        of(Op::less, number(least), field("n")), of(Op::equal, field("x"), field("x")),
        of(Op::equal, field("date"), field("date")),
        of(Op::less_equal, field("time"), text("9999-12-31"))}) {
    EXPECT_EQ(table.holds(condition)[6], 0) << condition.text();
    EXPECT_EQ(table.holds(of(Op::invert, condition))[6], 1) << condition.text();
  }
  EXPECT_EQ(table.holds(of(Op::equal, field("t"), text("garbage")))[5], 0);
  EXPECT_EQ(table.holds(RowExpression::starts_with(field("t"), "g"))[5], 0);
  EXPECT_EQ(table.holds(RowExpression::is_in(field("t"), {std::string("garbage")}))[5], 0);
  EXPECT_EQ(table.holds(field("flag")), (std::vector{0, 1, 1, 0, 1, 0, 0, 0}));
  EXPECT_EQ(table.holds(of(Op::equal, field("flag"), of(RowConstant(false)))),
            (std::vector{1, 0, 0, 1, 0, 0, 0, 0}));
}

TEST(EvaluateBatch, clip_moves_between_two_constants) {
  const Table table = ugly_table();
  EXPECT_EQ(table.values(RowExpression::clip(field("n"), Int{-1}, Int{5})),
            (Cells{Int{0}, Int{1}, Int{-1}, Int{-1}, Int{5}, Int{5}, none, none}));
  EXPECT_EQ(table.values(RowExpression::clip(field("x"), Int{0}, 1.5)),
            (Cells{0.0, 0.0, none, 1.5, 0.0, 1.5, none, 0.0}));
  EXPECT_EQ(table.values(RowExpression::clip(field("n"), 0.5, 1.0)).at(4), Cell(1.0));
  EXPECT_EQ(table.values(RowExpression::clip(field("date"), std::string("1970-01-01"),
                                             std::string("2026-01-01"))),
            (Cells{Int{0}, Int{0}, Int{20454}, Int{0}, Int{20454}, Int{11016}, none, Int{3}}));
}

TEST(EvaluateBatch, bins_count_the_edges_below) {
  const Table table = ugly_table();
  EXPECT_EQ(table.values(RowExpression::bin(field("n"), {Int{-1}, Int{1}, Int{10}})),
            (Cells{Int{0}, Int{1}, Int{0}, none, Int{2}, Int{2}, none, none}));
  EXPECT_EQ(table.values(RowExpression::bin(field("x"), {Int{0}, 2.5})),
            (Cells{Int{0}, Int{0}, none, Int{1}, none, Int{1}, none, none}));
  std::vector<RowConstant> many;
  for (int i = -50; i < 50; ++i) many.emplace_back(i / 10.0);
  EXPECT_EQ(table.values(RowExpression::bin(field("x"), many)),
            (Cells{Int{50}, Int{50}, none, Int{99}, none, Int{75}, none, none}));
  EXPECT_EQ(table
                .values(RowExpression::bin(field("date"),
                                           {std::string("1970-01-01"), std::string("2000-01-01")}))
                .at(5),
            Cell(Int{1}));
}

TEST(EvaluateBatch, texts_are_compared_and_chosen_from) {
  const Table table = ugly_table();
  EXPECT_EQ(table.holds(RowExpression::starts_with(field("t"), "a")),
            (std::vector{0, 1, 1, 0, 0, 0, 1, 1}));
  EXPECT_EQ(table.holds(RowExpression::starts_with(field("t"), "")),
            (std::vector{1, 1, 1, 1, 1, 0, 1, 1}));
  EXPECT_EQ(table.holds(RowExpression::starts_with(field("d"), "a")),
            (std::vector{1, 1, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(table.holds(of(Op::equal, field("t"), field("d"))),
            (std::vector{0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(table.holds(of(Op::equal, text("ab"), field("d"))),
            (std::vector{0, 1, 0, 0, 0, 0, 0, 1}));
  EXPECT_EQ(
      table.values(where(RowExpression::starts_with(field("t"), "a"), field("d"), text("other"))),
      (Cells{"other", "ab", none, "other", "other", "other", none, "ab"}));
  EXPECT_EQ(table.values(where(missing(field("t")), text("x"), field("t"))),
            (Cells{"", "a", "ab", "\xff", "b", "x", "a", "abc"}));
  EXPECT_EQ(table.holds(of(Op::equal, where(field("flag"), text("yes"), text("no")), text("yes"))),
            (std::vector{0, 1, 1, 0, 1, 0, 0, 0}));
}

TEST(EvaluateBatch, dates_and_times_have_parts) {
  const Table table = ugly_table();
  EXPECT_EQ(table.values(of(Op::year, field("date"))),
            (Cells{Int{1970}, Int{1969}, Int{2026}, Int{-5877641}, Int{5881580}, Int{2000}, none,
                   Int{1970}}));
  EXPECT_EQ(table.values(of(Op::month, field("date"))).at(2), Cell(Int{1}));
  EXPECT_EQ(table.values(of(Op::day, field("date"))).at(5), Cell(Int{29}));
  EXPECT_EQ(table.values(of(Op::weekday, field("date"))).at(2), Cell(Int{5}));
  EXPECT_EQ(table.values(of(Op::hour, field("time"))).at(2), Cell(Int{10}));
  EXPECT_EQ(table.values(of(Op::minute, field("time"))).at(1), Cell(Int{59}));
  EXPECT_EQ(table.values(of(Op::year, field("time"))).at(1), Cell(Int{1969}));
  EXPECT_EQ(table.values(of(Op::year, field("time"))).at(4), Cell(Int{2262}));
  EXPECT_EQ(table.values(of(Op::to_date, field("time"))),
            (Cells{Int{0}, Int{-1}, Int{20484}, Int{-106752}, Int{106751}, Int{0}, none, Int{0}}));
  EXPECT_EQ(table.holds(of(Op::equal, of(Op::to_date, field("time")), field("date"))),
            (std::vector{1, 1, 1, 0, 0, 0, 0, 0}));
}

TEST(EvaluateBatch, dates_and_times_compare_with_texts_that_say_one) {
  const Table table = ugly_table();
  EXPECT_EQ(table.holds(of(Op::less_equal, text("2026-01-31"), field("date"))),
            (std::vector{0, 0, 1, 0, 1, 0, 0, 0}));
  EXPECT_EQ(table.holds(of(Op::equal, field("time"), text("2026-01-31T10:00"))),
            (std::vector{0, 0, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(table.holds(of(Op::less, field("time"), text("1970-01-01"))),
            (std::vector{0, 1, 0, 1, 0, 0, 0, 0}));
  EXPECT_EQ(table.holds(RowExpression::is_in(
                field("date"), {std::string("2026-01-31"), std::string("1969-12-31")})),
            (std::vector{0, 1, 1, 0, 0, 0, 0, 0}));
  EXPECT_EQ(table.values(of(Op::subtract, field("date"), text("1970-01-02"))).at(1), Cell(Int{-2}));
  EXPECT_EQ(table.values(of(Op::subtract, field("time"), field("time"))).at(3), Cell(Int{0}));
  EXPECT_EQ(table.values(where(field("flag"), text("2026-01-31"), field("date"))).at(1),
            Cell(Int{20484}));
}

/// Expressions with every operation that columns have.
std::vector<RowExpression> all_operations() {
  std::vector<RowExpression> all;
  for (const char* name : {"x", "n", "flag", "t", "d", "date", "time"}) {
    all.push_back(field(name));
    all.push_back(missing(field(name)));
  }
  for (const Op operation : {Op::add, Op::subtract, Op::multiply, Op::divide, Op::floor_divide,
                             Op::remainder, Op::less, Op::less_equal, Op::equal}) {
    all.push_back(of(operation, field("x"), field("n")));
    all.push_back(of(operation, field("n"), number(3)));
    all.push_back(of(operation, field("flag"), field("n")));
  }
  for (const Op part : {Op::year, Op::month, Op::day, Op::weekday}) {
    all.push_back(of(part, field("date")));
    all.push_back(of(part, field("time")));
  }
  for (const Op part : {Op::hour, Op::minute, Op::to_date}) all.push_back(of(part, field("time")));
  all.push_back(RowExpression::clip(field("x"), -1.0, 1.0));
  all.push_back(RowExpression::bin(field("x"), {-1.0, 1.0}));
  all.push_back(RowExpression::bin(of(Op::negate, field("n")), {Int{-1}, Int{1}}));
  all.push_back(RowExpression::starts_with(field("d"), "a"));
  all.push_back(RowExpression::is_in(field("d"), {std::string("ab"), std::string()}));
  all.push_back(where(field("flag"), field("t"), field("d")));
  all.push_back(where(field("flag"), field("n"), field("x")));
  all.push_back(where(missing(field("n")), field("flag"), missing(field("t"))));
  all.push_back(of(Op::both, field("flag"), of(Op::invert, missing(field("x")))));
  return all;
}

TEST(EvaluateBatch, a_value_depends_on_its_row_alone) {
  const Table table = ugly_table();
  const Batch batch = table.batch();
  for (const RowExpression& expression : all_operations()) {
    const Cells together = table.values(expression);
    for (std::size_t first = 0; first < batch.size(); ++first) {
      for (std::size_t count = 0; first + count <= batch.size(); ++count) {
        ASSERT_EQ(table.values(expression, batch.subspan(first, count)),
                  Cells(together.begin() + static_cast<std::ptrdiff_t>(first),
                        together.begin() + static_cast<std::ptrdiff_t>(first + count)))
            << expression.text();
      }
    }
  }
}

/// Two tables with equal cells, that lie in memory as differently as may be.
TEST(EvaluateBatch, equal_cells_have_equal_values) {
  Table one;
  one.add<double>("x", RowKind::real, ColumnType::float64, {0.0, 5.0, 1.0}, {true, false, true});
  one.add<Int>("n", RowKind::integer, ColumnType::int64, {7, 8, 9}, {true, true, false});
  one.add_texts("d", {"a", "", "b"}, {true, false, true});
  Table other;
  other.add<float>("x", RowKind::real, ColumnType::float32, {-0.0F, 6.0F, 1.0F},
                   {true, false, true});
  other.add<std::int8_t>("n", RowKind::integer, ColumnType::int8, {7, 8, -9}, {true, true, false});
  other.add_dictionary("d", {"b", {}, "a"}, {2, 1, 0});
  for (const RowExpression& expression :
       {of(Op::divide, number(1), field("x")), of(Op::divide, field("n"), field("x")),
        of(Op::add, field("x"), field("n")), field("d"),
        where(missing(field("x")), text("none"), field("d")),
        RowExpression::bin(field("x"), {0.0, 1.0})}) {
    EXPECT_EQ(one.values(expression), other.values(expression)) << expression.text();
  }
}

TEST(EvaluateBatch, buffers_serve_one_block_after_another) {
  const Table table = ugly_table();
  const TypedExpression chosen = table.typed(where(field("flag"), field("t"), field("d")));
  const TypedExpression sum = table.typed(of(Op::add, field("n"), field("n")));
  ExpressionBuffer buffer;
  for (const std::size_t first : {0UL, 4UL, 2UL}) {
    for (const TypedExpression& expression : {chosen, sum}) {
      ExpressionBuffer fresh;
      const Batch part = table.batch().subspan(first, 3);
      const Column used = evaluate_batch(expression, part, 0, buffer);
      const Column unused = evaluate_batch(expression, part, 0, fresh);
      for (std::size_t i = 0; i < 3; ++i) {
        ASSERT_EQ(used.is_null(i), unused.is_null(i));
        const auto read = [&]<class T>(ColumnBuffer<T> a, ColumnBuffer<T> b) {
          ASSERT_EQ(read_column(used, a)[i], read_column(unused, b)[i]);
        };
        if (expression.kind == RowKind::text) {
          read(ColumnBuffer<std::string_view>(), ColumnBuffer<std::string_view>());
        } else {
          read(ColumnBuffer<Int>(), ColumnBuffer<Int>());
        }
      }
    }
  }
}

TEST(EvaluateBatch, columns_may_stand_behind_others) {
  const Table table = ugly_table();
  const std::vector<TableColumn> behind(table.names().begin() + 1, table.names().end());
  const TypedExpression typed = typed_expression(of(Op::less, field("n"), number(1)), behind);
  ExpressionBuffer buffer;
  const auto truths = evaluate_condition(typed, table.batch(), 1, buffer);
  EXPECT_EQ(std::vector<int>(truths.begin(), truths.end()), (std::vector{1, 0, 1, 1, 0, 0, 0, 0}));
}

TEST(EvaluateBatch, an_empty_block_has_no_values) {
  const Table table = ugly_table();
  Table empty;
  empty.add<double>("x", RowKind::real, ColumnType::float64, {});
  empty.add_texts("t", {});
  EXPECT_EQ(empty.values(of(Op::divide, field("x"), field("x"))), Cells());
  EXPECT_EQ(empty.values(field("t")), Cells());
  EXPECT_EQ(empty.holds(missing(field("t"))), std::vector<int>());
}

TEST(TypedExpression, of_columns_knows_where_values_may_lack) {
  const std::vector<TableColumn> columns = {{"a", RowKind::integer, false},
                                            {"b", RowKind::integer, true},
                                            {"flag", RowKind::truth, true},
                                            {"when", RowKind::time, false}};
  const auto may_lack = [&](const RowExpression& expression) {
    return typed_expression(expression, columns).may_lack_value;
  };
  EXPECT_FALSE(may_lack(of(Op::add, field("a"), number(1))));
  EXPECT_TRUE(may_lack(of(Op::add, field("b"), field("a"))));
  EXPECT_TRUE(may_lack(RowExpression::clip(field("b"), Int{0}, Int{1})));
  EXPECT_FALSE(may_lack(RowExpression::clip(field("a"), Int{0}, Int{1})));
  EXPECT_TRUE(may_lack(RowExpression::bin(field("a"), {Int{0}})));
  EXPECT_FALSE(may_lack(of(Op::year, field("when"))));
  EXPECT_TRUE(may_lack(field("flag")));
  EXPECT_FALSE(may_lack(of(Op::invert, field("flag"))));
  EXPECT_FALSE(may_lack(missing(field("b"))));
}

TEST(TypedExpression, of_columns_refuses_in_words) {
  const std::vector<TableColumn> columns = {{"age", RowKind::integer, false},
                                            {"zip code", RowKind::text, true},
                                            {"born", RowKind::date, true},
                                            {"seen", RowKind::time, true}};
  const auto expect = [&](const RowExpression& expression, const std::string& words) {
    SCRIM_EXPECT_ERROR(typed_expression(expression, columns), ErrorKind::mismatch, words);
  };
  expect(field("agee"),
         "there is no column \"agee\"; the columns are: \"age\", \"zip code\", \"born\", \"seen\"");
  expect(of(Op::add, field("age"), field("zip code")),
         "cannot compute (age + row[\"zip code\"]), because texts are only compared");
  expect(RowExpression::row(), "name one of them: \"age\"");
  expect(of(Op::less, field("born"), text("31.1.2026")),
         "\"31.1.2026\" is no date; write it as 2026-01-31");
  expect(of(Op::less, field("seen"), text("noon")), "is no time; write it as");
  expect(of(Op::less, field("born"), text("2026-01-31T10:00")), "is no date");
  expect(of(Op::less, field("born"), number(3)), "dates and integers do not go together");
  expect(of(Op::equal, field("born"), field("seen")), "make dates of times by to_date");
  expect(of(Op::equal, field("born"), field("zip code")), "dates and texts do not go together");
  expect(of(Op::add, field("born"), number(1)), "dates and times are only compared");
  expect(of(Op::hour, field("born")), "dates have none; it is of times");
  expect(of(Op::year, field("age")), "integers have none; it is of dates and times");
  expect(RowExpression::starts_with(field("age"), "1"), "starts_with takes texts, not integers");
  expect(RowExpression::clip(field("age"), Int{3}, Int{2}), "the lower bound is above");
  expect(RowExpression::clip(field("age"), nan, 2.0), "the lower bound is above");
  expect(RowExpression::clip(field("zip code"), Int{3}, Int{2}), "texts are only compared");
  expect(RowExpression::clip(field("age"), std::string("1"), Int{2}), "do not compare");
  expect(RowExpression::bin(field("age"), {}), "no edges");
  expect(RowExpression::bin(field("age"), {Int{1}, Int{1}}), "edges must rise");
  expect(RowExpression::bin(field("age"), {1.0, nan}), "edges must rise");
  expect(where(of(Op::less, field("age"), number(3)), text("a"), number(1)), "do not compare");
  EXPECT_EQ(typed_expression(field("zip code"), columns).kind, RowKind::text);
  EXPECT_EQ(typed_expression(of(Op::to_date, field("seen")), columns).kind, RowKind::date);
  SCRIM_EXPECT_ERROR(typed_expression(field("age"), RowKind::real, true), ErrorKind::mismatch,
                     "rows are one value here");
  // What is nested is typed once: a thousand differences take no time.
  RowExpression longest = field("age");
  for (int i = 0; i < 400; ++i) longest = of(Op::subtract, longest, number(1));
  EXPECT_EQ(typed_expression(longest, columns).kind, RowKind::integer);
}

TEST(RowExpression, names_its_columns) {
  EXPECT_EQ(field("age").text(), "age");
  EXPECT_EQ(field("row").text(), "row[\"row\"]");
  EXPECT_EQ(field("true").text(), "row[\"true\"]");
  EXPECT_EQ(field("1st").text(), "row[\"1st\"]");
  EXPECT_EQ(field("").text(), "row[\"\"]");
  EXPECT_EQ(field("a\"b").text(), "row[\"a\\\"b\"]");
  EXPECT_EQ(RowExpression::clip(field("a"), Int{0}, 1.0).text(), "clip(a, 0, 1.0)");
  EXPECT_EQ(RowExpression::bin(field("a"), {Int{0}, Int{1}}).text(), "bin(a, [0, 1])");
  EXPECT_EQ(RowExpression::starts_with(field("a"), "b").text(), "starts_with(a, \"b\")");
  EXPECT_EQ(missing(of(Op::year, field("a"))).text(), "is_missing(year(a))");
  EXPECT_EQ(where(missing(field("b")), field("a"), field("b")).fields(),
            (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(RowExpression::row().fields(), std::vector<std::string>());
}

}  // namespace
}  // namespace scrim::evaluate_batch_test
