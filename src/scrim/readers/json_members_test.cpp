#include "scrim/readers/json_members.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/readers/cell_column.hpp"
#include "scrim/readers/json_rows.hpp"
#include "support/json_fragments.hpp"
#include "support/json_objects.hpp"

namespace scrim::readers::json_members_test {
namespace {

using Text = std::optional<std::string>;

/// The cell of `key`, from a copy of exactly this size: a byte read beyond it is seen by the
/// address sanitizer.
Text cell(std::string_view row, const std::string& key = "a") {
  const std::vector<char> exact(row.begin(), row.end());
  JsonMembers members({key});
  members.read({exact.data(), exact.size()});
  const auto& found = members.cell(0);
  return found ? Text(found->text) : std::nullopt;
}

/// The cell of the value, as it stands in an object.
Text cell_of_value(std::string_view value) {
  return cell("{\"b\": 1, \"a\": " + std::string(value) + ", \"c\": {}}");
}

bool is_object(std::string_view row) {
  // The member in front has a value if and only if the row is well-formed.
  return cell("{\"is_object\": 1, " + std::string(row.substr(1)), "is_object").has_value();
}

// --- values -------------------------------------------------------------------------------------

TEST(JsonCell, is_the_text_of_a_value) {
  EXPECT_EQ(cell_of_value("\"x y\""), "x y");
  EXPECT_EQ(cell_of_value("\"\""), "");
  EXPECT_EQ(cell_of_value("33"), "33");
  EXPECT_EQ(cell_of_value("true"), "true");
  EXPECT_EQ(cell_of_value("false"), "false");
}

TEST(JsonCell, is_missing_for_null_objects_and_arrays) {
  for (const auto* const value : {"null", "{}", "[]", "[1]", "{\"a\": 1}"}) {
    EXPECT_EQ(cell_of_value(value), std::nullopt) << value;
  }
}

TEST(JsonCell, is_a_number_as_it_is_written) {
  for (const auto* const number :
       {"0", "-0", "1e400", "-1.50E+07", "0.1e-9", "12345678901234567890"}) {
    EXPECT_EQ(cell_of_value(number), number);
  }
  JsonMembers members({"a", "b"});
  members.read(R"({"a": 1, "b": "1"})");
  EXPECT_TRUE(members.cell(0)->is_number);
  EXPECT_FALSE(members.cell(1)->is_number);
}

TEST(JsonCell, has_escapes_replaced) {
  EXPECT_EQ(cell_of_value(R"("\"\\\/\b\f\n\r\t")"), "\"\\/\b\f\n\r\t");
  EXPECT_EQ(cell_of_value(R"("x\u0041\u00e9\u20AC\ud83D\uDE00y")"), "xA\u00E9\u20AC\U0001F600y");
  EXPECT_EQ(cell_of_value(R"("\u0000")"), std::string(1, '\0'));
  EXPECT_EQ(cell_of_value(R"("\u007f\u0080\u07ff\u0800\uffff\ud800\udc00\udbff\udfff")"),
            "\x7F\u0080\u07FF\u0800\uFFFF\U00010000\U0010FFFF");
}

TEST(JsonCell, is_missing_for_half_of_a_surrogate_pair) {
  for (const auto* const value : {R"("\ud800")", R"("\udc00")", R"("\udc00\ud800")",
                                  R"("\ud800\ud800\udc00")", R"("\ud800x")", R"("\ud800\u0041")",
                                  R"("\ud800\n")", R"("\udbff\ue000")", R"("\ud800\ue000")"}) {
    EXPECT_EQ(cell_of_value(value), std::nullopt) << value;
  }
}

TEST(JsonCell, is_missing_if_not_utf8) {
  EXPECT_EQ(cell_of_value("\"\xC3\xA9\""), "\xC3\xA9");
  EXPECT_EQ(cell_of_value("\"\xC3\""), std::nullopt);
  EXPECT_EQ(cell_of_value("\"\xFF\\n\""), std::nullopt);
  EXPECT_EQ(cell_of_value("\"\xED\xA0\x80\""), std::nullopt);
  EXPECT_EQ(cell_of_value("\"\xC3\\u00a9\""), std::nullopt);
}

TEST(JsonCell, of_another_key_may_be_anything) {
  EXPECT_EQ(cell("{\"b\": \"\xFF\", \"\xFF\": \"\\ud800\", \"\\udc00\": 1, \"a\": 2}"), "2");
}

TEST(JsonCell, is_missing_if_too_large) {
  const std::string fits(largest_cell, 'x');
  EXPECT_EQ(cell_of_value("\"" + fits + "\""), fits);
  EXPECT_EQ(cell_of_value("\"" + fits + "x\""), std::nullopt);
  EXPECT_EQ(cell_of_value("\"\\n" + fits.substr(1) + "\""), "\n" + fits.substr(1));
  EXPECT_EQ(cell_of_value("\"\\n" + fits + "\""), std::nullopt);
  EXPECT_EQ(cell_of_value("\"" + fits + "\\n\""), std::nullopt);
  const std::string digits(largest_cell, '1');
  EXPECT_EQ(cell_of_value(digits), digits);
  EXPECT_EQ(cell_of_value(digits + "1"), std::nullopt);
}

// --- keys ---------------------------------------------------------------------------------------

TEST(JsonKey, is_matched_exactly) {
  EXPECT_EQ(cell(R"({"AGE": 33})", "age"), std::nullopt);
  EXPECT_EQ(cell(R"({"AGE": 33, "age ": 34, "ag": 35, "age": 36})", "age"), "36");
  EXPECT_EQ(cell(R"({"": 1, "a": 2})", ""), "1");
  EXPECT_EQ(cell("{\"\u00E9\": 1}", "\u00E9"), "1");
  EXPECT_EQ(cell("{\"\u00E9\": 1}", "e\u0301"), std::nullopt);  // which looks the same
}

TEST(JsonKey, is_matched_as_a_text) {
  EXPECT_EQ(cell(R"({"\u0061ge": 33})", "age"), "33");
  EXPECT_EQ(cell(R"({"\"\\": 33})", "\"\\"), "33");
  EXPECT_EQ(cell(R"({"\ud83d\ude00": 33})", "\U0001F600"), "33");
  EXPECT_EQ(cell(R"({"\\u0061": 33})", "a"), std::nullopt);
  EXPECT_EQ(cell(R"({"\u0061ged": 33})", "age"), std::nullopt);
}

TEST(JsonKey, that_is_no_text_is_never_found) {
  EXPECT_EQ(cell("{\"\xFF\": 1}", "\xFF"), std::nullopt);
  EXPECT_EQ(cell("{\"\\ud800\": 1}", "\xED\xA0\x80"), std::nullopt);
  EXPECT_EQ(cell("{\"\\ud800\": 1}", "\\ud800"), std::nullopt);
}

TEST(JsonKey, counts_where_it_is_last) {
  EXPECT_EQ(cell(R"({"a": 1, "a": 2})"), "2");
  EXPECT_EQ(cell(R"({"a": 1, "\u0061": "x", "b": 3})"), "x");
  EXPECT_EQ(cell(R"({"a": 1, "a": null})"), std::nullopt);
  EXPECT_EQ(cell(R"({"a": {"a": 1}, "b": {"a": 2}})"), std::nullopt);
}

TEST(JsonKey, may_be_asked_for_twice) {
  JsonMembers members({"b", "a", "b", "longer"});
  members.read(R"({"a": 1, "b": 2, "longer": 3})");
  EXPECT_EQ(members.cell(0)->text, "2");
  EXPECT_EQ(members.cell(1)->text, "1");
  EXPECT_EQ(members.cell(2)->text, "2");
  EXPECT_EQ(members.cell(3)->text, "3");
}

TEST(JsonKey, is_found_among_400) {
  std::vector<std::string> keys;
  std::string row = "{\"first\": 0";
  for (int i = 0; i < 400; ++i) {
    keys.push_back("key " + std::to_string(i));
    row += ", \"" + keys.back() + "\": " + std::to_string(1000 + i);
  }
  row += "}";
  JsonMembers members(keys);
  members.read(row);
  for (std::size_t i = 0; i < 400; ++i) EXPECT_EQ(members.cell(i)->text, std::to_string(1000 + i));
}

TEST(JsonMembers, forgets_the_row_before) {
  JsonMembers members({"a"});
  members.read(R"({"a": 1})");
  EXPECT_TRUE(members.cell(0));
  members.read(R"({"b": 1})");
  EXPECT_FALSE(members.cell(0));
  members.read(R"({"a": 1})");
  members.read(R"({"a": 2)");
  EXPECT_FALSE(members.cell(0));
}

// --- which rows are objects
// -----------------------------------------------------------------------

TEST(JsonObject, is_what_the_grammar_says) {
  for (const auto* const row :
       {R"({"a":1})", "{ \"a\" :\t1 \r\n} ", R"({"a":[],"b":{},"c":[[],{}],"d":{"e":[{"f":{}}]}})",
        R"({"a":[1,"x",true,false,null,-0.5e+3],"b":{"c":1,"d":[2]}})",
        R"({"a":0,"b":-0,"c":0.0e00})"}) {
    EXPECT_TRUE(is_object(row)) << row;
  }
  EXPECT_EQ(cell("{}"), std::nullopt);
  EXPECT_EQ(cell(" \t\r\n{\"a\":1}"), "1");
}

TEST(JsonObject, is_not_what_the_grammar_refuses) {
  for (const auto* const value : {"01",
                                  "-",
                                  "+1",
                                  ".5",
                                  "1.",
                                  "1e",
                                  "1e+",
                                  "0x1",
                                  "--1",
                                  "1 2",
                                  "NaN",
                                  "tru",
                                  "trues",
                                  "True",
                                  "nul",
                                  "nulll",
                                  "Infinity",
                                  "'a'",
                                  "",
                                  ",",
                                  "[1,]",
                                  "[,1]",
                                  "[1 2]",
                                  "[1}",
                                  "{\"a\"]",
                                  "{\"a\"}",
                                  "{\"a\":}",
                                  "{\"a\":1,}",
                                  "{a:1}",
                                  "{1:1}",
                                  "[",
                                  "]",
                                  "{",
                                  "}",
                                  "[[]",
                                  "[]]",
                                  "{\"a\":1 \"b\":2}",
                                  "{,}",
                                  "[01]",
                                  "[{]}",
                                  "\"",
                                  "\"\\\"",
                                  "\"\\x\"",
                                  "\"\\u12g4\"",
                                  "\"\\u123\"",
                                  "\"\\U0041\"",
                                  "\"\t\"",
                                  "\"\n\"",
                                  "//",
                                  "1//"}) {
    EXPECT_FALSE(is_object("{\"a\":" + std::string(value) + "}")) << value;
  }
}

TEST(JsonObject, is_all_of_the_row) {
  for (const auto* const row : {"",
                                " ",
                                "1",
                                "[]",
                                "null",
                                "\"a\"",
                                "{",
                                "}",
                                "{\"a\"",
                                "{\"a\":",
                                "{\"a\":1",
                                "{\"a\":1,",
                                "{\"a\":1,}",
                                "{,\"a\":1}",
                                "{\"a\":1}}",
                                "{\"a\":1}{}",
                                "{\"a\":1},",
                                "x{\"a\":1}",
                                "[{\"a\":1}]",
                                "{\"a\":1]",
                                "{\"a\" 1}",
                                "{a:1}",
                                "{\"a\":1 \"b\":2}"}) {
    EXPECT_EQ(cell(row), std::nullopt) << row;
  }
}

TEST(JsonObject, has_no_nul_bytes) {
  EXPECT_EQ(cell(std::string_view("{\"a\":1}\0", 8)), std::nullopt);
  EXPECT_EQ(cell(std::string_view("\0{\"a\":1}", 8)), std::nullopt);
  EXPECT_EQ(cell(std::string_view("{\"a\":\"\0\"}", 9)), std::nullopt);
}

TEST(JsonObject, may_be_nested_a_million_deep) {
  const std::size_t depth = 1'000'000;
  const std::string arrays = std::string(depth, '[') + std::string(depth, ']');
  EXPECT_EQ(cell("{\"b\":" + arrays + ",\"a\":7}"), "7");
  EXPECT_EQ(cell("{\"b\":" + arrays.substr(1) + ",\"a\":7}"), std::nullopt);
  EXPECT_EQ(cell("{\"b\":[" + arrays + ",\"a\":7}"), std::nullopt);
  std::string objects;
  for (std::size_t i = 0; i < depth; ++i) objects += "{\"a\":";
  EXPECT_EQ(cell("{\"b\":" + objects + "1" + std::string(depth, '}') + ",\"a\":7}"), "7");
}

TEST(JsonMembers, total_on_any_bytes) {
  const bool holds = rc::check("never throws, and gives texts of the row's size at most", [] {
    const auto row = *support::json_or_any_bytes();
    const auto text = cell(row);
    RC_ASSERT(!text || text->size() <= row.size());
  });
  EXPECT_TRUE(holds);
}

TEST(JsonMembers, a_well_formed_object_is_one_row_of_values) {
  // What is an object here is cut out as such by brackets alone, whatever is around it.
  const bool holds = rc::check("cutting agrees with the grammar", [] {
    const auto members = *support::json_object_on_any_lines();
    const bool has_members = members.find(':') != std::string::npos;
    const auto row = "{\"is_object\":1" + std::string(has_members ? "," : "") + members.substr(1);
    RC_ASSERT(cell(row, "is_object") == "1");
    JsonRows rows(JsonLayout::values);
    const std::string file = row + row;
    std::string_view rest = file;
    RC_ASSERT(rows.next(rest) == row);
    RC_ASSERT(rows.next(rest) == row);
  });
  EXPECT_TRUE(holds);
}

}  // namespace
}  // namespace scrim::readers::json_members_test
