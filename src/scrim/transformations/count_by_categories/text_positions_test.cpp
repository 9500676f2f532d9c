#include "scrim/transformations/count_by_categories/text_positions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::text_positions_test {
namespace {

/// Every text is found where it stands in the list, or not at all.
void expect_positions(const std::vector<std::string>& list, const std::vector<std::string>& asked) {
  const TextPositions positions(list);
  for (const std::string& text : asked) {
    const auto found = std::find(list.begin(), list.end(), text);
    const auto expected = found == list.end() ? TextPositions::none
                                              : static_cast<std::uint32_t>(found - list.begin());
    ASSERT_EQ(positions.position_of(text), expected) << testing::PrintToString(text);
  }
}

/// A text of each length, and all that differ from it in one byte.
std::vector<std::string> nearly(const std::string& base) {
  std::vector<std::string> texts{base, base + "x", base + '\0'};
  for (std::size_t i = 0; i < base.size(); ++i) {
    for (const char other : {'\0', 'x', '\xff'}) {
      std::string changed = base;
      changed[i] = other;
      texts.push_back(changed);
    }
    texts.push_back(base.substr(0, i));
    texts.push_back(base.substr(i));
  }
  return texts;
}

TEST(TextPositions, tell_texts_of_every_length_from_those_that_differ_in_one_byte) {
  std::vector<std::string> all;
  std::string base;
  for (std::size_t length = 0; length <= 40; ++length) {
    const auto texts = nearly(base);
    all.insert(all.end(), texts.begin(), texts.end());
    expect_positions({base}, texts);
    base.push_back(static_cast<char>('a' + length % 26));
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::vector<std::string> every_third;
  for (std::size_t i = 0; i < all.size(); i += 3) every_third.push_back(all[i]);
  expect_positions(every_third, all);
}

/// Half of the texts are listed and all are asked for, so that many meet another one's place.
void expect_positions_of_every_other(const std::vector<std::string>& texts) {
  std::vector<std::string> listed;
  for (std::size_t i = 0; i < texts.size(); i += 2) listed.push_back(texts[i]);
  expect_positions(listed, texts);
}

TEST(TextPositions, tell_texts_with_the_same_ends_by_each_byte_between) {
  for (const std::size_t length : {1U, 2U, 3U, 5U, 8U, 16U, 17U, 18U, 24U, 33U}) {
    for (std::size_t place = 0; place < length; ++place) {
      std::vector<std::string> texts;
      for (int byte = 0; byte < 256; ++byte) {
        std::string text(length, 'a');
        text[place] = static_cast<char>(byte);
        texts.push_back(text);
      }
      expect_positions_of_every_other(texts);
    }
  }
}

TEST(TextPositions, tell_texts_with_the_same_ends_by_their_lengths) {
  std::vector<std::string> texts;
  for (std::size_t length = 0; length < 600; ++length) texts.emplace_back(length, 'a');
  expect_positions_of_every_other(texts);
}

TEST(TextPositions, find_none_in_an_empty_list) {
  const TextPositions positions({});
  EXPECT_EQ(positions.position_of(""), TextPositions::none);
  EXPECT_EQ(positions.position_of("a"), TextPositions::none);
}

TEST(TextPositions, take_a_view_of_nothing_for_the_empty_text) {
  EXPECT_EQ(TextPositions({"a", ""}).position_of(std::string_view()), 1U);
}

TEST(TextPositions, follow_the_order_of_the_list) {
  std::vector<std::string> list;
  for (int i = 0; i < 5000; ++i) list.push_back("row " + std::to_string(i * 7919 % 5000));
  std::vector<std::string> asked = list;
  for (int i = 5000; i < 9000; ++i) asked.push_back("row " + std::to_string(i));
  const TextPositions positions(list);
  for (std::size_t i = 0; i < asked.size(); ++i) {
    EXPECT_EQ(positions.position_of(asked[i]),
              i < list.size() ? static_cast<std::uint32_t>(i) : TextPositions::none);
  }
}

// Addresses in one style: the same ends and the same length. Found one by one in a row of all of
// them, these would take a minute.
TEST(TextPositions, spread_texts_that_differ_in_the_middle_alone) {
  std::vector<std::string> list;
  for (int i = 100'000; i < 200'000; ++i) {
    list.push_back("https://www.example.org/items/" + std::to_string(i) + "/index.html");
  }
  const TextPositions positions(list);
  std::uint64_t found = 0;
  for (std::uint32_t i = 0; i < list.size(); ++i) found += positions.position_of(list[i]) == i;
  EXPECT_EQ(found, list.size());
}

TEST(TextPositions, may_be_moved) {
  TextPositions first({"short", "a text that is longer than any inline buffer"});
  const TextPositions second = std::move(first);
  EXPECT_EQ(second.position_of("short"), 0U);
  EXPECT_EQ(second.position_of("a text that is longer than any inline buffer"), 1U);
  EXPECT_EQ(second.position_of("a text that is longer than ANY inline buffer"),
            TextPositions::none);
}

}  // namespace
}  // namespace scrim::text_positions_test
