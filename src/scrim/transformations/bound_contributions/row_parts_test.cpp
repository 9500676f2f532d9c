#include "scrim/transformations/bound_contributions/row_parts.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

namespace scrim::row_parts_test {
namespace {

using bounding::ChunkMemory;
using bounding::RowParts;

/// Puts rows that tell their number into a part.
void fill(RowParts& parts, std::size_t number, std::size_t words, std::uint64_t first,
          std::uint64_t end) {
  for (std::uint64_t row = first; row < end; ++row) {
    const std::vector<std::uint64_t> cells(words, row);
    if (parts[number].is_full()) parts.add_chunk(parts[number]);
    parts[number].append(cells.data(), words);
  }
}

std::vector<std::uint64_t> words_of(const RowParts& parts, std::size_t number) {
  std::vector<std::uint64_t> rows;
  parts.copy_to(parts[number], rows);
  return rows;
}

std::vector<std::uint64_t> counted(std::size_t words, std::uint64_t first, std::uint64_t end) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t row = first; row < end; ++row) all.insert(all.end(), words, row);
  return all;
}

TEST(RowParts, give_rows_back_part_by_part_in_their_order) {
  for (const std::size_t words : {1U, 3U, 511U, 512U, 513U, 2000U}) {
    RowParts parts(3, words);
    for (std::uint64_t row = 0; row < 700; row += 7) {
      fill(parts, 0, words, row, row + 7);
      fill(parts, 2, words, 2 * row, 2 * row + 14);
    }
    EXPECT_EQ(words_of(parts, 0), counted(words, 0, 700));
    EXPECT_EQ(words_of(parts, 1), std::vector<std::uint64_t>());
    EXPECT_EQ(words_of(parts, 2), counted(words, 0, 1400));
    EXPECT_EQ(parts.rows(), 2100U);
    std::vector<std::uint64_t> seen;
    parts.for_each_row(
        parts[2], [&](const std::uint64_t* row) { seen.insert(seen.end(), row, row + words); });
    EXPECT_EQ(seen, counted(words, 0, 1400));
  }
}

TEST(RowParts, share_nothing_with_their_copies) {
  RowParts parts(2, 3);
  fill(parts, 1, 3, 0, 1000);
  RowParts copy = parts;
  fill(parts, 1, 3, 1000, 1010);
  fill(copy, 1, 3, 5, 6);
  auto expected = counted(3, 0, 1000);
  expected.insert(expected.end(), 3, 5);
  EXPECT_EQ(words_of(copy, 1), expected);
  EXPECT_EQ(words_of(parts, 1), counted(3, 0, 1010));
}

TEST(RowParts, are_rewritten_and_go_on_behind_what_was_kept) {
  for (const std::uint64_t kept : {0U, 1U, 170U, 171U, 999U, 1000U}) {
    RowParts parts(2, 3);
    fill(parts, 0, 3, 0, 1000);
    std::vector<std::uint64_t*> spare;
    parts.rewrite(parts[0], counted(3, 2000, 2000 + kept), spare);
    EXPECT_EQ(parts[0].rows(), kept);
    EXPECT_EQ(parts[0].kept(), kept);
    parts.give_back(spare);
    // Chunks that were given back serve another part, and touch nothing of this one.
    fill(parts, 1, 3, 0, 3000);
    fill(parts, 0, 3, 2000 + kept, 4000);
    EXPECT_EQ(words_of(parts, 0), counted(3, 2000, 4000)) << kept;
    EXPECT_EQ(words_of(parts, 1), counted(3, 0, 3000)) << kept;
    EXPECT_EQ(parts[0].kept(), kept);
  }
}

TEST(RowParts, take_over_the_memory_of_others_who_may_go) {
  RowParts parts(1, 3);
  fill(parts, 0, 3, 0, 500);
  std::vector<std::uint64_t> rows;
  std::vector<std::uint64_t*> spare;
  {
    RowParts other(1, 3);
    fill(other, 0, 3, 500, 40'000);
    parts.take_memory_of(other);
    parts.copy_to(parts[0], rows);
    parts.copy_to(other[0], rows);
    RowParts::take_chunks(parts[0], other[0]);
    EXPECT_EQ(other.rows(), 0U);
    fill(other, 0, 3, 0, 10);  // it may go on by itself
  }
  parts.rewrite(parts[0], rows, spare);
  EXPECT_EQ(words_of(parts, 0), counted(3, 0, 40'000));
}

TEST(ChunkMemory, gives_no_chunk_twice_and_those_that_came_back_again) {
  for (const std::size_t words : {1U, 512U, 10'000U, 1U << 19U}) {
    ChunkMemory memory(words);
    std::set<std::uint64_t*> taken;
    for (int i = 0; i < 40; ++i) {
      std::uint64_t* chunk = memory.take();
      chunk[0] = chunk[words - 1] = 1;  // it is there
      const auto [place, is_new] = taken.insert(chunk);
      EXPECT_TRUE(is_new);
      if (place != taken.begin()) {
        EXPECT_GE(chunk, *std::prev(place) + words);
      }
      if (std::next(place) != taken.end()) {
        EXPECT_LE(chunk + words, *std::next(place));
      }
    }
    memory.give_back(*taken.begin());
    EXPECT_EQ(memory.take(), *taken.begin());
  }
}

}  // namespace
}  // namespace scrim::row_parts_test
