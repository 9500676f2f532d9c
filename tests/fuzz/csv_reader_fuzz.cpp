// Files of CSV, whole, broken or none, in pieces of any size, against a reader that goes through
// the file byte by byte.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzz_target.hpp"
#include "scrim/readers/csv_reader.hpp"
#include "support/column_cells.hpp"
#include "support/plain_csv.hpp"

namespace {

using namespace scrim::readers;
using scrim::fuzz::ByteReader;
using scrim::fuzz::require;
using Table = std::vector<scrim::support::Cells>;

const std::vector<CsvField> fields = {{2, {.type = CellType::text}},
                                      {0, {.type = CellType::text}},
                                      {1, {.type = CellType::integer, .decimal = ','}}};

/// Pieces are of `piece` bytes, the last one may be shorter.
Table read(const CsvDialect& dialect, std::string_view file, std::size_t piece) {
  CsvReader reader(dialect, fields);
  Table table;
  const auto take = [&] {
    const auto columns = reader.take();
    scrim::support::append_rows(table, columns, columns.front().rows());
  };
  while (!file.empty()) {
    file.remove_prefix(reader.feed(file.substr(0, piece)));
    if (reader.is_full()) take();
  }
  reader.finish();
  take();
  return table;
}

/// The same from cells that were cut in the plain way.
Table expected(const CsvDialect& dialect, std::string_view file) {
  std::vector<CellColumn> columns;
  for (const CsvField& field : fields) columns.emplace_back(field.format);
  const auto records = scrim::support::plain_csv_records(dialect, file);
  for (const auto& record : records) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const std::size_t position = fields[i].position;
      columns[i].append(position < record.size() ? std::string_view(record[position]) : "");
    }
  }
  Table table;
  scrim::support::append_rows(table, columns, records.size());
  return table;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader reader({data, size});
  const CsvDialect dialect = reader.flag() ? CsvDialect{} : CsvDialect{';', std::nullopt};
  const std::size_t piece = 1 + reader.below(64);
  const auto rest = reader.rest();
  const std::string file(rest.begin(), rest.end());

  const Table table = read(dialect, file, file.size() + 1);
  require(table == expected(dialect, file), "cells are those of the plain reader");
  require(read(dialect, file, piece) == table, "pieces make no difference");

  const auto header = read_csv_header(file, true, dialect);
  const auto records = scrim::support::plain_csv_records(dialect, file);
  require(header->names == (records.empty() ? std::vector<std::string>{} : records.front()),
          "the header is the first record");
  Table without_first = table;
  if (!without_first.empty()) without_first.erase(without_first.begin());
  require(read(dialect, file.substr(header->size), piece) == without_first,
          "rows begin behind the header");
  return 0;
}
