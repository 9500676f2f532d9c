#include "scrim/readers/json_reader.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "support/column_cells.hpp"
#include "support/json_fragments.hpp"
#include "support/json_objects.hpp"

namespace scrim::readers::json_reader_test {
namespace {

using Table = std::vector<support::Cells>;

const CellFormat text_format{.type = CellType::text};
const CellFormat integer_format{.type = CellType::integer};

std::vector<JsonField> fields() {
  return {{"age", {}},
          {"age", integer_format},
          {"name", text_format},
          {"", text_format},
          {"key 399", {}}};
}

/// Takes the columns after every piece, as a caller does that reads in batches.
Table table_of(JsonLayout layout, const std::vector<std::string>& pieces) {
  JsonReader reader(layout, fields());
  Table table;
  const auto take = [&] {
    support::append_rows(table, reader.columns(), reader.rows());
    (void)reader.take();
  };
  for (const auto& piece : pieces) {
    reader.feed(piece);
    take();
  }
  reader.finish();
  take();
  return table;
}

Table table_of(JsonLayout layout, const std::string& file) {
  return table_of(layout, std::vector{file});
}

JsonReader read(JsonLayout layout, std::string_view file, const JsonField& field) {
  JsonReader reader(layout, {field});
  reader.feed(file);
  reader.finish();
  return reader;
}

JsonReader read_lines(std::string_view file, const JsonField& field) {
  return read(JsonLayout::lines, file, field);
}

// --- cells --------------------------------------------------------------------------------------

TEST(JsonReader, first_row_does_not_change_how_others_are_read) {
  const auto reader =
      read_lines("{\"AGE\": 33}\n{\"age\": 34}\n{\"age\": \"x\"}\n{\"age\": 35.5}", {"age"});
  EXPECT_EQ(reader.rows(), 4U);
  EXPECT_EQ(reader.columns()[0].numbers()[1], 34.0);
  EXPECT_EQ(reader.columns()[0].numbers()[3], 35.5);
  EXPECT_EQ(reader.columns()[0].missing(), 2U);
  EXPECT_TRUE(reader.columns()[0].is_missing(0));
  EXPECT_TRUE(reader.columns()[0].is_missing(2));
}

TEST(JsonReader, numbers_are_read_from_numbers_and_strings) {
  const auto reader = read_lines(R"({"a": 33}
{"a": "33"}
{"a": " 3e1 "}
{"a": 1e400}
{"a": -0}
{"a": "inf"}
{"a": true}
{"a": "true"}
{"a": 01}
{"a": ""}
)",
                                 {"a"});
  const auto& column = reader.columns()[0];
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> read(column.numbers().begin(), column.numbers().begin() + 6);
  EXPECT_EQ(read, (std::vector{33.0, 33.0, 30.0, infinity, 0.0, infinity}));
  for (std::size_t row = 6; row < 10; ++row) EXPECT_TRUE(std::isnan(column.numbers()[row]));
  EXPECT_TRUE(std::signbit(column.numbers()[4]));
  for (std::size_t row = 0; row < 10; ++row) EXPECT_EQ(column.is_missing(row), row >= 6) << row;
}

TEST(JsonReader, integers_are_exact_where_they_are_written_as_such) {
  const auto reader =
      read_lines("{\"a\": 9007199254740993}\n{\"a\": 2.5}\n{\"a\": 1e30}\n", {"a", integer_format});
  EXPECT_EQ(
      reader.columns()[0].integers(),
      (std::vector<std::int64_t>{9007199254740993, 2, std::numeric_limits<std::int64_t>::max()}));
}

TEST(JsonReader, texts_are_read_from_numbers_and_truths_too) {
  const auto reader = read_lines(
      "{\"a\": \"x\\u00e9\"}\n{\"a\": 1.50}\n{\"a\": true}\n{\"a\": null}", {"a", text_format});
  EXPECT_EQ(reader.columns()[0].text(), "x\u00E91.50true");
  EXPECT_EQ(reader.columns()[0].offsets(), (std::vector<std::int64_t>{0, 3, 7, 11, 11}));
}

TEST(JsonReader, decimal_comma_is_for_strings) {
  const CellFormat comma{.type = CellType::number, .decimal = ','};
  const auto reader = read_lines("{\"a\": 1.5}\n{\"a\": \"2,5\"}\n{\"a\": \"3.5\"}", {"a", comma});
  EXPECT_EQ(reader.columns()[0].numbers()[0], 1.5);
  EXPECT_EQ(reader.columns()[0].numbers()[1], 2.5);
  EXPECT_TRUE(reader.columns()[0].is_missing(2));
  const auto text = read_lines("{\"a\": 1.5}", {"a", {.type = CellType::text, .decimal = ','}});
  EXPECT_EQ(text.columns()[0].text(), "1.5");
}

TEST(JsonReader, a_string_of_20_mib_is_a_row_without_values) {
  const std::string file =
      "{\"a\": 1}\n{\"a\": 2, \"b\": \"" + std::string(20 << 20, 'x') + "\"}\n{\"a\": 3}\n";
  for (const auto layout : {JsonLayout::lines, JsonLayout::values}) {
    const auto reader = read(layout, file, {"a"});
    EXPECT_EQ(reader.columns()[0].numbers()[0], 1.0);
    EXPECT_TRUE(std::isnan(reader.columns()[0].numbers()[1]));
    EXPECT_EQ(reader.columns()[0].numbers()[2], 3.0);
    EXPECT_EQ(reader.columns()[0].missing(), 1U);
  }
}

// --- batches ------------------------------------------------------------------------------------

TEST(JsonReader, rows_are_counted_without_columns) {
  JsonReader reader(JsonLayout::lines, {});
  reader.feed("{}\nx\n\n{");
  EXPECT_EQ(reader.rows(), 2U);
  (void)reader.take();
  EXPECT_EQ(reader.rows(), 0U);
  reader.finish();
  EXPECT_EQ(reader.rows(), 1U);
}

TEST(JsonReader, clear_keeps_a_row_that_has_begun) {
  JsonReader reader(JsonLayout::values, {{"a", {}}});
  reader.feed("{\"a\": 1} {\"a\"");
  (void)reader.take();
  reader.feed(": 2}");
  EXPECT_EQ(reader.columns()[0].numbers(), std::vector{2.0});
}

TEST(JsonReader, says_how_much_it_holds) {
  JsonReader reader(JsonLayout::lines, {{"a", text_format}, {"b", {}}});
  EXPECT_EQ(reader.bytes(), 0U);
  reader.feed("{\"a\": \"0123456789\"}\n{\"a\": \"x\"}\n");
  // Two rows of two columns, the text, and a byte of validity for each column.
  EXPECT_EQ(reader.bytes(), 2 * 2 * 8 + 11 + 2U);
  (void)reader.take();
  EXPECT_EQ(reader.bytes(), 0U);
}

// --- rows do not see each other
// ---------------------------------------------------------------------

TEST(JsonReader, pieces_make_no_difference) {
  const bool holds = rc::check("any bytes, any pieces", [] {
    const auto file = *support::json_or_any_bytes();
    const auto pieces = *support::pieces_of(file);
    for (const auto layout : {JsonLayout::lines, JsonLayout::values}) {
      RC_ASSERT(table_of(layout, pieces) == table_of(layout, file));
    }
  });
  EXPECT_TRUE(holds);
}

/// The rows of each text, read on its own.
Table read_alone(JsonLayout layout, const std::vector<std::string>& texts) {
  Table table;
  for (const auto& text : texts) {
    const Table rows = table_of(layout, text);
    table.insert(table.end(), rows.begin(), rows.end());
  }
  return table;
}

TEST(JsonReader, a_line_is_read_as_if_alone_whatever_the_others_hold) {
  const bool holds = rc::check("lines of any bytes", [] {
    auto line =
        rc::gen::map(rc::gen::oneOf(support::json_object_on_a_line(), support::json_or_any_bytes()),
                     [](std::string bytes) {
                       std::erase(bytes, '\n');
                       return bytes;
                     });
    const auto lines = *rc::gen::container<std::vector<std::string>>(line);
    std::string file;
    for (const auto& one : lines) file += one + "\n";
    RC_ASSERT(table_of(JsonLayout::lines, file) == read_alone(JsonLayout::lines, lines));
  });
  EXPECT_TRUE(holds);
}

std::string in_an_array(const std::vector<std::string>& objects) {
  std::string file = "\xEF\xBB\xBF\n[";
  for (const auto& object : objects) file += (file.size() == 5 ? "\n " : " ,\n") + object;
  return file + "\n]\n";
}

std::string one_behind_the_other(const std::vector<std::string>& objects,
                                 const std::string& between) {
  std::string file;
  for (const auto& object : objects) file += object + between;
  return file;
}

TEST(JsonReader, an_object_is_read_as_if_alone_and_adds_one_row) {
  const bool holds = rc::check("objects, one of which is added", [] {
    auto objects =
        *rc::gen::container<std::vector<std::string>>(support::json_object_on_any_lines());
    const auto between = *rc::gen::element<std::string>("", " ", "\n", "\r\n\r\n");
    const auto place =
        static_cast<std::ptrdiff_t>(*rc::gen::inRange<std::size_t>(0, objects.size() + 1));
    auto table = read_alone(JsonLayout::values, objects);
    RC_ASSERT(table.size() == objects.size());

    const auto added = *support::json_object_on_any_lines();
    objects.insert(objects.begin() + place, added);
    table.insert(table.begin() + place, table_of(JsonLayout::values, added).at(0));

    RC_ASSERT(table_of(JsonLayout::values, in_an_array(objects)) == table);
    RC_ASSERT(table_of(JsonLayout::values, one_behind_the_other(objects, between)) == table);
  });
  EXPECT_TRUE(holds);
}

TEST(JsonReader, layouts_agree_on_lines_of_objects) {
  const bool holds = rc::check("objects on lines", [] {
    const auto objects =
        *rc::gen::container<std::vector<std::string>>(support::json_object_on_a_line());
    const auto file = one_behind_the_other(objects, "\n");
    const auto table = table_of(JsonLayout::lines, file);
    RC_ASSERT(table.size() == objects.size());
    RC_ASSERT(table_of(JsonLayout::values, file) == table);
  });
  EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace scrim::readers::json_reader_test
