#include "scrim/columns/text_dictionary.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace scrim::text_dictionary_test {
namespace {

TEST(TextDictionary, has_one_entry_more_than_it_was_given_and_that_is_null) {
  const TextDictionary dictionary({"a", "", "a"});
  ASSERT_EQ(dictionary.texts().size(), 4U);
  EXPECT_EQ(dictionary.texts()[0], "a");
  EXPECT_EQ(dictionary.texts()[2], "a");
  EXPECT_EQ(dictionary.outside(), 3U);
  EXPECT_EQ(dictionary.texts()[3].data(), nullptr);
  const TextDictionary empty({});
  EXPECT_EQ(empty.outside(), 0U);
  EXPECT_EQ(empty.texts().front().data(), nullptr);
}

TEST(TextDictionary, tells_whether_one_of_its_entries_is_null) {
  EXPECT_FALSE(TextDictionary({}).has_null_entry());
  EXPECT_FALSE(TextDictionary({"a", ""}).has_null_entry());
  EXPECT_TRUE(TextDictionary({"a", std::string_view(), "b"}).has_null_entry());
  EXPECT_TRUE(TextDictionary({std::string_view()}).has_null_entry());
}

// Where one lay another may come to lie, and nobody may take it for the first.
TEST(TextDictionary, has_a_number_of_its_own_wherever_it_lies) {
  std::set<std::uint64_t> numbers = {0};
  std::optional<TextDictionary> dictionary;
  for (int i = 0; i < 100; ++i) {
    dictionary.emplace(std::vector<std::string_view>{"a"});
    EXPECT_TRUE(numbers.insert(dictionary->number()).second);
  }
}

}  // namespace
}  // namespace scrim::text_dictionary_test
