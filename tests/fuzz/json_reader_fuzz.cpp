// Files of JSON, whole, broken or none, in pieces of any size; each row against the row read on its
// own.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/fuzz_target.hpp"
#include "scrim/readers/json_reader.hpp"
#include "support/column_cells.hpp"

namespace {

using namespace scrim::readers;
using scrim::fuzz::ByteReader;
using scrim::fuzz::require;
using Table = std::vector<scrim::support::Cells>;

const std::vector<JsonField> fields = {{"a", {}},
                                       {"a", {.type = CellType::text}},
                                       {"age", {.type = CellType::integer, .decimal = ','}},
                                       {"", {.type = CellType::text}}};

/// Pieces are of `piece` bytes, the last one may be shorter.
Table read(JsonLayout layout, std::string_view file, std::size_t piece) {
  JsonReader reader(layout, fields);
  for (auto rest = file; !rest.empty(); rest.remove_prefix(std::min(piece, rest.size()))) {
    reader.feed(rest.substr(0, piece));
  }
  reader.finish();
  require(reader.rows() <= file.size(), "a row has a byte at least");
  require(reader.bytes() <= fields.size() * (9 * reader.rows() + 1 + file.size()),
          "columns hold no more than the file does");
  Table table;
  scrim::support::append_rows(table, reader.columns(), reader.rows());
  return table;
}

void check_lines(std::string_view file, const Table& table) {
  Table expected;
  while (!file.empty()) {
    const auto line = file.substr(0, file.find('\n'));
    file.remove_prefix(std::min(line.size() + 1, file.size()));
    const Table rows = read(JsonLayout::lines, line, line.size() + 1);
    require(rows.size() <= 1, "a line is one row, or none");
    expected.insert(expected.end(), rows.begin(), rows.end());
  }
  require(table == expected, "a line is read as if alone");
}

void check_values(std::string_view file, const Table& table) {
  JsonRows rows(JsonLayout::values);
  std::size_t count = 0;
  const auto check_row = [&](std::string_view row) {
    require(count < table.size(), "rows that are cut are read");
    const auto& cells = table[count++];
    if (row.front() == '{') {
      require(read(JsonLayout::values, row, row.size()) == Table{cells},
              "an object is read as if alone");
    } else {
      require(std::ranges::all_of(cells, [](const auto& cell) { return cell == "-"; }),
              "what is no object has no values");
    }
  };
  for (auto rest = file; const auto row = rows.next(rest);) check_row(*row);
  if (const auto row = rows.finish()) check_row(*row);
  require(count == table.size(), "rows that are read are cut");
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader reader({data, size});
  const auto layout = reader.flag() ? JsonLayout::values : JsonLayout::lines;
  const std::size_t piece = 1 + reader.below(64);
  const auto rest = reader.rest();
  const std::string file(rest.begin(), rest.end());

  const Table table = read(layout, file, file.size() + 1);
  require(read(layout, file, piece) == table, "pieces make no difference");
  if (layout == JsonLayout::lines) {
    check_lines(file, table);
  } else {
    check_values(file, table);
  }
  return 0;
}
