// NaN and -0.0: a NaN compares with nothing, so one of them breaks sorting, clamping and every
// claim about ranks, and its payload can carry a message; -0.0 equals 0.0 and has other bits.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"
#include "support/distances/dataset_distances.hpp"
#include "support/distances/value_distances.hpp"
#include "support/small_datasets.hpp"

namespace scrim::attacks::not_a_number {

using test::Outcome;
using test::text;

inline double nan_with_payload(std::uint64_t payload, bool is_negative) {
  const std::uint64_t quiet = 0x7ff8'0000'0000'0000U | payload;
  return std::bit_cast<double>(is_negative ? quiet | std::uint64_t{1} << 63 : quiet);
}

// --- the control: ranks by sorting, clamping by min and max

/// Insertion sort, which at least is defined when the order is none.
inline std::vector<double> naively_sorted(std::vector<double> rows) {
  for (std::size_t i = 1; i < rows.size(); ++i) {
    for (std::size_t j = i; j > 0 && rows[j] < rows[j - 1]; --j) std::swap(rows[j], rows[j - 1]);
  }
  return rows;
}

/// The rank of a value, by bisection of the sorted rows.
inline std::size_t naive_rank(const std::vector<double>& rows, double value) {
  const auto sorted = naively_sorted(rows);
  return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), value) -
                                  sorted.begin());
}

inline Outcome on_control() {
  std::vector<double> rows(999);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i < 499 ? 1.0 : 0.0;
  const std::size_t rank = naive_rank(rows, 0.5);
  rows.insert(rows.begin() + 499, nan_with_payload(0, false));
  const auto moved = std::abs(static_cast<long>(naive_rank(rows, 0.5)) - static_cast<long>(rank));

  const double message = nan_with_payload(0xbeef, true);
  const double clamped = std::min(std::max(message, 0.0), 1.0);
  const bool lets_message_through = (std::bit_cast<std::uint64_t>(clamped) & 0xffffU) == 0xbeefU;
  return {moved > 1 && lets_message_through,
          text("a NaN moves a rank by ", moved, "; payload passes clamping")};
}

// --- Scrim: every placement of hostile rows moves scores no further than the map says

inline Outcome on_scrim() {
  using Limits = std::numeric_limits<double>;
  const std::vector<double> alphabet{nan_with_payload(0, false),
                                     nan_with_payload(0xbeef, true),
                                     Limits::signaling_NaN(),
                                     -0.0,
                                     0.0,
                                     -Limits::infinity(),
                                     Limits::infinity(),
                                     1.0,
                                     0.5};
  const std::vector<double> candidates{-0.0, 0.5, 1.0};
  const auto scoring = make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{},
                                                      candidates, Fraction{2, 5});
  const auto clamping =
      make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds<double>{-0.0, 1.0});
  const auto clamped_scoring =
      clamping >> then_quantile_score_candidates(candidates, Fraction{2, 5});

  const auto datasets = test::datasets_up_to(alphabet, 3);
  std::vector<std::vector<std::uint64_t>> scores;
  std::vector<std::vector<std::uint64_t>> clamped_scores;
  int nans_let_through = 0;
  for (const auto& rows : datasets) {
    scores.push_back(scoring.invoke(rows));
    clamped_scores.push_back(clamped_scoring.invoke(rows));
    for (const double row : clamping.invoke(rows)) nans_let_through += std::isnan(row) ? 1 : 0;
  }
  int pairs = 0;
  int beyond_map = 0;
  const LInfDistance<std::uint64_t> metric;
  for (std::size_t i = 0; i < datasets.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const auto d_in = distance(SymmetricDistance{}, datasets[i], datasets[j]);
      if (d_in > 2) continue;
      ++pairs;
      beyond_map += distance(metric, scores[i], scores[j]) > scoring.map(d_in) ? 1 : 0;
      beyond_map +=
          distance(metric, clamped_scores[i], clamped_scores[j]) > clamped_scoring.map(d_in) ? 1
                                                                                             : 0;
    }
  }
  return {beyond_map != 0 || nans_let_through != 0,
          text(beyond_map, " of ", pairs, " pairs beyond the map; ", nans_let_through,
               " NaN leave clamp")};
}

}  // namespace scrim::attacks::not_a_number
