#include "scrim/transformations/bound_contributions/least_rows.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "scrim/kernels/block_rows.hpp"
#include "scrim/transformations/bound_contributions/row_layout.hpp"

namespace scrim::least_rows_test {
namespace {

using bounding::Keeping;
using bounding::LeastRows;
using bounding::RowKeeper;
using bounding::RowLayout;
using bounding::RowOrder;
using bounding::RowTexts;

const TableColumn number{"number", RowKind::integer, false};
const TableColumn text{"text", RowKind::text, true};

std::shared_ptr<const RowLayout> layout_of(const std::vector<TableColumn>& ids,
                                           const std::vector<TableColumn>& values) {
  RowLayout layout;
  std::size_t column = 0;
  for (const TableColumn& id : ids) layout.ids.push_back(layout.add(column++, id, false));
  layout.id_words = layout.words;
  for (const TableColumn& value : values) {
    layout.values.push_back(layout.add(column++, value, value.is_nullable));
  }
  return std::make_shared<const RowLayout>(std::move(layout));
}

/// Rows whose words are few, so that many rows are the same and many persons share an id.
std::vector<std::uint64_t> rows_of(const RowLayout& layout, std::size_t count,
                                   std::uint64_t persons, std::uint64_t values, RowTexts& texts) {
  std::mt19937_64 random(count + persons);
  std::vector<std::uint64_t> rows;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t word = 0; word < layout.words; ++word) {
      const bool is_id = word < layout.id_words;
      const std::uint64_t drawn = random() % (is_id ? persons : values);
      auto& codes = is_id ? texts.of_ids : texts.of_fields;
      const bool is_text = layout.is_text[word] != 0;
      rows.push_back(is_text ? codes.code_of(std::to_string(drawn)) : drawn);
    }
  }
  return rows;
}

using Row = std::vector<std::uint64_t>;

/// The rows that stay, by what they are: of equal ones any may.
std::multimap<Row, int> those_that_stay(const std::vector<std::uint64_t>& rows, std::size_t words,
                                        const std::vector<std::uint8_t>& stays) {
  std::multimap<Row, int> found;
  for (std::size_t i = 0; i < stays.size(); ++i) {
    if (stays[i] == 0) continue;
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(i * words);
    found.emplace(Row(first, first + static_cast<std::ptrdiff_t>(words)), 0);
  }
  return found;
}

/// Each person's rows by themselves.
std::vector<std::uint8_t> stays_by_person(RowKeeper keeper, std::vector<std::uint64_t> rows,
                                          const RowTexts& texts) {
  const RowLayout& layout = keeper.order().layout();
  std::map<Row, std::vector<std::uint32_t>> places;
  const std::size_t count = rows.size() / layout.words;
  for (std::size_t i = 0; i < count; ++i) {
    const auto first = rows.begin() + static_cast<std::ptrdiff_t>(i * layout.words);
    const Row ids(first, first + static_cast<std::ptrdiff_t>(layout.id_words));
    places[ids].push_back(static_cast<std::uint32_t>(i));
  }
  std::vector<std::uint8_t> stays(count);
  for (const auto& [ids, of_person] : places) keeper.keep(rows.data(), of_person, texts, stays);
  return stays;
}

TEST(LeastRows, are_those_that_stay_of_each_person_by_themselves) {
  const std::vector<std::shared_ptr<const RowLayout>> layouts = {
      layout_of({number}, {number}),
      layout_of({number}, {number, number}),
      layout_of({number, number}, {text}),
      layout_of({text}, {number, text}),
      layout_of({text, number}, {text, number, text}),
      // As many words as rows are read of without a loop, and more.
      layout_of({number, number}, {number, number, number}),
      layout_of({number, number, number}, {number, number, number, number}),
      layout_of({number, number, number, number, number}, {number, number, number, number, number}),
  };
  LeastRows least;  // one for all: what it found before leaves no trace
  std::vector<std::uint8_t> stays;
  for (const auto& layout : layouts) {
    for (const std::uint64_t kept : {1U, 2U, 3U, 4U, 5U, 16U}) {
      const Keeping keeping{.rows = kept, .seed = 7 * kept};
      const RowKeeper keeper(RowOrder(layout, keeping.seed), keeping);
      ASSERT_TRUE(keeper.keeps_few_rows());
      for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{2},
                                      std::size_t{17}, block_rows - 1, block_rows + 1}) {
        for (const std::uint64_t persons : {1U, 3U, 40U, 100'000U}) {
          RowTexts texts(keeping.seed);
          const auto rows = rows_of(*layout, count, persons, 9, texts);
          least.find(keeper, rows.data(), count, texts, stays);
          ASSERT_EQ(stays.size(), count);
          EXPECT_EQ(those_that_stay(rows, layout->words, stays),
                    those_that_stay(rows, layout->words, stays_by_person(keeper, rows, texts)))
              << layout->words << " words, " << kept << " kept, " << count << " rows, " << persons
              << " persons";
        }
      }
    }
  }
}

/// Values of one person whose rows have the same upper half of a hash, each pair by itself.
std::vector<std::pair<std::uint64_t, std::uint64_t>> half_alike(const RowOrder& order,
                                                                const RowTexts& texts) {
  std::unordered_map<std::uint64_t, std::uint64_t> value_of;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> found;
  for (std::uint64_t value = 0; value < 400'000; ++value) {
    const Row row{1, value};
    const std::uint64_t hash =
        order.row_hash(row.data(), order.group_hash(row.data(), texts), texts);
    const auto [known, is_new] = value_of.try_emplace(hash >> 32, value);
    if (!is_new) found.emplace_back(known->second, value);
  }
  return found;
}

TEST(LeastRows, are_told_apart_where_halves_of_their_hashes_are_alike) {
  const auto layout = layout_of({number}, {number});
  const RowTexts texts(3);
  const auto pairs = half_alike(RowOrder(layout, 3), texts);
  ASSERT_GT(pairs.size(), 3U);
  LeastRows least;
  std::vector<std::uint8_t> stays;
  for (const auto& [one, other] : pairs) {
    for (const std::uint64_t kept : {1U, 2U, 3U, 4U, 5U}) {
      const Keeping keeping{.rows = kept, .seed = 3};
      const RowKeeper keeper(RowOrder(layout, 3), keeping);
      // Whatever lies before, between or behind them in the order of hashes, in every order.
      for (std::uint64_t third = 1'000'000; third < 1'000'020; ++third) {
        std::vector<std::uint64_t> values{one, other, third, third + 50};
        std::ranges::sort(values);
        do {
          std::vector<std::uint64_t> rows;
          for (const std::uint64_t value : values) rows.insert(rows.end(), {1, value});
          least.find(keeper, rows.data(), values.size(), texts, stays);
          ASSERT_EQ(those_that_stay(rows, 2, stays),
                    those_that_stay(rows, 2, stays_by_person(keeper, rows, texts)))
              << one << " and " << other << ", " << kept << " kept";
        } while (std::ranges::next_permutation(values).found);
      }
    }
  }
}

TEST(LeastRows, hashes_of_many_rows_are_those_of_each) {
  const auto layout = layout_of({text, number}, {number, text});
  const RowOrder order(layout, 5);
  RowTexts texts(5);
  const std::size_t count = 33;
  const auto rows = rows_of(*layout, count, 7, 9, texts);
  std::vector<std::uint64_t> persons(count);
  std::vector<std::uint64_t> hashes(count);
  order.person_hashes(rows.data(), count, texts, persons.data());
  order.row_hashes(rows.data(), count, texts, persons.data(), hashes.data());
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t* row = rows.data() + i * layout->words;
    EXPECT_EQ(persons[i], order.person_hash(row, texts));
    EXPECT_EQ(hashes[i], order.row_hash(row, order.group_hash(row, texts), texts));
  }
}

TEST(LeastRows, are_not_asked_for_where_rows_are_grouped_added_up_or_many) {
  const auto layout = layout_of({number}, {number});
  RowLayout grouped = *layout;
  grouped.group = grouped.values.front();
  const auto keeps_few = [](std::shared_ptr<const RowLayout> of, const Keeping& keeping) {
    return RowKeeper(RowOrder(std::move(of), 0), keeping).keeps_few_rows();
  };
  EXPECT_TRUE(keeps_few(layout, {.rows = 16}));
  EXPECT_FALSE(keeps_few(layout, {.rows = 17}));
  EXPECT_FALSE(keeps_few(layout, {.rows = 1, .adds_up = true}));
  EXPECT_FALSE(keeps_few(std::make_shared<const RowLayout>(grouped), {.rows = 1}));
}

}  // namespace
}  // namespace scrim::least_rows_test
