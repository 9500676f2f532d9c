// Rounding that parts neighbours: half to even sends 0.5 and 1.5 to 0 and 2, half away from zero
// sends -0.5 and 0.5 to -1 and 1. Numbers one step apart are then two steps apart, and noise that
// is charged for one step loses twice as much.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"
#include "support/distances/value_distances.hpp"
#include "support/law_divergence.hpp"
#include "support/noisy_integer_law.hpp"

namespace scrim::attacks::parting_rounding {

using test::Outcome;
using test::text;

/// Numbers of steps next to where rounding decides, and those beside them.
inline std::vector<double> awkward_steps() {
  std::vector<double> values{0.0, -0.0};
  for (const double half : {0.5, 1.0, 1.5, 2.5, 3.5, 1e9 + 0.5}) {
    for (const double x : {half, -half}) {
      for (const double towards : {-1e300, x, 1e300}) values.push_back(std::nextafter(x, towards));
    }
  }
  return values;
}

struct Parted {
  int pairs = 0;
  int beyond_map = 0;
  std::int64_t a_step_becomes = 0;  ///< how many steps, at most, numbers become that are one apart
};

/// Every pair of the numbers, on a grid of 2^exponent.
void part_numbers(const auto& round, int exponent, Parted& parted) {
  const AbsoluteDistance<double> metric;
  const auto claim = make_round_to_grid(atom_domain<double>(), metric, exponent);
  for (const double a : awkward_steps()) {
    for (const double b : awkward_steps()) {
      const double x = std::ldexp(a, exponent);
      const double y = std::ldexp(b, exponent);
      const std::uint64_t d_out =
          distance(AbsoluteDistance<std::uint64_t>{}, round(x, exponent), round(y, exponent));
      const std::uint64_t claimed = claim.map(distance(metric, x, y));
      parted.pairs += 1;
      parted.beyond_map += d_out > claimed ? 1 : 0;
      if (claimed == 1) {
        parted.a_step_becomes = std::max(parted.a_step_becomes, static_cast<std::int64_t>(d_out));
      }
    }
  }
}

/// What a pair that was charged for one step loses under Laplace noise of ten steps, over the
/// charge: by the laws of the releases.
inline double loss_over_charge(const Parted& parted) {
  constexpr double scale = 10.0;
  const auto law_at = [](std::int64_t steps) {
    return test::law_of_laplace_byte(static_cast<std::int8_t>(steps), scale);
  };
  const double charged =
      make_laplace(atom_domain<std::int64_t>(), AbsoluteDistance<std::uint64_t>{}, MaxDivergence{},
                   {.scale = scale})
          .map(1);
  return test::divergence(MaxDivergence{}, law_at(0), law_at(parted.a_step_becomes), 0.0) / charged;
}

// --- the controls: how std::nearbyint and std::round round

inline Outcome on_control() {
  Parted to_even;
  Parted away_from_zero;
  part_numbers(
      [](double x, int exponent) {
        return static_cast<std::int64_t>(std::nearbyint(std::ldexp(x, -exponent)));
      },
      0, to_even);
  part_numbers(
      [](double x, int exponent) {
        return static_cast<std::int64_t>(std::round(std::ldexp(x, -exponent)));
      },
      0, away_from_zero);
  const double even_loss = loss_over_charge(to_even);
  const double away_loss = loss_over_charge(away_from_zero);
  return {even_loss > 1.9 && away_loss > 1.9,
          text("lose ", even_loss, " (to even) and ", away_loss, " (away) times the charge")};
}

// --- Scrim: half up, on grids from the finest to the coarsest

inline Outcome on_scrim() {
  Parted parted;
  for (const int exponent : {-1022, -20, -1, 0, 3, 900}) {
    part_numbers(
        [](double x, int e) {
          return make_round_to_grid(atom_domain<double>(), AbsoluteDistance<double>{}, e).invoke(x);
        },
        exponent, parted);
  }
  const double loss = loss_over_charge(parted);
  return {parted.beyond_map != 0 || loss > 1.0 + 1e-12,
          text(parted.beyond_map, " of ", parted.pairs, " pairs beyond the map; loses ", loss,
               " times the charge")};
}

}  // namespace scrim::attacks::parting_rounding
