// Mironov's attack: noise computed on doubles reaches only some of the doubles, and which ones
// depends on the secret to which it is added. A release that only one of two neighbours can reach
// names it.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/attack_noise_tapes.hpp"
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

// --- Scrim, selections: whatever the data, a release is one of the public candidates

inline const std::vector<double> candidates{-1.0, 0.1, 1.0 / 3.0, 1e300};

/// How many outcomes were looked at, and how many of them only one of two neighbours can have.
struct Search {
  std::size_t outcomes = 0;
  std::size_t named = 0;
};

/// Candidates that not both of two neighbours can release, whatever the tape.
template <class Measure>
void select_from_neighbours(const std::vector<double>& rows, double added_row, Search& search) {
  const auto scoring =
      make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{}, candidates, 0.5);
  const TopKOptions options{.k = 1, .scale = 0.25, .optimize = Optimize::min};
  std::vector<double> more_rows = rows;
  more_rows.push_back(added_row);
  const std::vector<std::uint64_t> scores = scoring.invoke(rows);
  const std::vector<std::uint64_t> more_scores = scoring.invoke(more_rows);
  const auto reached = test::reachable_selections<Measure>(scores, options);
  const auto reached_by_more = test::reachable_selections<Measure>(more_scores, options);
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    search.outcomes += 1;
    search.named += reached.contains(i) && reached_by_more.contains(i) ? 0 : 1;
  }
}

inline Search search_selections() {
  const std::vector<double> alphabet{-5.0, 0.2, 1e308};
  Search search;
  for (const auto& rows : test::datasets_up_to(alphabet, 2)) {
    for (const double added_row : alphabet) {
      select_from_neighbours<MaxDivergence>(rows, added_row, search);
      select_from_neighbours<RangeDivergence>(rows, added_row, search);
    }
  }
  return search;
}

// --- Scrim, noise on doubles: whatever the secret, a release is a multiple of the public step

inline constexpr int noisy_releases = 300;

/// Releases that the neighbour, whose value lies at `neighbour` steps, cannot reach; one beside the
/// grid is such a release.
template <class Adder>
void noise_on_neighbours(const auto& release, int exponent, const Adder& adder,
                         std::int64_t neighbour, Search& search) {
  for (int i = 0; i < noisy_releases; ++i) {
    const double steps = std::ldexp(release(), -exponent);
    const bool is_on_grid = steps == std::floor(steps) && std::fabs(steps) < 0x1p53;
    search.outcomes += 1;
    search.named +=
        is_on_grid && test::is_reachable(adder, neighbour, static_cast<std::int64_t>(steps)) ? 0
                                                                                             : 1;
  }
}

/// make_laplace or make_gaussian on doubles, with secrets of the finest and the coarsest bits.
template <class Adder>
void search_noise(const auto& make_noise, const auto& make_adder, Search& search) {
  const std::vector<double> secrets{0.0, 1.0, 0.1, -1.0 / 3.0, 0x1p-1074, 1.0 - 0x1p-53};
  for (const NoiseOptions options : {NoiseOptions{.scale = scale}, NoiseOptions{.scale = 1.4},
                                     NoiseOptions{.scale = 1.4, .exponent = -1}}) {
    const auto noise = make_noise(options);
    const GridNoise grid = checked_grid_noise("support of noise", options);
    const Adder adder = make_adder(grid.steps.scale);
    for (std::size_t i = 0; i < secrets.size(); ++i) {
      const double neighbour = secrets[(i + 1) % secrets.size()];
      noise_on_neighbours([&] { return noise.invoke(secrets[i]); }, grid.exponent, adder,
                          round_to_step(neighbour, grid.exponent), search);
    }
  }
}

/// Sums of doubles: rows go to the grid, and noise to the sum of the steps.
inline void search_noisy_sums(Search& search) {
  constexpr int exponent = -20;
  const auto sum = Space{vector_domain<double>(), SymmetricDistance{}} >>
                   then_quantise(exponent, {-(1 << 20), 1 << 20}) >> then_sum();
  const double steps_of_noise = std::ldexp(scale, -exponent);
  const auto noisy =
      sum >> then_laplace(MaxDivergence{}, {.scale = steps_of_noise}) >> FromGrid{exponent};
  const auto adder = test::laplace_adder(steps_of_noise);
  const std::vector<double> rows{0.1, 1.0 / 3.0, -1e300, 0x1p-1074};
  for (const double added_row : {0x1p-30, -0.7, 1.0 - 0x1p-53, 1e308}) {
    std::vector<double> more_rows = rows;
    more_rows.push_back(added_row);
    noise_on_neighbours([&] { return noisy.invoke(rows); }, exponent, adder, sum.invoke(more_rows),
                        search);
    noise_on_neighbours([&] { return noisy.invoke(more_rows); }, exponent, adder, sum.invoke(rows),
                        search);
  }
}

inline Search search_noisy_doubles() {
  const auto domain = atom_domain<double>();
  const AbsoluteDistance<double> metric;
  Search search;
  search_noise<test::LaplaceAdder>(
      [&](const NoiseOptions& options) {
        return make_laplace(domain, metric, MaxDivergence{}, options);
      },
      test::laplace_adder, search);
  search_noise<test::GaussianAdder>(
      [&](const NoiseOptions& options) {
        return make_gaussian(domain, metric, ZeroConcentratedDivergence{}, options);
      },
      test::gaussian_adder, search);
  search_noisy_sums(search);
  return search;
}

inline Outcome on_scrim() {
  const Search selections = search_selections();
  const Search doubles = search_noisy_doubles();
  return {selections.named + doubles.named != 0,
          text(selections.named, " of ", selections.outcomes, " outcomes, ", doubles.named, " of ",
               doubles.outcomes, " noisy numbers name a neighbour")};
}

}  // namespace scrim::attacks::support_of_noise
