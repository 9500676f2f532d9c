// The fast look-up against the plain one, to the last count.
#include "scrim/kernels/candidate_index.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "scrim/kernels/candidate_counts.hpp"
#include "scrim/kernels/slot_counters.hpp"

namespace scrim::kernels {
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
  std::vector<std::uint32_t> slots(located_rows);
  std::span<const T> left(rows);
  while (!left.empty()) {
    const auto block = left.first(std::min(left.size(), located_rows));
    index.locate(block, slots);
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
  EXPECT_EQ(fast_slots(rows, index), plain_slots(rows, candidates));
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

TEST(CandidateIndex, agrees_with_the_plain_search_on_uneven_candidates) {
  std::vector<double> geometric;
  std::vector<double> clustered;
  for (int i = 0; i < 300; ++i) {
    geometric.push_back(std::pow(1.5, i - 150));
    clustered.push_back(std::nextafter(i == 0 ? 1.0 : clustered.back(), 2.0));
  }
  clustered.push_back(1e300);
  expect_agreement(geometric, false);
  expect_agreement(clustered, false);
  expect_agreement<double>({5e-324, 1e-323, 1.5e-323}, false);  // the scale overflows
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
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    const CandidateIndex<double> index(candidates);
    const auto rows = rows_around(candidates, random);
    EXPECT_EQ(fast_slots(rows, index), plain_slots(rows, candidates));
  }
}

TEST(SlotCounters, counts_blocks_of_every_length) {
  for (std::size_t length = 0; length < 20; ++length) {
    SlotCounters counters(3);
    std::vector<std::uint32_t> slots(length, 2);
    counters.count(slots);
    counters.count(slots);
    EXPECT_EQ(counters.totals(), (std::vector<std::uint64_t>{0, 0, 2 * length}));
  }
}

}  // namespace
}  // namespace scrim::kernels
