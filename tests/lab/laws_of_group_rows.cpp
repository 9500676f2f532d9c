#include <cstdint>

#include "lab/law_of_tables.hpp"
#include "lab/registry.hpp"
#include "scrim/transformations/count_by_key/make_count_by_key.hpp"
#include "scrim/transformations/group_rows/make_group_rows.hpp"
#include "support/distances/keyed_distances.hpp"

namespace scrim::test::laws_of_group_rows {
namespace {

const TableDomain rows({{"ward", RowKind::text, true}, {"cost", RowKind::real, true}});

SCRIM_LAWS_OF(make_group_rows, tables) {
  expect_laws_on_tables(
      laws, "texts",
      make_group_rows(rows, SymmetricDistance{}, {.group = "ward", .values = {"cost"}}),
      {.letters = {{cell("a"), cell(0.0)},
                   {cell("a"), cell(-0.0)},
                   {cell("b"), missing_cell},
                   {missing_cell, cell(1.0)},
                   {cell(""), cell(1.0)}},
       .most_rows = 4},
      [](const TableValues& x, const TableValues& y) {
        return distance(SymmetricDistance{}, x, y);
      });
}

SCRIM_LAWS_OF(make_count_by_key, groups) {
  laws.count_instance();
  const GroupedTableDomain grouped({"ward", RowKind::text, false},
                                   TableDomain({{"cost", RowKind::real, true}}));
  const auto counts = make_count_by_key<std::string>(grouped, GroupedDistance{});
  const auto all = tables::multisets({{cell("a"), cell(0.0)},
                                      {cell("a"), cell(1.0)},
                                      {cell("b"), cell(1.0)},
                                      {cell(""), cell(1.0)}},
                                     4);
  std::vector<KeyedCounts<std::string>> outputs;
  for (const TableValues& table : all) {
    TableRows memory = rows_of(tables::columns_of(grouped), table);
    outputs.push_back(counts.invoke(memory.batch()));
    EXPECT_TRUE(counts.output_domain().contains(outputs.back()));
  }
  bool is_attained = false;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const KeyedChange d_in = distance(GroupedDistance{}, all[i], all[j]);
      const KeyedChange d_out = distance(KeyedDistance{}, outputs[i], outputs[j]);
      ASSERT_TRUE(within(d_out, counts.map(d_in)))
          << testing::PrintToString(all[i]) << " and " << testing::PrintToString(all[j]);
      EXPECT_TRUE(counts.check(d_in, d_in));
      is_attained = is_attained || d_out == KeyedChange(3, 4, 2);
    }
  }
  EXPECT_TRUE(is_attained);
}

}  // namespace
}  // namespace scrim::test::laws_of_group_rows
