#include "scrim/core/parts.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "support/error_of.hpp"

namespace scrim::parts_test {
namespace {

using Bytes = std::vector<std::byte>;
using Numbers = std::vector<std::uint64_t>;

Bytes bytes_of(const Parts& parts) {
  StateWriter writer;
  parts.save(writer);
  return std::move(writer).take();
}

Bytes bytes_of(const Numbers& numbers) {
  StateWriter writer;
  writer.write(numbers);
  return std::move(writer).take();
}

Parts loaded(const Bytes& bytes) {
  StateReader reader(bytes);
  Parts parts = Parts::load(reader);
  EXPECT_TRUE(reader.is_at_end());
  return parts;
}

Parts parts_of(std::uint64_t count, const Numbers& indices) {
  Parts parts({indices.front(), count});
  for (std::size_t i = 1; i < indices.size(); ++i) {
    parts = parts.merged_with(Parts({indices[i], count}));
  }
  return parts;
}

TEST(Parts, are_saved_as_ranges) {
  EXPECT_EQ(bytes_of(Parts(Part{})), bytes_of(Numbers{1, 1, 0, 1}));
  EXPECT_EQ(bytes_of(Parts({2, 5})), bytes_of(Numbers{5, 1, 2, 3}));
  EXPECT_EQ(bytes_of(parts_of(9, {7, 2, 4, 3, 0})), bytes_of(Numbers{9, 3, 0, 1, 2, 5, 7, 8}));
  EXPECT_EQ(bytes_of(Parts({Parts::most - 1, Parts::most})),
            bytes_of(Numbers{Parts::most, 1, Parts::most - 1, Parts::most}));
}

TEST(Parts, are_the_whole_when_all_are_there_in_any_order) {
  std::mt19937_64 stream(1);
  for (const std::uint64_t count : {1U, 2U, 3U, 4U, 7U, 64U}) {
    for (int repetition = 0; repetition < 20; ++repetition) {
      std::vector<Parts> sets;
      for (std::uint64_t i = 0; i < count; ++i) sets.push_back(Parts({i, count}));
      while (sets.size() > 1) {
        SCRIM_EXPECT_ERROR(sets.front().require_all(), ErrorKind::misuse, "cannot finish");
        std::shuffle(sets.begin(), sets.end(), stream);
        const Parts last = loaded(bytes_of(sets.back()));
        sets.pop_back();
        sets.back() = sets.back().merged_with(last);
      }
      EXPECT_EQ(bytes_of(sets.front()), bytes_of(Parts(Part{}))) << count << " parts";
      EXPECT_NO_THROW(sets.front().require_all());
    }
  }
}

/// Against the definition: sets of numbers below four.
TEST(Parts, merge_just_where_they_are_disjoint) {
  const auto subset = [](unsigned bits) {
    Numbers indices;
    for (unsigned i = 0; i < 4; ++i) {
      if ((bits >> i & 1U) != 0) indices.push_back(i);
    }
    return parts_of(4, indices);
  };
  for (unsigned a = 1; a < 16; ++a) {
    for (unsigned b = 1; b < 16; ++b) {
      if (a == 15 || b == 15) continue;  // the whole has no parts
      if ((a & b) == 0) {
        EXPECT_EQ(bytes_of(subset(a).merged_with(subset(b))), bytes_of(subset(a | b)));
      } else {
        SCRIM_EXPECT_ERROR(subset(a).merged_with(subset(b)), ErrorKind::misuse, "cannot merge",
                           "counted twice");
      }
    }
  }
}

TEST(Parts, of_another_number_do_not_merge) {
  SCRIM_EXPECT_ERROR(Parts({0, 2}).merged_with(Parts({1, 3})), ErrorKind::misuse,
                     "this run holds part 0 of 2", "the other one holds part 1 of 3",
                     "not parts of the same number");
  SCRIM_EXPECT_ERROR(parts_of(2, {0, 1}).merged_with(Parts({1, 2})), ErrorKind::misuse,
                     "this run holds the whole", "part 1 of 2");
}

TEST(Parts, say_which_are_there_and_which_are_missing) {
  SCRIM_EXPECT_ERROR(parts_of(9, {1, 2, 3, 5}).require_all(), ErrorKind::misuse,
                     "holds parts 1 to 3, 5 of 9", "without parts 0, 4, 6 to 8", "merge");
  SCRIM_EXPECT_ERROR(Parts({0, Parts::most}).require_all(), ErrorKind::misuse,
                     "without parts 1 to 4294967294;");
  Numbers even(1000);
  for (std::size_t i = 0; i < even.size(); ++i) even[i] = 2 * i;
  SCRIM_EXPECT_ERROR(parts_of(2000, even).require_all(), ErrorKind::misuse,
                     "holds parts 0, 2, 4, 6, and others of 2000",
                     "without parts 1, 3, 5, 7, and others;");
}

TEST(Parts, have_numbers_below_their_number) {
  const std::uint64_t largest = ~std::uint64_t{0};
  for (const Part part : {Part{0, 0}, Part{1, 1}, Part{7, 3}, Part{0, Parts::most + 1},
                          Part{largest, largest}, Part{largest, 1}}) {
    SCRIM_EXPECT_ERROR(Parts(part), ErrorKind::invalid_argument, "from 0", "4294967295 at most");
  }
}

/// One set has one form, so that equal runs are equal bytes.
TEST(Parts, are_loaded_only_as_they_are_saved) {
  for (const Numbers& numbers : {Numbers{1, 1, 0, 1}, {3, 1, 1, 3}, {5, 2, 0, 2, 3, 5}}) {
    EXPECT_EQ(bytes_of(loaded(bytes_of(numbers))), bytes_of(numbers));
  }
  const std::uint64_t largest = ~std::uint64_t{0};
  for (const Numbers& numbers : {Numbers{0, 1, 0, 1},         // of no parts
                                 {0, 0},                      //
                                 {3, 0},                      // none of them
                                 {3, 1, 0, 3},                // all, but not as the whole
                                 {3, 1, 2, 4},                // beyond the last
                                 {3, 1, 1, 1},                // an empty range
                                 {3, 1, 2, 1},                // backward
                                 {9, 2, 0, 2, 2, 3},          // a range in two
                                 {9, 2, 0, 3, 2, 5},          // overlapping
                                 {9, 2, 4, 5, 0, 1},          // in another order
                                 {9, 2, 0, largest, 0, 1},    //
                                 {Parts::most + 1, 1, 0, 1},  // too many
                                 {9, largest, 0, 1},          // more ranges than bytes
                                 {9, largest / 16 + 2, 0, 1, 3, 4},
                                 {9, 3, 0, 1, 2, 3},
                                 {9, 1, 0},
                                 {9},
                                 {}}) {
    SCRIM_EXPECT_ERROR(loaded(bytes_of(numbers)), ErrorKind::bad_state, "the saved run");
  }
}

}  // namespace
}  // namespace scrim::parts_test
