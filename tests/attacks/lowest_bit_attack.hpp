// The precision attack: a double near 0 has finer bits than one near 1, and adding noise to 1 cuts
// them off. The lowest set bit of a release therefore tells which of the two secrets lies under it.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <map>
#include <numbers>
#include <span>
#include <utility>
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

/// By Box and Muller.
inline double naive_gaussian(double secret, test::SeededStream& source) {
  const double radius =
      std::sqrt(-2.0 * std::log((static_cast<double>(source.next_word() >> 11) + 1.0) * 0x1p-53));
  const double angle = 2.0 * std::numbers::pi * static_cast<double>(source.next_word() >> 11);
  return secret + radius * std::cos(angle * 0x1p-53);
}

struct Named {
  int rightly = 0;
  int wrongly = 0;

  [[nodiscard]] double share() const { return rightly * 100.0 / releases; }
};

/// Releases with a bit too fine for 1 + noise, of 0 and of 1.
inline Named name_secrets(double (*release)(double, test::SeededStream&)) {
  test::SeededStream source(2);
  Named named;
  for (int i = 0; i < releases; ++i) {
    named.rightly += lowest_set_bit(release(0.0, source)) < -53 ? 1 : 0;
    named.wrongly += lowest_set_bit(release(1.0, source)) < -53 ? 1 : 0;
  }
  return named;
}

inline Outcome on_control() {
  const Named by_laplace = name_secrets(naive_laplace);
  const Named by_gaussian = name_secrets(naive_gaussian);
  const int wrongly = by_laplace.wrongly + by_gaussian.wrongly;
  return {by_laplace.share() > 20.0 && by_gaussian.share() > 20.0 && wrongly == 0,
          text(by_laplace.share(), "%, Gaussian ", by_gaussian.share(), "% name the secret, ",
               wrongly, " wrongly")};
}

// --- Scrim, selections: rows of the finest and of the coarsest bits, the same bits in the releases

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

inline int selections_that_name_a_neighbour() {
  const std::vector<double> coarse{0x1p1000, 0x1p600, 1.0, 4.0};
  int named = 0;
  for (const double fine : {0x1p-1074, 0x1.fffffffffffffp-1000, -0.1, 1.0 + 0x1p-52}) {
    named += releases_that_name_a_neighbour<MaxDivergence>(coarse, fine);
    named += releases_that_name_a_neighbour<ZeroConcentratedDivergence>(coarse, fine);
  }
  return named;
}

// --- Scrim, noise on doubles: no bit below the grid, and that of the grid in every other release

struct GridBits {
  int seen = 0;
  int telling = 0;

  void look_at(int exponent, auto release) {
    int below_grid = 0;
    int on_grid = 0;
    for (int i = 0; i < releases; ++i) {
      const double noisy = release();
      below_grid += noisy != 0.0 && lowest_set_bit(noisy) < exponent ? 1 : 0;
      on_grid += lowest_set_bit(noisy) == exponent ? 1 : 0;
    }
    seen += releases;
    // Seven standard deviations of a fair coin.
    const bool is_uneven = std::abs(on_grid - releases / 2) > 350;
    telling += is_uneven ? releases : below_grid;
  }
};

/// Gives the entries of a release, each once.
inline auto one_by_one(std::vector<double> entries) {
  return
      [entries = std::move(entries), next = std::size_t{0}]() mutable { return entries[next++]; };
}

inline GridBits bits_of_noisy_doubles() {
  constexpr NoiseOptions options{.scale = 1.0};
  const int exponent = checked_grid_noise("lowest bit", options).exponent;
  const auto domain = atom_domain<double>();
  const AbsoluteDistance<double> metric;
  const auto laplace = make_laplace(domain, metric, MaxDivergence{}, options);
  const auto gaussian = make_gaussian(domain, metric, ZeroConcentratedDivergence{}, options);
  const auto sum = Space{vector_domain<double>(), SymmetricDistance{}} >>
                   then_quantise(exponent, {0, 1 << 20}) >> then_sum() >>
                   then_laplace(MaxDivergence{}, {.scale = 0x1p20}) >> FromGrid{exponent};
  // Long vectors, whose noise comes from tables.
  const auto entries = vector_domain<double>().with_size(releases);
  const auto laplace_of_many =
      make_laplace(entries, LpDistance<1, double>{}, MaxDivergence{}, options);
  const auto gaussian_of_many =
      make_gaussian(entries, LpDistance<2, double>{}, ZeroConcentratedDivergence{}, options);
  GridBits bits;
  for (const double secret : {0.0, 1.0, 0x1p-1074, 0.1, -1.0 + 0x1p-53}) {
    bits.look_at(exponent, [&] { return laplace.invoke(secret); });
    bits.look_at(exponent, [&] { return gaussian.invoke(secret); });
    bits.look_at(exponent, [&] { return sum.invoke(std::vector{secret, 0.3}); });
    const std::vector<double> secrets(releases, secret);
    bits.look_at(exponent, one_by_one(laplace_of_many.invoke(secrets)));
    bits.look_at(exponent, one_by_one(gaussian_of_many.invoke(secrets)));
  }
  return bits;
}

inline Outcome on_scrim() {
  const int named = selections_that_name_a_neighbour();
  const GridBits bits = bits_of_noisy_doubles();
  return {named + bits.telling != 0,
          text(named, " of ", 16 * releases, " selections, ", bits.telling, " of ", bits.seen,
               " noisy numbers have a telling bit")};
}

}  // namespace scrim::attacks::lowest_bit
