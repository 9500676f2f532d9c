#include "scrim/transformations/count_by_categories/dictionary_positions.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrim::dictionary_positions_test {
namespace {

using Numbers = std::vector<std::uint32_t>;

const TextPositions list({"a", "b", "", "c"});
constexpr std::uint32_t otherwise = 9;

Numbers positions_of(const Numbers& codes, const TextDictionary& dictionary,
                     DictionaryPositions& positions) {
  Numbers found;
  positions.for_each(codes, dictionary, list, otherwise,
                     [&](std::uint32_t position) { found.push_back(position); });
  return found;
}

TEST(DictionaryPositions, are_those_of_the_texts) {
  const TextDictionary dictionary({"c", "", "?", "a", "c"});
  DictionaryPositions positions;
  EXPECT_EQ(positions_of({2, 1, 2, 0, 1, 0}, dictionary, positions), (Numbers{9, 2, 9, 3, 2, 3}));
  EXPECT_EQ(positions_of({}, dictionary, positions), Numbers{});
  EXPECT_EQ(positions_of({0, 4, 3, 1}, dictionary, positions), (Numbers{3, 3, 0, 2}));
}

// What is known is not looked up again: the text may be anything by then.
TEST(DictionaryPositions, are_looked_up_once) {
  std::string changing = "a";
  const TextDictionary dictionary({changing, "b"});
  DictionaryPositions positions;
  EXPECT_EQ(positions_of({0}, dictionary, positions), Numbers{0});
  changing[0] = 'b';
  EXPECT_EQ(positions_of({0, 1}, dictionary, positions), (Numbers{0, 1}));
}

TEST(DictionaryPositions, of_another_dictionary_in_the_same_place_are_its_own) {
  std::optional<TextDictionary> dictionary;
  DictionaryPositions positions;
  for (const std::string_view text : {"a", "b", "?", "", "a"}) {
    dictionary.emplace(std::vector<std::string_view>{text, "c"});
    const std::uint32_t position = text == "?" ? otherwise : list.position_of(text);
    EXPECT_EQ(positions_of({1, 0, 0}, *dictionary, positions), (Numbers{3, position, position}));
  }
}

TEST(DictionaryPositions, of_dictionaries_in_turn_are_their_own) {
  const TextDictionary first({"a", "b"});
  const TextDictionary second({"c", "a", "?"});
  DictionaryPositions positions;
  for (int turn = 0; turn < 3; ++turn) {
    EXPECT_EQ(positions_of({0, 1}, first, positions), (Numbers{0, 1}));
    EXPECT_EQ(positions_of({2, 1, 0}, second, positions), (Numbers{9, 0, 3}));
  }
}

TEST(DictionaryPositions, of_a_copy_are_its_own) {
  const TextDictionary first({"a", "b"});
  const TextDictionary second({"c", "?"});
  DictionaryPositions positions;
  EXPECT_EQ(positions_of({0}, first, positions), Numbers{0});
  DictionaryPositions copy = positions;
  EXPECT_EQ(positions_of({0, 1}, second, copy), (Numbers{3, 9}));
  EXPECT_EQ(positions_of({0, 1}, first, positions), (Numbers{0, 1}));
}

}  // namespace
}  // namespace scrim::dictionary_positions_test
