#include "scrim/transformations/count_by_key/key_counts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/core/state_bytes.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::key_counts_test {
namespace {

using namespace std::string_literals;

/// By the definition.
template <class K, class Rows>
KeyedCounts<K> counted(const Rows& rows) {
  std::map<K, std::uint64_t> counts;
  for (const auto& row : rows) ++counts[K(row)];
  KeyedCounts<K> groups;
  for (const auto& [key, count] : counts) {
    groups.keys.push_back(key);
    groups.counts.push_back(count);
  }
  return groups;
}

template <KeyRow T>
KeyCounts<T> counts_of(const std::vector<T>& rows) {
  KeyCounts<T> counts;
  counts.update(rows);
  return counts;
}

template <KeyRow T>
std::vector<std::byte> saved(const KeyCounts<T>& counts) {
  StateWriter writer;
  counts.save(writer);
  return std::move(writer).take();
}

TEST(KeyCounts, are_those_of_integers_near_and_far) {
  using Limits = std::numeric_limits<std::int64_t>;
  std::mt19937_64 random(7);
  for (const int shift : {0, 1, 12, 40, 60}) {
    std::vector<std::int64_t> rows = {Limits::min(), Limits::max(), 0, -1, Limits::min()};
    for (int i = 0; i < 5000; ++i) {
      rows.push_back(static_cast<std::int64_t>((random() % 2000) << shift));
    }
    EXPECT_EQ(counts_of(rows).finish(), counted<std::int64_t>(rows)) << shift;
    std::vector<std::uint64_t> others;
    for (const std::int64_t row : rows) others.push_back(static_cast<std::uint64_t>(row));
    EXPECT_EQ(counts_of(others).finish(), counted<std::uint64_t>(others)) << shift;
  }
  EXPECT_EQ(KeyCounts<std::int64_t>().finish(), KeyedCounts<std::int64_t>());
}

/// Texts of every length around those at which the ends of one meet, that differ in one byte or in
/// length alone, with bytes of 0 and beyond 127.
std::vector<std::string> close_texts() {
  std::vector<std::string> texts;
  for (std::size_t length = 0; length <= 40; ++length) {
    texts.emplace_back(length, 'a');
    texts.emplace_back(length, '\0');
    for (std::size_t place = 0; place < length; ++place) {
      texts.emplace_back(length, 'a');
      texts.back()[place] = static_cast<char>(0xe9);
    }
  }
  texts.push_back("a"s);
  return texts;
}

TEST(KeyCounts, tell_texts_apart_that_differ_in_one_byte) {
  const std::vector<std::string> texts = close_texts();
  std::vector<std::string> rows;
  for (std::size_t i = 0; i < texts.size(); ++i) rows.insert(rows.end(), 1 + i % 3, texts[i]);
  std::shuffle(rows.begin(), rows.end(), std::mt19937_64(3));
  const auto expected = counted<std::string>(rows);
  EXPECT_EQ(counts_of(rows).finish(), expected);
  const std::vector<std::string_view> views(rows.begin(), rows.end());
  EXPECT_EQ(counts_of(views).finish(), expected);
}

TEST(KeyCounts, do_not_keep_what_they_only_viewed) {
  KeyCounts<std::string_view> counts;
  for (const char* text : {"a text that lies where it will not stay", "b"}) {
    std::string row = text;
    counts.update(std::vector<std::string_view>{row});
    row.assign(row.size(), '?');
  }
  EXPECT_EQ(counts.finish().keys,
            (std::vector<std::string>{"a text that lies where it will not stay", "b"}));
}

TEST(KeyCounts, are_the_same_out_of_dictionaries) {
  // The second takes the place of the first, and means others by the same codes.
  KeyCounts<std::string_view> counts;
  const std::vector<std::uint32_t> codes = {2, 0, 2, 1, 2};
  for (const auto& entries : {std::vector<std::string_view>{"b", "a", "c"},
                              std::vector<std::string_view>{"c", "", "a"}}) {
    const TextDictionary dictionary(entries);
    counts.update(TextRows(dictionary, codes));
    counts.update(TextRows(dictionary, std::span(codes).first(1)));
  }
  // First: b, a, c four times. Then: c, "", a four times.
  EXPECT_EQ(counts.finish(), (KeyedCounts<std::string>{{"", "a", "b", "c"}, {1, 5, 1, 5}}));
}

TEST(KeyCounts, merge_in_any_order_to_the_same_bytes) {
  std::mt19937_64 random(11);
  std::vector<std::uint64_t> first;
  std::vector<std::uint64_t> second;
  for (int i = 0; i < 3000; ++i) first.push_back(random() % 4000);
  for (int i = 0; i < 200; ++i) second.push_back(random() % 8000);
  auto one = counts_of(first);
  one.merge(counts_of(second));
  auto other = counts_of(second);
  other.merge(counts_of(first));
  std::vector<std::uint64_t> all = first;
  all.insert(all.end(), second.begin(), second.end());
  EXPECT_EQ(one.finish(), counted<std::uint64_t>(all));
  EXPECT_EQ(saved(one), saved(other));
  EXPECT_EQ(saved(one), saved(counts_of(all)));
}

// A table that is filled in the order of another's places and is too small for it takes a step for
// each pair of keys: 10^10 of them here, which no test would wait for.
TEST(KeyCounts, merge_many_keys_in_a_time_that_grows_with_their_number) {
  std::vector<std::int64_t> rows(200'000);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<std::int64_t>(i);
  KeyCounts<std::int64_t> counts;
  counts.merge(counts_of(rows));
  EXPECT_EQ(counts.finish().size(), rows.size());
}

TEST(KeyCounts, saturate_instead_of_wrapping) {
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const auto expect_saturated = [](auto counts, const auto& row) {
    counts.update(row);
    for (int doubling = 0; doubling < 64; ++doubling) {
      const auto copy = counts;
      counts.merge(copy);
    }
    EXPECT_EQ(counts.finish().counts, std::vector{most});
    counts.update(row);
    EXPECT_EQ(counts.finish().counts, std::vector{most});
  };
  expect_saturated(KeyCounts<std::int64_t>(), std::vector<std::int64_t>{7});
  expect_saturated(KeyCounts<std::string>(), std::vector{"x"s});
}

TEST(KeyCounts, are_loaded_as_they_were_saved) {
  const auto texts = counts_of(close_texts());
  const auto bytes = saved(texts);
  KeyCounts<std::string> loaded;
  StateReader reader(bytes);
  loaded.load(reader);
  EXPECT_EQ(loaded.finish(), texts.finish());
  EXPECT_EQ(saved(loaded), bytes);
}

template <KeyRow T>
std::string load_error(const std::vector<std::uint64_t>& words) {
  StateWriter writer;
  writer.write(words);
  try {
    KeyCounts<T> counts;
    StateReader reader(writer.bytes());
    counts.load(reader);
  } catch (const InvokeError& error) {
    return error.what();
  }
  return "";
}

TEST(KeyCounts, refuse_bytes_that_no_state_saves) {
  using Integers = std::int64_t;
  EXPECT_EQ(load_error<Integers>({2, 3, 1, 4, 1}), "");
  EXPECT_NE(load_error<Integers>({2, 3, 1, 3, 1}), "") << "a key twice";
  EXPECT_NE(load_error<Integers>({2, 4, 1, 3, 1}), "") << "keys that fall";
  EXPECT_NE(load_error<Integers>({1, 4, 0}), "") << "a key without rows";
  EXPECT_NE(load_error<Integers>({3, 3, 1, 4, 1}), "") << "too few";
  EXPECT_NE(load_error<Integers>({~std::uint64_t{0}}), "") << "more than there is room for";
  // -1 as a word is the largest, and comes before 0 as a signed number.
  EXPECT_EQ(load_error<Integers>({2, ~std::uint64_t{0}, 1, 0, 1}), "");
  EXPECT_NE(load_error<std::uint64_t>({2, ~std::uint64_t{0}, 1, 0, 1}), "");
}

}  // namespace
}  // namespace scrim::key_counts_test
