// Tables as lists of rows, their distances by the definitions, and the law of functions of rows.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "scrim/columns/read_column.hpp"
#include "scrim/columns/table_rows.hpp"
#include "scrim/core/table_map.hpp"
#include "support/small_datasets.hpp"

namespace scrim::test {

/// A cell: missing, an integer (also of truths, dates and times), a real, or a text.
using TableCell = std::variant<std::monostate, std::int64_t, double, std::string>;
using TableRow = std::vector<TableCell>;
using RowList = std::vector<TableRow>;

inline const TableCell missing_cell;

[[nodiscard]] inline std::vector<TableColumn> all_columns_of(const TableDomain& domain) {
  return {domain.columns().begin(), domain.columns().end()};
}
template <class D>
[[nodiscard]] std::vector<TableColumn> all_columns_of(const D& domain) {
  return all_columns_of(domain.all_columns());
}

[[nodiscard]] inline TableRows table_of(const std::vector<TableColumn>& columns,
                                        const RowList& rows) {
  TableRows table(columns);
  for (const TableRow& row : rows) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      std::visit(
          [&]<class T>(const T& cell) {
            if constexpr (std::same_as<T, std::monostate>) {
              table.cells(i).append_missing();
            } else if constexpr (std::same_as<T, std::string>) {
              table.cells(i).append(std::string_view(cell));
            } else {
              table.cells(i).append(cell);
            }
          },
          row[i]);
    }
    table.add_row();
  }
  return table;
}

/// What a batch holds; NaN is missing, and -0.0 is 0.0.
[[nodiscard]] inline RowList rows_in(const Batch& batch, const std::vector<TableColumn>& columns) {
  EXPECT_EQ(batch.fields().size(), columns.size());
  RowList rows(batch.size(), TableRow(columns.size()));
  for (std::size_t c = 0; c < columns.size(); ++c) {
    EXPECT_EQ(batch.fields()[c].name, columns[c].name);
    EXPECT_TRUE(reads_as(columns[c].kind, batch.fields()[c])) << columns[c].name;
    EXPECT_EQ(batch.fields()[c].type, batch.column(c).type);
    const auto read = [&]<class T>(ColumnBuffer<T> buffer) {
      const auto cells = read_column(batch.column(c), buffer);
      for (std::size_t i = 0; i < batch.size(); ++i) {
        const auto cell = cells[i];
        if (!cell) continue;
        if constexpr (std::same_as<T, std::string_view>) {
          rows[i][c] = std::string(*cell);
        } else if constexpr (std::same_as<T, double>) {
          if (!std::isnan(*cell)) rows[i][c] = *cell + 0.0;
        } else {
          rows[i][c] = *cell;
        }
      }
    };
    if (columns[c].kind == RowKind::real) {
      read(ColumnBuffer<double>());
    } else if (columns[c].kind == RowKind::text) {
      read(ColumnBuffer<std::string_view>());
    } else {
      read(ColumnBuffer<std::int64_t>());
    }
  }
  return rows;
}

[[nodiscard]] inline std::uint32_t symmetric_distance(const RowList& a, const RowList& b) {
  std::map<TableRow, std::int64_t> difference;
  for (const TableRow& row : a) ++difference[row];
  for (const TableRow& row : b) --difference[row];
  std::uint32_t sum = 0;
  for (const auto& [row, count] : difference) sum += static_cast<std::uint32_t>(std::abs(count));
  return sum;
}

/// Rows whose first cells are ids; those that miss one are nobody's.
[[nodiscard]] inline std::uint32_t person_distance(const RowList& a, const RowList& b,
                                                   std::size_t ids) {
  using Persons = std::map<TableRow, std::map<TableRow, int>>;
  const auto persons_of = [&](const RowList& rows) {
    Persons persons;
    for (const TableRow& row : rows) {
      const auto end = row.begin() + static_cast<std::ptrdiff_t>(ids);
      if (std::find(row.begin(), end, missing_cell) == end) {
        ++persons[TableRow(row.begin(), end)][TableRow(end, row.end())];
      }
    }
    return persons;
  };
  const Persons first = persons_of(a);
  Persons second = persons_of(b);
  std::uint32_t sum = 0;
  for (const auto& [id, rows] : first) {
    const auto found = second.find(id);
    if (found == second.end()) {
      sum += 1;
    } else {
      sum += found->second == rows ? 0 : 2;
      second.erase(found);
    }
  }
  return sum + static_cast<std::uint32_t>(second.size());
}

[[nodiscard]] inline std::uint32_t distance_of(const TableDomain&, const RowList& a,
                                               const RowList& b) {
  return symmetric_distance(a, b);
}
[[nodiscard]] inline std::uint32_t distance_of(const PersonTableDomain& domain, const RowList& a,
                                               const RowList& b) {
  return person_distance(a, b, domain.persons().size());
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
