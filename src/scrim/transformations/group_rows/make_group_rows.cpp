#include "scrim/transformations/group_rows/make_group_rows.hpp"

#include <cstddef>
#include <cstdint>

#include "scrim/columns/read_column.hpp"

namespace scrim {

namespace {

struct GroupedBuffer {
  std::vector<Field> fields;
  std::vector<Column> columns;
  ColumnBuffer<std::int64_t> integers;
  ColumnBuffer<std::string_view> texts;
  std::vector<std::uint32_t> with_group;
  TableRows rows;
};

/// The places of rows that have a group.
template <class T>
void find_groups(const Column& column, ColumnBuffer<T>& buffer,
                 std::vector<std::uint32_t>& places) {
  const auto cells = read_column(column, buffer);
  places.clear();
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells.rows_at(i) != 0) places.push_back(static_cast<std::uint32_t>(i));
  }
}

}  // namespace

Transformation<TableDomain, SymmetricDistance, GroupedTableDomain, GroupedDistance> make_group_rows(
    TableDomain input_domain, SymmetricDistance input_metric, const GroupRows& columns) {
  std::vector<std::size_t> places{input_domain.place_of(columns.group, "make_group_rows")};
  TableColumn group = input_domain.columns()[places.front()];
  const bool may_be_missing = group.is_nullable;
  group.is_nullable = false;
  std::vector<TableColumn> values;
  auto identity = Identity("group_rows").add(identity_of(input_domain)).add(columns.group);
  for (const std::string& name : columns.values) {
    places.push_back(input_domain.place_of(name, "make_group_rows"));
    values.push_back(input_domain.columns()[places.back()]);
    identity.add(name);
  }
  const bool is_text = group.kind == RowKind::text;
  GroupedTableDomain output_domain(std::move(group), TableDomain(std::move(values)));

  // Each row by itself: it becomes one row of its group, or none.
  auto function = make_row_map<Batch, Batch, GroupedBuffer>(
      [places, is_text, may_be_missing, all = output_domain.all_columns()](
          const Batch& block, GroupedBuffer& buffer) -> Batch {
        buffer.fields.clear();
        buffer.columns.clear();
        for (const std::size_t place : places) {
          buffer.fields.push_back(block.fields()[place]);
          buffer.columns.push_back(block.column(place));
        }
        const Batch chosen(buffer.fields, buffer.columns, block.size());
        if (!may_be_missing || block.size() == 0) return chosen;
        if (is_text) {
          find_groups(chosen.column(0), buffer.texts, buffer.with_group);
        } else {
          find_groups(chosen.column(0), buffer.integers, buffer.with_group);
        }
        buffer.rows = TableRows(all.columns());
        buffer.rows.append(chosen, buffer.with_group);
        return buffer.rows.batch();
      },
      std::move(identity));
  const auto map = [](std::uint32_t d_in) { return KeyedChange(d_in, d_in, d_in); };
  return {std::move(input_domain),  input_metric,
          std::move(output_domain), GroupedDistance{},
          std::move(function),      StabilityMap<std::uint32_t, KeyedChange>::from_monotone(map)};
}

}  // namespace scrim
