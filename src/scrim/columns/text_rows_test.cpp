#include "scrim/columns/text_rows.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "scrim/columns/block.hpp"

namespace scrim::text_rows_test {
namespace {

using Texts = std::vector<std::string_view>;

static_assert(Block<TextRows>);
static_assert(std::is_same_v<AtomRows<double>, std::span<const double>>);
static_assert(std::is_same_v<AtomRows<std::string_view>, TextRows>);
static_assert(!std::is_constructible_v<TextRows, std::vector<double>>);

Texts texts_of(const TextRows& rows) {
  Texts texts;
  for (std::size_t i = 0; i < rows.size(); ++i) texts.push_back(rows[i]);
  return texts;
}

/// The rows are these, however they are cut and brought into one form.
void expect_texts(const TextRows& rows, const Texts& expected) {
  EXPECT_EQ(texts_of(rows), expected);
  std::vector<std::string_view> buffer(1, "left from before");
  for (std::size_t first = 0; first <= rows.size(); ++first) {
    for (std::size_t count = 0; count <= rows.size() - first; ++count) {
      const auto begin = expected.begin() + static_cast<std::ptrdiff_t>(first);
      const Texts part(begin, begin + static_cast<std::ptrdiff_t>(count));
      EXPECT_EQ(texts_of(rows.subspan(first, count)), part);
      const auto uncoded = uncoded_rows(rows.subspan(first, count), buffer);
      EXPECT_EQ(Texts(uncoded.begin(), uncoded.end()), part);
    }
  }
}

TEST(TextRows, are_texts_one_by_one) {
  const Texts texts = {"b", "", "a", "b"};
  expect_texts(texts, texts);
  expect_texts(TextRows(texts).subspan(1, 3), {"", "a", "b"});
  expect_texts(std::array<std::string_view, 2>{"x", "y"}, {"x", "y"});
  expect_texts(TextRows(), {});
  std::vector<std::string_view> buffer;
  EXPECT_EQ(uncoded_rows(TextRows(texts), buffer).data(), texts.data()) << "where they lie";
}

TEST(TextRows, are_entries_of_a_dictionary) {
  const TextDictionary dictionary({"a", "b", "a", ""});
  const std::vector<std::uint32_t> codes = {1, 3, 2, 0, 1};
  const TextRows rows(dictionary, codes);
  EXPECT_EQ(rows.dictionary(), &dictionary);
  expect_texts(rows, {"b", "", "a", "a", "b"});
  const auto part = rows.subspan(1, 3).subspan(1, 2);
  EXPECT_EQ(part.dictionary(), &dictionary);
  EXPECT_EQ(part.codes().data(), codes.data() + 2) << "where they lie";
  expect_texts(part, {"a", "a"});
  expect_texts(TextRows(dictionary, {}), {});
}

TEST(TextRows, of_an_index_outside_a_dictionary_can_be_looked_at) {
  const TextDictionary dictionary({"a"});
  const std::vector<std::uint32_t> codes = {dictionary.outside(), 0};
  expect_texts({dictionary, codes}, {"", "a"});
}

}  // namespace
}  // namespace scrim::text_rows_test
