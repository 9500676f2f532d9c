// The precision attack: a double near 0 has finer bits than one near 1, and adding noise to 1 cuts
// them off. The lowest set bit of a release therefore tells which of the two secrets lies under it.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/algorithm/report_noisy_top_k.hpp"
#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::attacks::lowest_bit {

using test::Outcome;
using test::text;

inline constexpr int releases = 10'000;

/// The exponent of the lowest set bit; that of 0 lies below all others.
inline int lowest_set_bit(double x) {
  if (x == 0.0) return std::numeric_limits<int>::min();
  int exponent = 0;
  const double significand = std::frexp(x, &exponent);
  const auto integer = static_cast<std::uint64_t>(std::fabs(significand) * 0x1p53);
  return exponent - 53 + std::countr_zero(integer);
}

// --- the control: 1 + noise has no bit below 2^-53, 0 + noise mostly has

inline double naive_laplace(double secret, test::SeededStream& source) {
  const std::uint64_t word = source.next_word();
  const double noise = -std::log((static_cast<double>(word >> 11) + 1.0) * 0x1p-53);
  return secret + ((word & 1) != 0 ? -noise : noise);
}

inline Outcome on_control() {
  test::SeededStream source(2);
  int named = 0;
  int misnamed = 0;
  for (int i = 0; i < releases; ++i) {
    named += lowest_set_bit(naive_laplace(0.0, source)) < -53 ? 1 : 0;
    misnamed += lowest_set_bit(naive_laplace(1.0, source)) < -53 ? 1 : 0;
  }
  return {named > releases / 4 && misnamed == 0,
          text(named * 100.0 / releases, "% of releases name the secret, ", misnamed, " wrongly")};
}

// --- Scrim: rows of the finest and of the coarsest bits, the same bits in the releases

inline const std::vector<double> candidates{-0x1p1000, 0x1p-1074, 0.1, 1.0, 1.0 + 0x1p-52, 3e300};

template <class Measure>
std::map<int, int> lowest_bits_of_releases(const std::vector<double>& rows) {
  const auto scoring =
      make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{}, candidates, 0.5);
  const std::vector<std::uint64_t> scores = scoring.invoke(rows);
  test::SeededStream source(3);
  std::map<int, int> seen;
  for (int i = 0; i < releases; ++i) {
    const auto best =
        report_noisy_top_k<Measure>(std::span<const std::uint64_t>(scores),
                                    {.k = 1, .scale = 4.0, .optimize = Optimize::min}, source);
    ++seen[lowest_set_bit(candidates[best.front()])];
  }
  return seen;
}

/// How many releases, of rows or of one row more, have a lowest bit that the other one never has.
template <class Measure>
int releases_that_name_a_neighbour(const std::vector<double>& rows, double added_row) {
  std::vector<double> more_rows = rows;
  more_rows.push_back(added_row);
  const auto bits = lowest_bits_of_releases<Measure>(rows);
  const auto bits_of_more = lowest_bits_of_releases<Measure>(more_rows);
  int named = 0;
  for (const auto& [bit, count] : bits) named += bits_of_more.contains(bit) ? 0 : count;
  for (const auto& [bit, count] : bits_of_more) named += bits.contains(bit) ? 0 : count;
  return named;
}

inline Outcome on_scrim() {
  const std::vector<double> coarse{0x1p1000, 0x1p600, 1.0, 4.0};
  int named = 0;
  for (const double fine : {0x1p-1074, 0x1.fffffffffffffp-1000, -0.1, 1.0 + 0x1p-52}) {
    named += releases_that_name_a_neighbour<MaxDivergence>(coarse, fine);
    named += releases_that_name_a_neighbour<ZeroConcentratedDivergence>(coarse, fine);
  }
  return {named != 0, text(named, " of ", 16 * releases, " releases have a bit of their own")};
}

}  // namespace scrim::attacks::lowest_bit
