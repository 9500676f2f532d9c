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
#include <set>
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

/// So few that every order is tried. What is added to one of the largest is lost, or rounded, and
/// what comes when they have cancelled is not.
inline std::vector<double> nasty_rows() { return {1e16, 1.0, -1e16, 0x1p-30, 0.1}; }

/// Calls use(rows) for every order of rows that all differ.
void for_each_order(std::vector<double> rows, const auto& use) {
  std::sort(rows.begin(), rows.end());
  do {
    use(std::as_const(rows));
  } while (std::next_permutation(rows.begin(), rows.end()));
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
  std::set<double> sums;
  for_each_order(nasty_rows(),
                 [&](const std::vector<double>& some) { sums.insert(naive_sum(some)); });
  return {over_claim >= 900.0 && by_order >= 900.0 && sums.size() > 1,
          text("moves by the claim + ", over_claim, ", by order ", by_order, "; ",
               nasty_rows().size(), " rows: ", sums.size(), " sums")};
}

// --- Scrim: integers, in any order, in any number of merged parts, on any number of threads

auto value_in_parts(const auto& fold, const std::vector<double>& rows, std::size_t parts,
                    ReadOptions options) {
  std::optional<decltype(fold.start())> whole;
  const std::span<const double> all(rows);
  for (std::size_t part = 0; part < parts; ++part) {
    const std::size_t from = rows.size() * part / parts;
    const std::size_t to = rows.size() * (part + 1) / parts;
    auto run = fold.start({.index = part, .count = parts});
    run.update(all.subspan(from, to - from), options);
    if (whole) run.merge(*std::exchange(whole, std::nullopt));
    whole = std::move(run);
  }
  return std::move(*whole).finish();
}

struct Search {
  int orders = 0;
  int differing = 0;
  int beyond_claim = 0;  ///< where the last row moved the value by more
};

/// Reads rows in parts, and leaves out the last. The value is that of another order.
void try_order(const auto& fold, const auto& value, std::vector<double> rows, std::size_t trial,
               Search& search) {
  const auto again = value_in_parts(fold, rows, 1 + trial % 7, {.threads = 1 + trial % 3});
  search.orders += 1;
  search.differing += again == value ? 0 : 1;
  rows.pop_back();
  const std::uint64_t moved = distance(fold.output_metric(), value, fold.invoke(rows));
  search.beyond_claim += moved > fold.map(1) ? 1 : 0;
}

void shuffle_rows(const auto& fold, std::vector<double> rows, int orders, Search& search) {
  const auto value = fold.invoke(rows);
  std::mt19937_64 shuffler(6);
  for (int order = 0; order < orders; ++order) {
    std::shuffle(rows.begin(), rows.end(), shuffler);
    try_order(fold, value, rows, static_cast<std::size_t>(order), search);
  }
}

void permute_rows(const auto& fold, const std::vector<double>& rows, Search& search) {
  const auto value = fold.invoke(rows);
  std::size_t trial = 0;
  for_each_order(rows, [&](const std::vector<double>& ordered) {
    try_order(fold, value, ordered, trial, search);
    ++trial;
  });
}

inline Outcome on_scrim() {
  const Space space{vector_domain<double>(), SymmetricDistance{}};
  const std::vector<double> candidates{0.0, 1.0, small_row, 2.0, largest_row};
  const auto scores = space >> then_quantile_score_candidates(candidates, Fraction{1, 3});
  // The bounds of the control, and both signs, so that rows cancel; by quarters, so that its small
  // rows are rounded.
  constexpr std::int64_t largest_steps = std::int64_t{1} << 55;
  const auto sum = space >> then_quantise(-2, {-largest_steps, largest_steps}) >> then_sum();

  auto rows = rows_with(largest_row);
  rows.insert(rows.end(), {0.0, 0x1p-1074, 1e308, 2.0});
  Search search;
  shuffle_rows(scores, rows, 1000, search);
  rows.insert(rows.end(), {-largest_row, -1e308, 0.125, 0.375, -0.625});
  shuffle_rows(sum, rows, 1000, search);
  // As many rows as several threads share.
  std::vector<double> many_rows;
  while (many_rows.size() < 300'000) {
    many_rows.insert(many_rows.end(), rows.begin(), rows.end());
  }
  shuffle_rows(scores, many_rows, 6, search);
  shuffle_rows(sum, many_rows, 6, search);
  // Once so wide that the largest rows are not clamped, once so fine that the smallest are not
  // lost.
  constexpr std::int64_t many_steps = std::int64_t{1} << 61;
  for (const int exponent : {-2, -30}) {
    permute_rows(space >> then_quantise(exponent, {-many_steps, many_steps}) >> then_sum(),
                 nasty_rows(), search);
  }
  permute_rows(scores, nasty_rows(), search);
  return {search.differing + search.beyond_claim != 0,
          text(search.differing, " of ", search.orders, " orders differ; in ", search.beyond_claim,
               " a row moves more than claimed")};
}

}  // namespace scrim::attacks::rounded_sum
