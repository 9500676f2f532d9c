// The law of functions of the rows of a table, on all small ones.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "scrim/columns/table_rows.hpp"
#include "scrim/core/table_map.hpp"
#include "support/distances/table_distances.hpp"
#include "support/small_datasets.hpp"
#include "support/table_values.hpp"

namespace scrim::test {

using RowList = TableValues;

[[nodiscard]] inline std::vector<TableColumn> all_columns_of(const TableDomain& domain) {
  return {domain.columns().begin(), domain.columns().end()};
}
template <class D>
[[nodiscard]] std::vector<TableColumn> all_columns_of(const D& domain) {
  return all_columns_of(domain.all_columns());
}

[[nodiscard]] inline TableRows table_of(const std::vector<TableColumn>& columns,
                                        const RowList& rows) {
  return rows_of(columns, rows);
}

/// What a batch holds, cell for cell as all that are the same have it.
[[nodiscard]] inline RowList rows_in(const Batch& batch, const std::vector<TableColumn>& columns) {
  EXPECT_EQ(batch.fields().size(), columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    EXPECT_EQ(batch.fields()[c].name, columns[c].name);
    EXPECT_TRUE(reads_as(columns[c].kind, batch.fields()[c])) << columns[c].name;
    EXPECT_EQ(batch.fields()[c].type, batch.column(c).type);
  }
  RowList rows = values_of(batch, columns);
  for (TableRow& row : rows) row = canonical(std::move(row));
  return rows;
}

[[nodiscard]] inline std::uint32_t distance_of(const TableDomain&, const RowList& a,
                                               const RowList& b) {
  return distance(SymmetricDistance{}, a, b);
}
[[nodiscard]] inline std::uint32_t distance_of(const PersonTableDomain& domain, const RowList& a,
                                               const RowList& b) {
  return distance(PersonDistance{}, domain.persons().size(), a, b);
}

/// The rows that a transformation of tables makes of rows.
template <class Transformation>
[[nodiscard]] RowList image_of(const Transformation& transformation, const RowList& rows) {
  TableRows table = table_of(all_columns_of(transformation.input_domain()), rows);
  const auto columns = all_columns_of(transformation.output_domain());
  RowList images;
  transformation.function().for_each_result(table.batch(), [&](const Batch& block) {
    EXPECT_TRUE(transformation.output_domain().contains(block));
    for (TableRow& row : rows_in(block, columns)) images.push_back(std::move(row));
  });
  return images;
}

/// On all tables of up to `most` rows out of these: images are in the output domain, no further
/// apart than the map says, and rows do not know of each other. Gives whether d_in = 1 is attained.
template <class Transformation>
bool expect_law_of_rows(const Transformation& transformation, const RowList& alphabet,
                        std::size_t most) {
  const auto datasets = datasets_up_to(alphabet, most);
  std::vector<RowList> images;
  for (const RowList& rows : datasets) {
    images.push_back(image_of(transformation, rows));
    RowList one_by_one;
    for (const TableRow& row : rows) {
      for (TableRow& image : image_of(transformation, RowList{row})) {
        one_by_one.push_back(std::move(image));
      }
    }
    EXPECT_EQ(images.back(), one_by_one);
  }
  bool is_attained = false;
  for (std::size_t i = 0; i < datasets.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto d_in = distance_of(transformation.input_domain(), datasets[i], datasets[j]);
      const auto d_out = distance_of(transformation.output_domain(), images[i], images[j]);
      EXPECT_LE(d_out, transformation.map(d_in));
      is_attained = is_attained || (d_in == 1 && d_out == transformation.map(1));
    }
  }
  return is_attained;
}

/// A table with a column of each kind, without and with persons, and rows for both.
inline const std::vector<TableColumn> law_columns = {
    {"x", RowKind::real, true}, {"n", RowKind::integer, true}, {"t", RowKind::text, true}};
[[nodiscard]] inline RowList law_rows() {
  using Int = std::int64_t;
  return {{0.0, Int{1}, "a"},
          {-0.5, Int{1}, "b"},
          {missing_cell, Int{2}, ""},
          {1e300, missing_cell, missing_cell}};
}
[[nodiscard]] inline RowList law_rows_of_persons() {
  RowList all;
  for (const TableCell& id :
       {TableCell(std::int64_t{7}), TableCell(std::int64_t{8}), missing_cell}) {
    for (const TableRow& row : law_rows()) {
      all.push_back({id});
      all.back().insert(all.back().end(), row.begin(), row.end());
      if (id == missing_cell) break;
    }
  }
  return all;
}

/// Both spaces: make(domain, metric) gives a transformation.
template <class Make>
void expect_laws_on_tables(const Make& make) {
  const TableDomain table(law_columns);
  EXPECT_TRUE(expect_law_of_rows(make(table, SymmetricDistance{}), law_rows(), 3));
  const PersonTableDomain persons({{"id", RowKind::integer, true}}, table);
  EXPECT_TRUE(expect_law_of_rows(make(persons, PersonDistance{}), law_rows_of_persons(), 2));
}

}  // namespace scrim::test
