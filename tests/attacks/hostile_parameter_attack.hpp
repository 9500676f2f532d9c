// Hostile parameters: an alpha that no double holds, candidates at the ends of the number line.
// What is computed from them in doubles overflows, or rounds so that a row counts for more than is
// claimed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/algorithm/report_noisy_top_k.hpp"
#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"
#include "support/distances/value_distances.hpp"
#include "support/seeded_stream.hpp"
#include "support/small_datasets.hpp"

namespace scrim::attacks::hostile_parameter {

using test::Outcome;
using test::text;

using Limits = std::numeric_limits<double>;

// --- the control: alpha as a double, candidates by dividing a range

/// Said to move by at most max(alpha, 1 - alpha) when a row is added.
inline double naive_score(double alpha, double below, double above) {
  return std::fabs((1.0 - alpha) * below - alpha * above);
}

inline std::vector<double> naive_candidates(double lower, double upper, std::size_t count) {
  std::vector<double> candidates(count);
  const double step = (upper - lower) / static_cast<double>(count - 1);
  for (std::size_t i = 0; i < count; ++i) candidates[i] = lower + step * static_cast<double>(i);
  return candidates;
}

inline Outcome on_control() {
  std::mt19937_64 generator(8);
  double moved = 0.0;
  for (int i = 0; i < 10'000; ++i) {
    const double below = static_cast<double>(generator() >> 12);  // counts that doubles hold
    const double above = static_cast<double>(generator() >> 12);
    moved = std::max(
        moved, std::fabs(naive_score(0.1, below + 1.0, above) - naive_score(0.1, below, above)));
  }
  const auto candidates = naive_candidates(-Limits::max(), Limits::max(), 3);
  const auto unusable =
      std::ranges::count_if(candidates, [](double c) { return !std::isfinite(c); });
  return {moved > 0.9 && unusable > 0,
          text("a row moves ", moved, ", claimed 0.9; ", unusable, " candidates not finite")};
}

// --- Scrim: accepted and sound, or refused for what it is

struct Tally {
  int accepted = 0;
  int refused = 0;
  int beyond_map = 0;
  int not_a_candidate = 0;
};

template <class Measure>
bool selects_candidates(const std::vector<std::uint64_t>& scores, std::size_t k, double scale) {
  test::SeededStream source(9);
  const auto best =
      report_noisy_top_k<Measure>(std::span<const std::uint64_t>(scores),
                                  {.k = k, .scale = scale, .optimize = Optimize::min}, source);
  return std::set(best.begin(), best.end()).size() == k && std::ranges::max(best) < scores.size();
}

/// Scores a few hostile rows, adds one more of each kind, and selects.
inline void try_parameters(const std::vector<double>& candidates, const Alpha& alpha,
                           Tally& tally) {
  const auto scoring = make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{},
                                                      candidates, alpha);
  std::vector<double> rows = test::few_edge_doubles();
  const auto scores = scoring.invoke(rows);
  for (const double row : test::few_edge_doubles()) {
    rows.push_back(row);
    const auto moved = distance(scoring.output_metric(), scores, scoring.invoke(rows));
    rows.pop_back();
    tally.beyond_map += moved <= scoring.map(1) ? 0 : 1;
  }
  const std::size_t k = std::min<std::size_t>(2, candidates.size());
  const double scale = quantile_score_scale(1.5, alpha);
  tally.not_a_candidate += selects_candidates<MaxDivergence>(scores, k, scale) ? 0 : 1;
  tally.not_a_candidate += selects_candidates<RangeDivergence>(scores, k, scale) ? 0 : 1;
  ++tally.accepted;
}

template <class AlphaLike>
void try_or_be_refused(const std::vector<double>& candidates, AlphaLike alpha, Tally& tally) {
  try {
    try_parameters(candidates, alpha, tally);
  } catch (const Error& error) {
    tally.refused += error.kind() == ErrorKind::invalid_argument ? 1 : 0;
  }
}

inline std::vector<double> many_candidates() {
  std::vector<double> candidates(1'000'000);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    candidates[i] = static_cast<double>(i) * Limits::denorm_min();
  }
  return candidates;
}

inline Outcome on_scrim() {
  constexpr std::uint64_t huge = std::numeric_limits<std::uint64_t>::max();
  const std::vector<std::vector<double>> good_candidates{
      {0.0},
      {-Limits::infinity(), Limits::infinity()},
      {-Limits::max(), 0.0, Limits::max()},
      {Limits::denorm_min(), 2 * Limits::denorm_min(), Limits::min()},
      {1.0, 1.0 + Limits::epsilon()}};
  const std::vector<std::vector<double>> bad_candidates{
      {}, {-0.0, 0.0}, {1.0, 0.0}, {Limits::quiet_NaN()}, {0.0, Limits::quiet_NaN()}};
  const std::vector<double> good_alphas{
      0.0, -0.0, Limits::denorm_min(), 0x1p-53, 0.1, 1.0 / 3.0, 0.5 + 0x1p-53, 1.0 - 0x1p-53, 1.0};
  const std::vector<double> bad_alphas{-0x1p-1074, 1.0 + 0x1p-52, Limits::infinity(),
                                       -Limits::infinity(), Limits::quiet_NaN()};
  const std::vector<Fraction> huge_alphas{
      {huge - 1, huge}, {0, huge}, {huge, huge}, {huge / 2, huge}};

  Tally good;
  Tally bad;
  for (const auto& candidates : good_candidates) {
    for (const double alpha : good_alphas) try_or_be_refused(candidates, alpha, good);
    for (const Fraction& alpha : huge_alphas) try_or_be_refused(candidates, alpha, good);
    for (const double alpha : bad_alphas) try_or_be_refused(candidates, alpha, bad);
  }
  for (const auto& candidates : bad_candidates) try_or_be_refused(candidates, 0.5, bad);
  try_or_be_refused(good_candidates.front(), Fraction{1, 0}, bad);
  try_or_be_refused(good_candidates.front(), Fraction{2, 1}, bad);
  try_or_be_refused(many_candidates(), 0.5, good);

  const bool stands = good.accepted == 66 && good.refused == 0 && good.beyond_map == 0 &&
                      good.not_a_candidate == 0 && bad.accepted == 0 && bad.refused == 32;
  return {!stands,
          text(good.accepted, " extreme ones sound, ", bad.refused, " wrong ones refused")};
}

}  // namespace scrim::attacks::hostile_parameter
