// Laws of the functions of rows of tables, with and without persons.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/registry.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/transformations/derive/make_derive.hpp"
#include "scrim/transformations/drop_missing/make_drop_missing.hpp"
#include "scrim/transformations/filter/make_filter.hpp"
#include "scrim/transformations/join_cells/make_join_cells.hpp"
#include "scrim/transformations/lookup/make_lookup.hpp"
#include "scrim/transformations/select/make_select.hpp"
#include "scrim/transformations/select_column/select_table_column.hpp"
#include "support/small_tables.hpp"

namespace scrim::test::laws_of_tables {
namespace {

using Int = std::int64_t;
using Op = RowOperation;
using Names = std::vector<std::string>;

const RowExpression x = RowExpression::field("x");
const RowExpression n = RowExpression::field("n");
const RowExpression t = RowExpression::field("t");

RowExpression number(Int value) { return RowExpression::constant(value); }

template <class Make>
void expect_laws(Laws& laws, const Make& make) {
  expect_laws_on_tables(make);
  laws.count_instance();
}

SCRIM_LAWS_OF(make_filter, tables) {
  for (const RowExpression& condition :
       {RowExpression::of(Op::less, {x, number(1)}), RowExpression::of(Op::is_missing, {n}),
        RowExpression::of(Op::invert, {RowExpression::of(Op::equal, {n, number(2)})}),
        RowExpression::is_in(t, {std::string("a"), std::string("")}),
        RowExpression::starts_with(t, "a")}) {
    expect_laws(laws, [&](const auto& domain, const auto& metric) {
      return make_filter(domain, metric, condition);
    });
  }
}

SCRIM_LAWS_OF(make_derive, tables) {
  for (const RowExpression& expression :
       {RowExpression::of(Op::divide, {n, x}), RowExpression::bin(x, {-1.0, 0.0, 1.0}),
        RowExpression::clip(n, Int{0}, Int{1}),
        RowExpression::of(Op::where, {RowExpression::of(Op::is_missing, {x}), t,
                                      RowExpression::constant(std::string("there"))}),
        RowExpression::of(Op::is_missing, {t})}) {
    expect_laws(laws, [&](const auto& domain, const auto& metric) {
      return make_derive(domain, metric, "new", expression);
    });
  }
  expect_laws(laws, [&](const auto& domain, const auto& metric) {
    return make_derive(domain, metric, "new", RowExpression::of(Op::add, {n, number(1)})) >>
           then_filter(RowExpression::of(Op::less, {RowExpression::field("new"), number(3)})) >>
           then_select({"new"});
  });
}

SCRIM_LAWS_OF(make_select, tables) {
  for (const Names& names : {Names{}, Names{"t"}, Names{"n", "x"}, Names{"t", "n", "x"}}) {
    if (names.empty()) {  // all persons' rows are alike, but they are rows
      expect_law_of_rows(make_select(TableDomain(law_columns), SymmetricDistance{}, names),
                         law_rows(), 3);
      laws.count_instance();
      continue;
    }
    expect_laws(laws, [&](const auto& domain, const auto& metric) {
      return make_select(domain, metric, names);
    });
  }
}

SCRIM_LAWS_OF(make_drop_missing, tables) {
  for (const Names& names : {Names{}, Names{"t"}, Names{"x"}, Names{"n", "x"}}) {
    expect_laws(laws, [&](const auto& domain, const auto& metric) {
      return make_drop_missing(domain, metric, names);
    });
  }
}

SCRIM_LAWS_OF(make_lookup, tables) {
  for (const Unmatched unmatched : {Unmatched::missing, Unmatched::drop}) {
    const PublicTable table = {{"n", std::vector<Int>{1, 1, 2}},
                               {"t", std::vector<std::string>{"a", "", "b"}},
                               {"k", std::vector<double>{0.5, 7.0, -1e300}},
                               {"word", std::vector<std::string>{"one", "two", "one"}}};
    expect_laws(laws, [&](const auto& domain, const auto& metric) {
      return make_lookup(domain, metric,
                         {.keys = {"t"}, .table = table, .add = {"k"}, .unmatched = unmatched});
    });
    expect_laws(laws, [&](const auto& domain, const auto& metric) {
      return make_lookup(
          domain, metric,
          {.keys = {"n", "t"}, .table = table, .add = {"word", "k"}, .unmatched = unmatched});
    });
  }
}

SCRIM_LAWS_OF(make_join_cells, tables) {
  for (const Names& names : {Names{"n"}, Names{"t"}, Names{"n", "t"}, Names{"t", "n", "t"}}) {
    expect_laws(laws, [&](const auto& domain, const auto& metric) {
      return make_join_cells(domain, metric, {.names = names, .name = "key"});
    });
  }
}

template <class T>
RowList selected(const TableDomain& domain, const std::string& name, const RowList& rows) {
  TableRows table = table_of(law_columns, rows);
  RowList cells;
  make_select_column<T>(domain, SymmetricDistance{}, name)
      .function()
      .for_each_result(table.batch(), [&](const auto& block) {
        for (std::size_t i = 0; i < block.size(); ++i) {
          const T row = block[i];
          if (!row) {
            cells.push_back({missing_cell});
          } else if constexpr (std::same_as<T, std::optional<std::string_view>>) {
            cells.push_back({std::string(*row)});
          } else {
            cells.push_back({*row});
          }
        }
      });
  return cells;
}

template <class T>
void expect_column_law(Laws& laws, const std::string& name) {
  const TableDomain domain(law_columns);
  const auto datasets = datasets_up_to(law_rows(), 3);
  bool is_attained = false;
  for (const RowList& a : datasets) {
    for (const RowList& b : datasets) {
      const auto d_in = distance(SymmetricDistance{}, a, b);
      const auto d_out =
          distance(SymmetricDistance{}, selected<T>(domain, name, a), selected<T>(domain, name, b));
      ASSERT_LE(d_out, d_in);
      is_attained = is_attained || (d_in == 1 && d_out == 1);
    }
  }
  EXPECT_TRUE(is_attained);
  laws.count_instance();
}

SCRIM_LAWS_OF(make_select_column, tables) {
  expect_column_law<std::optional<double>>(laws, "x");
  expect_column_law<std::optional<Int>>(laws, "n");
  expect_column_law<std::optional<std::string_view>>(laws, "t");
}

}  // namespace
}  // namespace scrim::test::laws_of_tables
