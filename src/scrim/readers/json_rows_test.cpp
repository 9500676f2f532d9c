#include "scrim/readers/json_rows.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/json_fragments.hpp"

namespace scrim::readers::json_rows_test {
namespace {

using Rows = std::vector<std::string>;

Rows cut_pieces(JsonLayout layout, const std::vector<std::string>& pieces) {
  JsonRows rows(layout);
  Rows all;
  for (const std::string_view one : pieces) {
    std::string_view piece = one;
    while (const auto row = rows.next(piece)) all.emplace_back(*row);
    EXPECT_TRUE(piece.empty());
  }
  if (const auto row = rows.finish()) all.emplace_back(*row);
  return all;
}

/// In one piece and in pieces of one byte.
Rows cut(JsonLayout layout, std::string_view bytes) {
  std::vector<std::string> single;
  for (const char c : bytes) single.emplace_back(1, c);
  const Rows rows = cut_pieces(layout, {std::string(bytes)});
  EXPECT_EQ(cut_pieces(layout, single), rows) << bytes.substr(0, 100);
  return rows;
}

Rows lines(std::string_view bytes) { return cut(JsonLayout::lines, bytes); }
Rows values(std::string_view bytes) { return cut(JsonLayout::values, bytes); }

// --- lines --------------------------------------------------------------------------------------

TEST(JsonLines, every_line_is_a_row) {
  EXPECT_EQ(lines("{\"a\":1}\n{\"a\":2}\n"), (Rows{"{\"a\":1}", "{\"a\":2}"}));
  EXPECT_EQ(lines("{}\r\n{}"), (Rows{"{}\r", "{}"}));
}

TEST(JsonLines, a_malformed_line_is_one_row) {
  EXPECT_EQ(lines("{\"a\": \"\n{}\n[[[\n\"\n{}\n"), (Rows{"{\"a\": \"", "{}", "[[[", "\"", "{}"}));
}

TEST(JsonLines, a_line_of_white_space_is_none) {
  EXPECT_EQ(lines(""), Rows{});
  EXPECT_EQ(lines("\n\n \t\r\n{}\n  "), Rows{"{}"});
}

TEST(JsonLines, a_line_that_is_too_large_is_a_row_even_if_blank) {
  const std::string blank(largest_json_row, ' ');
  EXPECT_EQ(cut_pieces(JsonLayout::lines, {blank, "\n{}\n" + blank + "\n{}"}), (Rows{"{}", "{}"}));
  EXPECT_EQ(cut_pieces(JsonLayout::lines, {blank, " \n{}\n " + blank + "\n{}"}),
            (Rows{"", "{}", "", "{}"}));
}

TEST(JsonLines, a_byte_order_mark_is_skipped_in_front_of_any_line) {
  EXPECT_EQ(lines("\xEF\xBB\xBF{}\n\xEF\xBB\xBF\n\xEF\xBB\xBF{}"), (Rows{"{}", "{}"}));
  EXPECT_EQ(lines("\xEF\xBB\xBF\xEF\xBB\xBF\n{}"), (Rows{"\xEF\xBB\xBF", "{}"}));
  EXPECT_EQ(lines("\xEF\xBB\n{}"), (Rows{"\xEF\xBB", "{}"}));
}

TEST(JsonLines, nul_is_a_byte_like_others) {
  EXPECT_EQ(lines(std::string_view("\0\n{\0}\n", 6)),
            (Rows{std::string(1, '\0'), std::string("{\0}", 3)}));
}

// --- values -------------------------------------------------------------------------------------

TEST(JsonValues, objects_stand_behind_each_other_or_in_an_array) {
  const Rows rows = {R"({"a":1})", R"({"b":[{}]})"};
  EXPECT_EQ(values(R"({"a":1}{"b":[{}]})"), rows);
  EXPECT_EQ(values("{\"a\":1}\n\t\r\n {\"b\":[{}]}\n"), rows);
  EXPECT_EQ(values(R"([{"a":1},{"b":[{}]}])"), rows);
  EXPECT_EQ(values("\n[ {\"a\":1}\n, {\"b\":[{}]} ]\n"), rows);
  EXPECT_EQ(values(R"({"a":1}, {"b":[{}]})"), rows);
}

TEST(JsonValues, nothing_has_no_rows) {
  EXPECT_EQ(values(""), Rows{});
  EXPECT_EQ(values(" \n"), Rows{});
  EXPECT_EQ(values(" [ ] \n"), Rows{});
}

TEST(JsonValues, line_breaks_between_tokens_are_white_space) {
  EXPECT_EQ(values("{\n  \"a\":\n 1\n}\n{}"), (Rows{"{\n  \"a\":\n 1\n}", "{}"}));
}

TEST(JsonValues, brackets_in_strings_are_text) {
  const Rows rows = {R"({"a":"}{]["})", R"({"\"}":"\\"})", R"({"\\\"}":1})", "{}"};
  EXPECT_EQ(values(rows[0] + rows[1] + rows[2] + rows[3]), rows);
}

TEST(JsonValues, what_is_no_object_is_a_row_of_its_own) {
  EXPECT_EQ(values(R"([1,"a{",[{}],null,{"b":2}])"),
            (Rows{"1", R"("a{")", "[{}]", "null", R"({"b":2})"}));
  EXPECT_EQ(values("1 2{}3\"x\"[4]"), (Rows{"1", "2", "{}", "3", "\"x\"", "[4]"}));
}

TEST(JsonValues, only_the_first_byte_may_open_an_enclosing_array) {
  EXPECT_EQ(values("[[{}]]"), (Rows{"[{}]"}));
  EXPECT_EQ(values("{}[{},{}]"), (Rows{"{}", "[{},{}]"}));
  EXPECT_EQ(values(",[{},{}]"), (Rows{"[{},{}]"}));
}

TEST(JsonValues, stray_closing_brackets_end_nothing) {
  EXPECT_EQ(values("{}}]{}]]{}"), (Rows{"{}", "{}", "{}"}));
  EXPECT_EQ(values("[{}]]}{}"), (Rows{"{}", "{}"}));
}

TEST(JsonValues, a_line_break_in_a_string_ends_the_row) {
  EXPECT_EQ(values("{\"a\": \"}\n{\"a\":2}\n{}"), (Rows{"{\"a\": \"}\n", "{\"a\":2}", "{}"}));
  EXPECT_EQ(values("{\"a\": \"\\\n{\"a\":2}"), (Rows{"{\"a\": \"\\\n", "{\"a\":2}"}));
  EXPECT_EQ(values("\"a\r{}"), (Rows{"\"a\r", "{}"}));
}

TEST(JsonValues, the_end_of_the_file_ends_a_row) {
  EXPECT_EQ(values("{} {\"a\":"), (Rows{"{}", "{\"a\":"}));
  EXPECT_EQ(values("{} 12"), (Rows{"{}", "12"}));
}

TEST(JsonValues, other_bytes_are_no_brackets) {
  // They differ from quote and brackets in one bit.
  EXPECT_EQ(values("{\x02 \x1B \x3B \x5C \x3D}{}"), (Rows{"{\x02 \x1B \x3B \x5C \x3D}", "{}"}));
}

TEST(JsonValues, a_million_brackets_are_one_row) {
  const std::string deep = std::string(1'000'000, '[') + std::string(1'000'000, ']');
  const std::string row = "{\"a\":" + deep + "}";
  EXPECT_EQ(cut_pieces(JsonLayout::values, {row + "{}"}), (Rows{row, "{}"}));
}

TEST(JsonValues, have_a_byte_order_mark_in_front_of_the_first_only) {
  EXPECT_EQ(values("\xEF\xBB\xBF{}\n\xEF\xBB\xBF\n{}"), (Rows{"{}", "\xEF\xBB\xBF", "{}"}));
  EXPECT_EQ(values("\xEF\xBB\xBF"), Rows{});
  EXPECT_EQ(values("\xEF\xBB\xBF\xEF\xBB\xBF\n{}"), (Rows{"\xEF\xBB\xBF", "{}"}));
}

TEST(JsonValues, part_of_a_byte_order_mark_is_a_row) {
  EXPECT_EQ(values("\xEF\xBB"), Rows{"\xEF\xBB"});
  EXPECT_EQ(values("\xEF\n{}"), (Rows{"\xEF", "{}"}));
  EXPECT_EQ(values("\xEF\xBB,\n{}"), (Rows{"\xEF\xBB", "{}"}));
}

TEST(JsonValues, a_mark_does_not_hide_the_array) {
  EXPECT_EQ(values("\xEF\xBB\xBF [{},{}]"), (Rows{"{}", "{}"}));
  EXPECT_EQ(values("\xEF[{},{}]"), (Rows{"\xEF", "[{},{}]"}));
}

// --- both ---------------------------------------------------------------------------------------

class JsonRowsOfBothLayouts : public testing::TestWithParam<JsonLayout> {};
INSTANTIATE_TEST_SUITE_P(Layouts, JsonRowsOfBothLayouts,
                         testing::Values(JsonLayout::lines, JsonLayout::values));

TEST_P(JsonRowsOfBothLayouts, a_row_that_is_too_large_is_empty) {
  const auto row_of = [](std::size_t size) { return "{\"" + std::string(size - 4, 'a') + "\"}"; };
  const std::string fits = row_of(largest_json_row);
  const std::string large = row_of(largest_json_row + 1);
  const std::string file = fits + "\n" + large + "\n{}\n" + large;
  const Rows expected = {fits, "", "{}", ""};
  EXPECT_TRUE(cut_pieces(GetParam(), {file}) == expected);
  std::vector<std::string> pieces;
  for (std::size_t i = 0; i < file.size(); i += 4097) pieces.push_back(file.substr(i, 4097));
  EXPECT_TRUE(cut_pieces(GetParam(), pieces) == expected);
}

TEST_P(JsonRowsOfBothLayouts, pieces_make_no_difference) {
  const bool holds = rc::check("any bytes, any pieces", [layout = GetParam()] {
    const auto bytes = *support::json_or_any_bytes();
    const auto pieces = *support::pieces_of(bytes);
    RC_ASSERT(cut_pieces(layout, pieces) == cut_pieces(layout, {bytes}));
  });
  EXPECT_TRUE(holds);
}

/// The definition in the header, byte by byte, with nothing done eight bytes at a time.
Rows values_by_definition(std::string_view bytes) {
  const auto is_in = [](char c, std::string_view set) {
    return set.find(c) != std::string_view::npos;
  };
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  while (!bytes.empty() && is_in(bytes.front(), " \t\r\n")) bytes.remove_prefix(1);
  if (bytes.starts_with("[")) bytes.remove_prefix(1);
  Rows rows;
  while (!bytes.empty()) {
    if (is_in(bytes.front(), " \t\r\n,]}")) {
      bytes.remove_prefix(1);
      continue;
    }
    std::size_t size = 0;
    if (!is_in(bytes.front(), "{[\"")) {
      while (size < bytes.size() && !is_in(bytes[size], " \t\r\n,]}{[\"")) ++size;
    } else {
      int depth = 0;
      bool is_string = false;
      for (bool is_over = false; size < bytes.size() && !is_over;) {
        const char c = bytes[size++];
        if (is_string) {
          if (c == '\\' && size < bytes.size() && !is_in(bytes[size], "\r\n")) ++size;
          is_over = is_in(c, "\r\n") || (c == '"' && depth == 0);
          is_string = c != '"';
        } else {
          is_string = c == '"';
          if (is_in(c, "{[")) ++depth;
          if (is_in(c, "}]")) is_over = --depth == 0;
        }
      }
    }
    rows.emplace_back(bytes.substr(0, size));
    bytes.remove_prefix(size);
  }
  return rows;
}

TEST(JsonValues, are_what_the_definition_says) {
  const bool holds = rc::check("any bytes", [] {
    const auto bytes = *support::json_or_any_bytes();
    RC_ASSERT(cut_pieces(JsonLayout::values, {bytes}) == values_by_definition(bytes));
  });
  EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace scrim::readers::json_rows_test
