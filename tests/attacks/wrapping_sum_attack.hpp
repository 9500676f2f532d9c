// Overflow of sums: one that wraps is moved by one row from one end of its type to the other; one
// that stops at the ends on its way depends on the order of its rows. Merged parts get it there
// without anyone reading so many rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/identity.hpp"
#include "scrim/core/parts.hpp"
#include "scrim/core/saved_run.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/scrim.hpp"
#include "support/attack_full_states.hpp"
#include "support/attack_outcome.hpp"
#include "support/distances/value_distances.hpp"

namespace scrim::attacks::wrapping_sum {

using test::Outcome;
using test::text;

using Rows = std::vector<std::int64_t>;

inline constexpr std::int64_t largest_row = kernels::sum_term_limit - 1;  // both bounds are public
inline const Rows every_row{largest_row, -largest_row, 1, -1, 0};
inline constexpr AbsoluteDistance<std::uint64_t> metric;
inline constexpr int until_2_to_64_rows = 64;

// --- the controls: 64 bits that wrap, and 64 bits that stop at every addition

struct WrappingSum {
  std::uint64_t sum = 0;

  void update(std::span<const std::int64_t> rows) {
    for (const std::int64_t row : rows) sum += static_cast<std::uint64_t>(row);
  }
  void merge(const WrappingSum& other) { sum += other.sum; }
  [[nodiscard]] std::int64_t finish() const { return static_cast<std::int64_t>(sum); }
};

inline std::int64_t stopping_sum(const Rows& rows) {
  std::int64_t sum = 0;
  for (const std::int64_t row : rows) {
    if (!__builtin_add_overflow(sum, row, &sum)) continue;
    using Limits = std::numeric_limits<std::int64_t>;
    sum = row < 0 ? Limits::min() : Limits::max();
  }
  return sum;
}

inline Outcome on_control() {
  const std::uint64_t moved =
      test::largest_move(metric, WrappingSum{}, every_row, until_2_to_64_rows);
  const std::uint64_t by_order = distance(
      metric, stopping_sum({largest_row, largest_row, largest_row, -largest_row, -largest_row}),
      stopping_sum({largest_row, -largest_row, largest_row, -largest_row, largest_row}));
  const double claimed = static_cast<double>(largest_row);
  return {moved > std::uint64_t{largest_row} && by_order > 0,
          text("wraps by ", static_cast<double>(moved) / claimed, " times the claim; by order ",
               static_cast<double>(by_order) / claimed)};
}

// --- Scrim: as many rows as there can be, in states that are merged, and in saved runs

inline auto make_sum_of_rows() {
  return make_sum(vector_domain(Bounds{-largest_row, largest_row}), SymmetricDistance{});
}

/// The bytes that a run would save that holds one of two parts, so many rows and this sum. Its
/// identity is that of a run that was saved.
inline std::vector<std::byte> saved_part(std::uint64_t index, std::uint64_t rows, uint128 sum) {
  constexpr std::size_t identity_offset = 24;  // docs/formats/run-state.md
  const auto saved = make_sum_of_rows().start().save();
  Identity::Digest identity{};
  std::copy_n(saved.begin() + identity_offset, identity.size(), identity.begin());
  StateWriter body;
  body.write(rows);
  Parts({.index = index, .count = 2}).save(body);
  body.write(static_cast<std::uint64_t>(sum));
  body.write(static_cast<std::uint64_t>(sum >> 64));
  return pack_run(identity, body.bytes());
}

inline std::int64_t merged(const std::vector<std::byte>& first,
                           const std::vector<std::byte>& second, const Rows& added_rows) {
  const auto sum = make_sum_of_rows();
  auto run = sum.load(first);
  run.merge(sum.load(second));
  run.update(added_rows);
  return std::move(run).finish();
}

struct Search {
  int runs = 0;
  int wrong = 0;         ///< another sum than the exact one, or the end of 64 bits beyond it
  int beyond_claim = 0;  ///< moved further than claimed by a row more
};

inline constexpr std::uint64_t rows_of_part = (std::uint64_t{1} << 63) - 1;
inline constexpr int128 all_largest = int128{rows_of_part} * largest_row;

/// Two parts of 2^63 - 1 rows with these sums, and a row more.
inline void merge_full_parts(int128 first_sum, int128 second_sum, Search& search) {
  const int128 exact = first_sum + second_sum;
  const auto first = saved_part(0, rows_of_part, static_cast<uint128>(first_sum));
  const auto second = saved_part(1, rows_of_part, static_cast<uint128>(second_sum));
  const std::int64_t sum = merged(first, second, {});
  search.runs += 2;
  search.wrong += sum == nearest_int64(exact) ? 0 : 1;
  search.wrong += merged(second, first, {}) == sum ? 0 : 1;
  for (const std::int64_t row : every_row) {
    const std::int64_t more = merged(first, second, {row});
    search.runs += 1;
    search.wrong += more == nearest_int64(exact + row) ? 0 : 1;
    search.beyond_claim += distance(metric, sum, more) > make_sum_of_rows().map(1) ? 1 : 0;
  }
}

inline Outcome on_scrim() {
  const RowSum<std::int64_t> start(Bounds{-largest_row, largest_row});
  const std::uint64_t moved = test::largest_move(metric, start, every_row, until_2_to_64_rows);
  Search search;
  using Limits = std::numeric_limits<std::int64_t>;
  for (const int128 end : {int128{Limits::min()}, int128{0}, int128{Limits::max()}}) {
    for (const int128 beside :
         {-int128{largest_row}, int128{-1}, int128{0}, int128{1}, int128{largest_row}}) {
      merge_full_parts(all_largest, end + beside - all_largest, search);
    }
  }
  merge_full_parts(all_largest, all_largest, search);
  merge_full_parts(-all_largest, -all_largest, search);
  return {moved > std::uint64_t{largest_row} || search.wrong + search.beyond_claim != 0,
          text("a row moves ", static_cast<double>(moved) / static_cast<double>(largest_row),
               " times the claim; ", search.wrong + search.beyond_claim, " of ", search.runs,
               " merges of 2^64 - 2 rows wrong")};
}

}  // namespace scrim::attacks::wrapping_sum
