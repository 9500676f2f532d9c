#include "scrim/readers/csv_reader.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/errors/error.hpp"
#include "support/plain_csv.hpp"

namespace scrim::readers::csv_reader_test {
namespace {

using Cells = std::vector<std::optional<std::string>>;

void append_cells(const CellColumn& column, Cells& cells) {
  for (std::size_t row = 0; row < column.rows(); ++row) {
    if (column.is_missing(row)) {
      cells.push_back(std::nullopt);
    } else {
      const auto begin = static_cast<std::size_t>(column.offsets()[row]);
      const auto end = static_cast<std::size_t>(column.offsets()[row + 1]);
      cells.push_back(column.text().substr(begin, end - begin));
    }
  }
}

/// One column as texts, from bytes that arrive in pieces of the given size.
Cells read(std::string_view bytes, std::size_t position = 0, std::size_t piece = 1 << 20,
           CsvDialect dialect = {}) {
  CsvReader reader(dialect, {{.position = position, .format = {CellType::text}}});
  Cells cells;
  const auto take = [&] { append_cells(reader.take().front(), cells); };
  for (std::size_t first = 0; first < bytes.size(); first += piece) {
    std::string_view left = bytes.substr(first, piece);
    while (!left.empty()) {
      left.remove_prefix(reader.feed(left));
      if (reader.is_full()) take();
    }
  }
  reader.finish();
  take();
  return cells;
}

TEST(CsvReader, cuts_records_at_line_breaks_and_cells_at_commas) {
  EXPECT_EQ(read("a,b\nc,d\n", 0), (Cells{"a", "c"}));
  EXPECT_EQ(read("a,b\nc,d\n", 1), (Cells{"b", "d"}));
  EXPECT_EQ(read("a,b\nc,d", 1), (Cells{"b", "d"}));  // without the last line break
  EXPECT_EQ(read("", 0), Cells{});
}

TEST(CsvReader, takes_either_line_break_in_any_row) {
  EXPECT_EQ(read("a,b\r\nc,d\ne,f\r\n", 1), (Cells{"b", "d", "f"}));
  EXPECT_EQ(read("a,b\rc,d\n", 1), (Cells{"b\rc"}));  // a lone carriage return is none
  EXPECT_EQ(read("a\r", 0), (Cells{"a"}));
  EXPECT_EQ(read("\"a\r\"\r\n\"b\r\"\n", 0), (Cells{"a\r", "b\r"}));
}

TEST(CsvReader, takes_no_empty_line_for_a_record) {
  EXPECT_EQ(read("a\n\nb\r\n\r\n\n"), (Cells{"a", "b"}));
  EXPECT_EQ(read("\"\"\n"), (Cells{std::nullopt}));  // an empty cell, in quotes
  EXPECT_EQ(read(",\n"), (Cells{std::nullopt}));
  EXPECT_EQ(read(" \n"), (Cells{" "}));
}

TEST(CsvReader, keeps_signs_and_line_breaks_within_quotes) {
  EXPECT_EQ(read("\"a,b\nc\r\nd\",x\ne,f\n", 0), (Cells{"a,b\nc\r\nd", "e"}));
  EXPECT_EQ(read("\"say \"\"hi\"\"\",x\n", 0), (Cells{"say \"hi\""}));
  EXPECT_EQ(read("\"\"\"\"\n", 0), (Cells{"\""}));
}

TEST(CsvReader, takes_a_quote_elsewhere_for_a_byte_like_others) {
  EXPECT_EQ(read("5\" pipe,x\nb,y\n", 0), (Cells{"5\" pipe", "b"}));
  EXPECT_EQ(read("\"abc\"def,x\nb,y\n", 0), (Cells{"abcdef", "b"}));
  EXPECT_EQ(read("\"abc\"d\"e\",x\nb,y\n", 0), (Cells{"abcd\"e\"", "b"}));
  EXPECT_EQ(read("'a,b'\n", 0), (Cells{"'a"}));
}

TEST(CsvReader, takes_short_records_and_long_ones) {
  EXPECT_EQ(read("a\nb,c\nd,e,f\n", 1), (Cells{std::nullopt, "c", "e"}));
}

TEST(CsvReader, has_no_comments) { EXPECT_EQ(read("#1,a\n#2,b\n"), (Cells{"#1", "#2"})); }

TEST(CsvReader, loses_only_the_cell_that_is_not_utf8) {
  EXPECT_EQ(read("a,\xff\nb,c\n", 0), (Cells{"a", "b"}));
  EXPECT_EQ(read("a,\xff\nb,c\n", 1), (Cells{std::nullopt, "c"}));
}

TEST(CsvReader, reads_zeros_and_marks_as_bytes) {
  EXPECT_EQ(read(std::string_view("a\0b,c\n", 6), 0), (Cells{std::string("a\0b", 3)}));
  EXPECT_EQ(read("a\n\xEF\xBB\xBF"
                 "b\n"),
            (Cells{"a",
                   "\xEF\xBB\xBF"
                   "b"}));
}

TEST(CsvReader, loses_only_the_cell_that_is_too_long) {
  const std::string largest(largest_cell, 'x');
  for (const std::size_t piece : {std::size_t{1} << 30, std::size_t{65537}}) {
    EXPECT_EQ(read("a," + largest + "\nb,c\n", 1, piece), (Cells{largest, "c"}));
    EXPECT_EQ(read("a," + largest + "\r\nb,c\n", 1, piece), (Cells{largest, "c"}));
    EXPECT_EQ(read("a," + largest + "x\nb,c\n", 1, piece), (Cells{std::nullopt, "c"}));
    EXPECT_EQ(read("a,\"" + largest + "x\"\nb,c\n", 1, piece), (Cells{std::nullopt, "c"}));
    EXPECT_EQ(read("a," + largest + "x\nb,c\n", 0, piece), (Cells{"a", "b"}));
    EXPECT_EQ(read("a," + largest + largest + "\nb,c\n", 1, piece), (Cells{std::nullopt, "c"}));
  }
}

TEST(CsvReader, takes_other_signs) {
  EXPECT_EQ(read("a;b\n'c;d';e\n", 0, 1, {.delimiter = ';', .quote = '\''}), (Cells{"a", "c;d"}));
  EXPECT_EQ(read("\"a,b\n", 0, 1, {.delimiter = ',', .quote = std::nullopt}), (Cells{"\"a"}));
}

TEST(CsvReader, refuses_signs_that_cannot_be_told_apart) {
  const auto made = [](CsvDialect dialect) { return CsvReader(dialect, {{}}).is_full(); };
  EXPECT_THROW((void)made({.delimiter = '\n'}), Error);
  EXPECT_THROW((void)made({.delimiter = ',', .quote = '\r'}), Error);
  EXPECT_THROW((void)made({.delimiter = '"'}), Error);
  EXPECT_THROW(CsvReader({}, {{.position = 1}, {.position = 1}}), Error);
  EXPECT_THROW((void)read_csv_header("a\n", true, {.delimiter = '\n'}), Error);
}

TEST(CsvReader, gives_batches_of_whole_rows) {
  std::string bytes;
  for (std::size_t i = 0; i < batch_rows + 1; ++i) bytes += "1,2\n";
  CsvReader reader({}, {{.position = 1, .format = {CellType::number}},
                        {.position = 0, .format = {CellType::integer}}});
  const std::size_t used = reader.feed(bytes);
  EXPECT_EQ(used, 4 * batch_rows);
  ASSERT_TRUE(reader.is_full());
  const auto first = reader.take();
  EXPECT_EQ(first[0].rows(), batch_rows);
  EXPECT_EQ(first[0].numbers().back(), 2.0);
  EXPECT_EQ(first[1].integers().back(), 1);
  EXPECT_FALSE(reader.is_full());
  EXPECT_EQ(reader.feed(std::string_view(bytes).substr(used)), 4);
  reader.finish();
  EXPECT_EQ(reader.take()[1].rows(), 1);
}

TEST(CsvReader, fills_a_batch_by_bytes_too) {
  const std::string cell(largest_cell, 'x');
  CsvReader reader({}, {{.position = 0, .format = {CellType::text}}});
  std::size_t rows = 0;
  for (; !reader.is_full(); ++rows) (void)reader.feed(cell + "\n");
  EXPECT_EQ(rows, batch_text / largest_cell);
}

// --- headers ---

TEST(ReadCsvHeader, gives_the_names_and_where_rows_begin) {
  const auto header = read_csv_header("age,\"home, city\"\r\n44,x\n", false, {});
  ASSERT_TRUE(header);
  EXPECT_EQ(header->names, (std::vector<std::string>{"age", "home, city"}));
  EXPECT_EQ(header->size, 18);
}

TEST(ReadCsvHeader, asks_for_more_until_the_line_has_ended) {
  EXPECT_FALSE(read_csv_header("age,ci", false, {}));
  EXPECT_FALSE(read_csv_header("", false, {}));
  EXPECT_FALSE(read_csv_header("age,\"a\nb", false, {}));
  EXPECT_EQ(read_csv_header("age,ci", true, {})->names, (std::vector<std::string>{"age", "ci"}));
  EXPECT_TRUE(read_csv_header("", true, {})->names.empty());
}

// --- laws ---

/// Bytes that are made of what matters to the state machine.
rc::Gen<std::string> csv_bytes() {
  return rc::gen::container<std::string>(
      rc::gen::element('a', '1', ',', '"', '\n', '\r', '\0', '\xff', ';'));
}

std::optional<std::string> as_read(const std::string& cell) {
  if (cell.empty() || cell.find('\xff') != std::string::npos) return std::nullopt;
  return cell;
}

RC_GTEST_PROP(CsvReader, does_not_see_how_bytes_are_cut, ()) {
  const std::string bytes = *csv_bytes();
  for (const std::size_t position : {0U, 1U}) {
    const Cells whole = read(bytes, position);
    for (const std::size_t piece : {1U, 2U, 3U, 7U}) {
      RC_ASSERT(read(bytes, position, piece) == whole);
    }
  }
}

RC_GTEST_PROP(CsvReader, reads_as_the_plain_reader_does, ()) {
  const std::string bytes = *csv_bytes() + *csv_bytes();
  for (const CsvDialect dialect : {CsvDialect{}, CsvDialect{';', '1'}, CsvDialect{'a', {}}}) {
    const auto records = support::plain_csv_records(dialect, bytes);
    for (const std::size_t position : {0U, 1U, 3U}) {
      Cells cells;
      for (const auto& record : records) {
        cells.push_back(position < record.size() ? as_read(record[position]) : std::nullopt);
      }
      RC_ASSERT(read(bytes, position, 5, dialect) == cells);
    }
    const auto header = read_csv_header(bytes, true, dialect);
    RC_ASSERT(header->names == (records.empty() ? std::vector<std::string>{} : records.front()));
  }
}

/// A cell as an honest writer writes it.
std::string written(const std::string& cell, bool is_quoted) {
  if (!is_quoted && cell.find_first_of(",\"\r\n") == std::string::npos) return cell;
  std::string text = "\"";
  for (const char c : cell) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + '"';
}

using Row = std::pair<std::string, std::string>;

std::string written(const std::vector<Row>& rows, const std::string& line_break) {
  std::string bytes;
  bool is_quoted = false;
  for (const auto& [first, second] : rows) {
    bytes += written(first, is_quoted) + "," + written(second, !is_quoted) + line_break;
    is_quoted = !is_quoted;
  }
  return bytes;
}

RC_GTEST_PROP(CsvReader, reads_back_what_was_written, ()) {
  const auto rows = *rc::gen::container<std::vector<Row>>(rc::gen::pair(csv_bytes(), csv_bytes()));
  Cells firsts;
  Cells seconds;
  for (const auto& [first, second] : rows) {
    firsts.push_back(as_read(first));
    seconds.push_back(as_read(second));
  }
  for (const std::string line_break : {"\n", "\r\n"}) {
    const std::string bytes = written(rows, line_break);
    RC_ASSERT(read(bytes, 0, 3) == firsts);
    RC_ASSERT(read(bytes, 1) == seconds);
  }
}

RC_GTEST_PROP(CsvReader, reads_a_row_alike_whatever_stands_before_it, ()) {
  const std::string before = *csv_bytes();
  const std::string after = *csv_bytes();
  const Row row{before, after};
  const Cells alone = read(written({row}, "\n"), 1);
  Cells behind_another = read(written({{after, before}, row}, "\r\n"), 1);
  RC_ASSERT(behind_another.size() == 2U);
  RC_ASSERT(behind_another.back() == alone.front());
}

}  // namespace
}  // namespace scrim::readers::csv_reader_test
