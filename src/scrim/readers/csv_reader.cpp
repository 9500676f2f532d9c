#include "scrim/readers/csv_reader.hpp"

#include <algorithm>
#include <utility>

#include "scrim/errors/error.hpp"

namespace scrim::readers {

namespace {

[[nodiscard]] bool is_line_break(char c) { return c == '\n' || c == '\r'; }

/// All cells of the first record.
struct FirstRecord {
  std::vector<std::string> cells;
  bool has_ended = false;

  [[nodiscard]] static bool wants(std::size_t) { return true; }
  void take_cell(std::size_t, std::string_view cell) { cells.emplace_back(cell); }
  [[nodiscard]] bool end_record() {
    has_ended = true;
    return false;
  }
};

[[nodiscard]] std::vector<CellColumn> empty_columns(const std::vector<CsvField>& fields) {
  std::vector<CellColumn> columns;
  columns.reserve(fields.size());
  for (const CsvField& field : fields) columns.emplace_back(field.format);
  return columns;
}

[[nodiscard]] std::vector<std::size_t> columns_by_position(const std::vector<CsvField>& fields) {
  std::vector<std::size_t> column_at;
  for (std::size_t column = 0; column < fields.size(); ++column) {
    const std::size_t position = fields[column].position;
    if (position >= column_at.size()) column_at.resize(position + 1, fields.size());
    if (column_at[position] != fields.size()) {
      fail(ErrorKind::invalid_argument, "two fields have one position; ask for each cell once");
    }
    column_at[position] = column;
  }
  return column_at;
}

}  // namespace

void check_dialect(const CsvDialect& dialect) {
  if (is_line_break(dialect.delimiter) || (dialect.quote && is_line_break(*dialect.quote))) {
    fail(ErrorKind::invalid_argument,
         "a line break is the delimiter or the quote; lines end with it, so give another sign");
  }
  if (dialect.quote == dialect.delimiter) {
    fail(ErrorKind::invalid_argument, "the delimiter is the quote too; give two signs");
  }
}

std::optional<CsvHeader> read_csv_header(std::string_view beginning, bool is_whole,
                                         const CsvDialect& dialect) {
  check_dialect(dialect);
  FirstRecord record;
  CsvTokenizer<FirstRecord> tokenizer(dialect, record);
  const std::size_t size = tokenizer.feed(beginning);
  if (!record.has_ended && !is_whole) return std::nullopt;
  if (!record.has_ended) tokenizer.finish();
  return CsvHeader{std::move(record.cells), size};
}

CsvReader::CsvReader(CsvDialect dialect, const std::vector<CsvField>& fields)
    : empty_(empty_columns(fields)),
      rows_{.columns = empty_, .column_at = columns_by_position(fields)},
      tokenizer_(dialect, rows_) {
  check_dialect(dialect);
}

std::vector<CellColumn> CsvReader::take() {
  rows_.rows = 0;
  rows_.text = 0;
  return std::exchange(rows_.columns, empty_);
}

bool CsvReader::Rows::end_record() {
  ++rows;
  for (CellColumn& column : columns) {
    if (column.rows() < rows) column.append_missing();  // the record was too short
  }
  return !is_full();
}

}  // namespace scrim::readers
