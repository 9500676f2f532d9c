// Mironov's attack: noise computed on doubles reaches only some of the doubles, and which ones
// depends on the secret to which it is added. A release that only one of two neighbours can reach
// names it.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"
#include "support/attack_reachable.hpp"
#include "support/seeded_stream.hpp"
#include "support/small_datasets.hpp"

namespace scrim::attacks::support_of_noise {

using test::Outcome;
using test::text;

inline constexpr int releases = 10'000;

// --- the control: Laplace noise by inverse transform, as textbooks have it

inline constexpr double scale = 10.0;  // a count, epsilon = 0.1

/// secret +- scale * -ln(k / 2^53).
inline double add_noise(double secret, std::uint64_t k, bool is_negative) {
  const double noise = -scale * std::log(static_cast<double>(k) * 0x1p-53);
  return secret + (is_negative ? -noise : noise);
}

inline double naive_laplace(double secret, test::SeededStream& source) {
  const std::uint64_t word = source.next_word();
  return add_noise(secret, (word >> 11) + 1, (word & 1) != 0);
}

/// Whether some k leads from this secret to this release: those around 2^53 exp(-|noise| / scale).
inline bool is_reachable(double secret, double release) {
  const double noise = release - secret;
  const double k = std::nearbyint(std::exp(-std::fabs(noise) / scale) * 0x1p53);
  for (double step = -32.0; step <= 32.0; ++step) {
    if (k + step < 1.0 || k + step > 0x1p53) continue;
    const auto near_k = static_cast<std::uint64_t>(k + step);
    if (add_noise(secret, near_k, noise < 0.0) == release) return true;
  }
  return false;
}

inline Outcome on_control() {
  test::SeededStream source(1);
  int named = 0;
  int misnamed = 0;
  for (int i = 0; i < releases; ++i) {
    const double secret = i % 2;
    const double release = naive_laplace(secret, source);
    const bool by_neighbour = is_reachable(1.0 - secret, release);
    named += by_neighbour ? 0 : 1;
    misnamed += is_reachable(secret, release) ? 0 : 1;
  }
  return {
      named > releases / 4 && misnamed == 0,
      text(named * 100.0 / releases, "% of releases name the neighbour, ", misnamed, " wrongly")};
}

// --- Scrim: whatever the data, a release is one of the public candidates

inline const std::vector<double> candidates{-1.0, 0.1, 1.0 / 3.0, 1e300};

/// Candidates that not both of two neighbours can release, whatever the tape.
template <class Measure>
int outcomes_of_one_neighbour(const std::vector<double>& rows, double added_row) {
  const auto scoring =
      make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{}, candidates, 0.5);
  const TopKOptions options{.k = 1, .scale = 0.25, .optimize = Optimize::min};
  std::vector<double> more_rows = rows;
  more_rows.push_back(added_row);
  const std::vector<std::uint64_t> scores = scoring.invoke(rows);
  const std::vector<std::uint64_t> more_scores = scoring.invoke(more_rows);
  const auto reached = test::reachable_selections<Measure>(scores, options);
  const auto reached_by_more = test::reachable_selections<Measure>(more_scores, options);
  int named = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    named += reached.contains(i) && reached_by_more.contains(i) ? 0 : 1;
  }
  return named;
}

inline Outcome on_scrim() {
  const std::vector<double> alphabet{-5.0, 0.2, 1e308};
  std::size_t outcomes = 0;
  int named = 0;
  for (const auto& rows : test::datasets_up_to(alphabet, 2)) {
    for (const double added_row : alphabet) {
      named += outcomes_of_one_neighbour<MaxDivergence>(rows, added_row);
      named += outcomes_of_one_neighbour<RangeDivergence>(rows, added_row);
      outcomes += 2 * candidates.size();
    }
  }
  return {named != 0, text(named, " of ", outcomes, " outcomes reached by one neighbour only")};
}

}  // namespace scrim::attacks::support_of_noise
