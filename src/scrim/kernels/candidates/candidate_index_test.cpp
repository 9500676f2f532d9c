// The fast look-up against the plain one, to the last count.
#include "scrim/kernels/candidates/candidate_index.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "scrim/errors/error.hpp"
#include "scrim/kernels/candidates/candidate_counts.hpp"
#include "scrim/kernels/candidates/slot_counters.hpp"
#include "scrim/kernels/candidates/take_keys.hpp"
#include "support/by_definition/count_among_candidates.hpp"
#include "support/instruction_sets.hpp"

namespace scrim::kernels::candidate_index_test {
namespace {

/// The counts by the plain definition, as counts of slots; NaN goes to slot 0.
template <class T>
std::vector<std::uint64_t> plain_slots(const std::vector<T>& rows,
                                       const std::vector<T>& candidates) {
  CandidateCounts counts(candidates.size());
  count_among_candidates(std::span<const T>(rows), std::span<const T>(candidates), counts);
  std::vector<std::uint64_t> slots(2 * candidates.size() + 1);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    slots[2 * i] = counts.below[i];
    slots[2 * i + 1] = counts.equal[i];
  }
  slots.back() = counts.below.back();
  for (const T row : rows) slots[0] += row != row ? 1 : 0;
  return slots;
}

template <class T>
std::vector<std::uint64_t> fast_slots(const std::vector<T>& rows, const CandidateIndex<T>& index) {
  SlotCounters counters(index.slots());
  std::vector<CandidateKey<T>> keys(located_rows);
  std::vector<std::uint32_t> slots(located_rows);
  std::span<const T> left(rows);
  while (!left.empty()) {
    const auto block = left.first(std::min(left.size(), located_rows));
    (void)take_keys(block, std::span(keys));
    index.locate(std::span(keys).first(block.size()), slots);
    counters.count(std::span(slots).first(block.size()));
    left = left.subspan(block.size());
  }
  return counters.totals();
}

/// Candidates and rows that sit on them, next to them, between them and beyond them.
template <class T>
std::vector<T> rows_around(const std::vector<T>& candidates, std::mt19937_64& random) {
  using Limits = std::numeric_limits<T>;
  std::vector<T> rows{Limits::lowest(), Limits::max(), T{0}, T{1}};
  for (const T c : candidates) {
    rows.push_back(c);
    if constexpr (Float<T>) {
      rows.push_back(std::nextafter(c, Limits::infinity()));
      rows.push_back(std::nextafter(c, -Limits::infinity()));
    } else {
      if (c != Limits::max()) rows.push_back(static_cast<T>(c + 1));
      if (c != Limits::lowest()) rows.push_back(static_cast<T>(c - 1));
    }
  }
  if constexpr (Float<T>) {
    for (const T edge : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(),
                         -Limits::quiet_NaN(), Limits::denorm_min(), T{-0.0}}) {
      rows.push_back(edge);
    }
    const T first = candidates.front();
    const T width = candidates.back() - first;
    for (int i = 0; i < 3000; ++i) {
      rows.push_back(first + width * static_cast<T>(static_cast<double>(random() >> 11) * 0x1p-53));
    }
  }
  for (int i = 0; i < 3000; ++i) {
    const std::uint64_t bits = random();
    if constexpr (std::same_as<T, double>) {
      rows.push_back(std::bit_cast<double>(bits));
    } else if constexpr (std::same_as<T, float>) {
      rows.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(bits)));
    } else {
      rows.push_back(static_cast<T>(bits));
    }
  }
  return rows;
}

template <class T>
void expect_agreement(const std::vector<T>& candidates, bool expect_table) {
  std::mt19937_64 random(candidates.size());
  const auto rows = rows_around(candidates, random);
  const CandidateIndex<T> index(candidates);
  EXPECT_EQ(index.has_table(), expect_table);
  const auto expected = plain_slots(rows, candidates);
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    const test::ForcedInstructionSet forced(set);
    EXPECT_EQ(fast_slots(rows, index), expected) << set.name;
  }
}

template <class T>
std::vector<T> in_order(std::vector<T> candidates) {
  std::sort(candidates.begin(), candidates.end());
  candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
  return candidates;
}

TEST(CandidateIndex, agrees_with_the_plain_search_on_even_candidates) {
  for (const std::size_t size : {1U, 2U, 3U, 15U, 16U, 17U, 100U, 1000U, 4097U}) {
    std::vector<double> doubles;
    std::vector<float> floats;
    std::vector<std::int64_t> integers;
    for (std::size_t i = 0; i < size; ++i) {
      doubles.push_back(static_cast<double>(i) * 0.1 - 3.7);
      floats.push_back(static_cast<float>(i) * 0.25F - 3.0F);
      integers.push_back(static_cast<std::int64_t>(i) * 7 - 20);
    }
    expect_agreement(doubles, true);
    expect_agreement(floats, true);
    expect_agreement(integers, true);
  }
}

TEST(CandidateIndex, agrees_with_the_plain_search_on_geometric_candidates) {
  std::vector<double> narrow;
  std::vector<double> wide;
  std::vector<double> both_signs;
  std::vector<std::int64_t> powers;
  for (int i = 0; i < 1000; ++i) {
    narrow.push_back(std::pow(1.5, (i - 500) / 3.0));
    wide.push_back(std::pow(10.0, -300.0 + 600.0 * i / 999.0));
  }
  for (int i = -500; i < 500; ++i) {
    both_signs.push_back(std::copysign(std::pow(10.0, (std::abs(i) - 250) / 1.25), i));
  }
  for (int i = 0; i < 63; ++i) {
    for (const std::int64_t sign : {-1, 1}) powers.push_back(sign * (std::int64_t{1} << i));
  }
  expect_agreement(narrow, false);
  expect_agreement(wide, false);
  expect_agreement(in_order(both_signs), false);
  expect_agreement(in_order(powers), false);
}

TEST(CandidateIndex, agrees_with_the_plain_search_on_clusters) {
  std::vector<double> adjacent;
  std::vector<double> nested;  // towards 1, ever closer
  std::vector<std::int64_t> integers;
  for (int i = 0; i < 1000; ++i) {
    adjacent.push_back(std::nextafter(i == 0 ? 1.0 : adjacent.back(), 2.0));
    integers.push_back(i - 500);
  }
  for (int i = 0; i < 52; ++i) {
    nested.push_back(1.0 + std::ldexp(1.0, -i));
    nested.push_back(1.0 - std::ldexp(1.0, -i));
  }
  adjacent.push_back(1e300);
  integers.push_back(std::numeric_limits<std::int64_t>::max());
  expect_agreement(adjacent, false);
  expect_agreement(in_order(nested), false);
  expect_agreement(integers, false);
  expect_agreement<double>({5e-324, 1e-323, 1.5e-323}, false);  // the scale overflows
}

TEST(CandidateIndex, agrees_with_the_plain_search_on_any_bits) {
  std::mt19937_64 random(9);
  std::vector<double> doubles;
  std::vector<float> floats;
  std::vector<std::int64_t> integers;
  std::vector<std::uint64_t> unsigned_integers;
  std::vector<int> narrow;
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t bits = random();
    const double x = std::bit_cast<double>(bits);
    const float y = std::bit_cast<float>(static_cast<std::uint32_t>(bits));
    if (x == x) doubles.push_back(x);
    if (y == y) floats.push_back(y);
    integers.push_back(static_cast<std::int64_t>(bits));
    unsigned_integers.push_back(bits);
    narrow.push_back(static_cast<int>(bits));
  }
  expect_agreement(in_order(doubles), false);
  expect_agreement(in_order(floats), false);
  expect_agreement(in_order(integers), false);
  expect_agreement(in_order(unsigned_integers), false);
  expect_agreement(in_order(narrow), false);
}

TEST(CandidateIndex, agrees_with_the_plain_search_on_many_candidates) {
  std::vector<double> even;
  std::vector<double> uneven;
  for (int i = 0; i < 40'000; ++i) {
    even.push_back(0.25 * i);
    uneven.push_back(1e-9 * i * i);
  }
  expect_agreement(even, true);
  expect_agreement(uneven, false);
}

TEST(CandidateIndex, has_no_table_of_unreasonable_size) {
  std::vector<std::int64_t> candidates(CandidateTable<std::int64_t>::most_cells / 2 + 1);
  std::iota(candidates.begin(), candidates.end(), std::int64_t{-5});
  EXPECT_FALSE(CandidateTable<std::int64_t>::try_make(candidates).has_value());
}

TEST(CandidateIndex, agrees_with_the_plain_search_at_the_ends_of_the_types) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  constexpr double largest = std::numeric_limits<double>::max();
  expect_agreement<double>({-infinity, 0.0, infinity}, false);
  expect_agreement<double>({-largest, -1.0, largest}, false);  // the width overflows
  expect_agreement<double>({-0.0}, true);
  using Signed = std::numeric_limits<std::int64_t>;
  expect_agreement<std::int64_t>({Signed::min(), 0, 1, Signed::max()}, false);
  expect_agreement<std::int64_t>({Signed::min(), 0, Signed::max()}, true);
  expect_agreement<std::uint64_t>({0, std::uint64_t{1} << 63, ~std::uint64_t{0}}, true);
  expect_agreement<unsigned long long>({0, 1, ~0ULL - 1, ~0ULL}, false);
  expect_agreement<long long>({-7, 0, 3, 4}, true);
  expect_agreement<std::int8_t>({-128, -127, 0, 126, 127}, true);
  expect_agreement<std::uint8_t>({0, 1, 254, 255}, true);
}

TEST(CandidateIndex, agrees_with_the_plain_search_on_random_candidates) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 40; ++round) {
    std::vector<double> candidates;
    for (std::size_t i = 0, n = 1 + random() % 200; i < n; ++i) {
      candidates.push_back(static_cast<double>(random() % 1'000'000) / 7.0);
    }
    candidates = in_order(std::move(candidates));
    const CandidateIndex<double> index(candidates);
    const auto rows = rows_around(candidates, random);
    EXPECT_EQ(fast_slots(rows, index), plain_slots(rows, candidates));
  }
}

// Their slots would not fit 32 bits.
TEST(CandidateIndex, refuses_too_many_candidates) {
  EXPECT_NO_THROW(check_candidate_count(most_candidates));
  EXPECT_THROW(check_candidate_count(most_candidates + 1), Error);
}

}  // namespace
}  // namespace scrim::kernels::candidate_index_test
