// Rounding and order: a sum of doubles depends on the order of its rows, and one large row makes
// every later addition round by more than its row is worth. Both move the sum further than is
// claimed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"
#include "support/distances/value_distances.hpp"

namespace scrim::attacks::rounded_sum {

using test::Outcome;
using test::text;

inline constexpr double largest_row = 0x1p53;       // the public bounds are 0 and this
inline constexpr double small_row = 1.0 + 0x1p-52;  // rounds to 2 behind the largest row
inline constexpr std::size_t small_rows = 1000;

inline std::vector<double> rows_with(double first_row) {
  std::vector<double> rows(1 + small_rows, small_row);
  rows.front() = first_row;
  return rows;
}

// --- the control: a float sum, said to move by at most its bound when a row changes

inline double naive_sum(const std::vector<double>& rows) {
  double sum = 0.0;
  for (const double row : rows) sum += row;
  return sum;
}

inline Outcome on_control() {
  const auto rows = rows_with(largest_row);
  const double moved = naive_sum(rows) - naive_sum(rows_with(0.0));
  const double over_claim = moved - largest_row;
  const auto reversed = std::vector<double>(rows.rbegin(), rows.rend());
  const double by_order = std::fabs(naive_sum(rows) - naive_sum(reversed));
  return {over_claim >= 900.0 && by_order >= 900.0,
          text("moves by the claim + ", over_claim, "; by order alone ", by_order)};
}

// --- Scrim: counts in integers, in any order, in any number of merged parts

inline std::vector<std::uint64_t> scores_in_parts(const auto& scoring,
                                                  const std::vector<double>& rows,
                                                  std::size_t parts) {
  std::optional<decltype(scoring.start())> whole;
  const std::span<const double> all(rows);
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t from = rows.size() * part / parts;
    const std::size_t to = rows.size() * (part + 1) / parts;
    auto run = scoring.start({.index = part, .count = parts});
    run.update(all.subspan(from, to - from));
    if (whole) run.merge(*std::exchange(whole, std::nullopt));
    whole = std::move(run);
  }
  return std::move(*whole).finish();
}

inline Outcome on_scrim() {
  const std::vector<double> candidates{0.0, 1.0, small_row, 2.0, largest_row};
  const auto scoring = make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{},
                                                      candidates, Fraction{1, 3});
  auto rows = rows_with(largest_row);
  rows.insert(rows.end(), {0.0, 0x1p-1074, 1e308, 2.0});
  const auto scores = scoring.invoke(rows);
  const auto claimed = scoring.map(1);

  std::mt19937_64 shuffler(6);
  int differing = 0;
  std::uint64_t moved = 0;
  for (std::size_t trial = 0; trial < 1000; ++trial) {
    std::shuffle(rows.begin(), rows.end(), shuffler);
    differing += scores_in_parts(scoring, rows, 1 + trial % 7) == scores ? 0 : 1;
    auto fewer_rows = rows;
    fewer_rows.pop_back();
    moved = std::max(moved, distance(scoring.output_metric(), scores, scoring.invoke(fewer_rows)));
  }
  return {differing != 0 || moved > claimed,
          text(differing, " of 1000 orders differ; a row moves ", moved, ", claimed ", claimed)};
}

}  // namespace scrim::attacks::rounded_sum
