// Permute-and-flip is epsilon-DP, but its losses spread over more than epsilon: it is not
// bounded-range, and epsilon^2 / 8, which the exponential mechanism may be charged under zCDP, is
// too little for it.
#pragma once

#include <cstddef>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/attack_losses.hpp"
#include "support/attack_outcome.hpp"
#include "support/small_datasets.hpp"

namespace scrim::attacks::flipped_charge {

using test::Outcome;
using test::text;

/// The worst loss over neighbours at range distance 1, by a law and a divergence between laws.
template <class LawOf, class Divergence>
Interval worst_loss(const LawOf& law_of, const Divergence& divergence) {
  Interval worst = test::no_loss_yet;
  for (const std::vector<double>& scores : std::vector<std::vector<double>>{
           {0.0, 0.0}, {0.0, -1.0}, {1.0, 0.0}, {0.0, -4.0}, {0.0, 0.0, -3.0}}) {
    for (auto moved : test::datasets_of_size(std::vector{0.0, 0.5, 1.0}, scores.size())) {
      for (std::size_t i = 0; i < scores.size(); ++i) moved[i] += scores[i];
      worst = test::larger_of(worst, divergence(law_of(scores), law_of(moved)));
      worst = test::larger_of(worst, divergence(law_of(moved), law_of(scores)));
    }
  }
  return worst;
}

inline test::Law flipped(const std::vector<double>& scores) {
  return test::permute_and_flip_law(scores, 1.0, 1);
}
inline test::Law gumbel(const std::vector<double>& scores) {
  return test::exponential_law(scores, 1.0, 1);
}

// --- the control: permute-and-flip at the price of the exponential mechanism

inline Outcome on_control() {
  const double claimed = 1.0 / 8.0;
  const Interval measured = worst_loss(flipped, test::concentrated_divergence);
  return {measured.lo > claimed, text("rho >= ", measured.lo, ", claimed ", claimed)};
}

// --- Scrim: each noise at its own price, and no way from one to the other: what loses epsilon does
// not pass for a bounded range

template <class Measure>
auto selection(Measure measure) {
  return make_report_noisy_top_k(vector_domain<double>(), RangeDistance<double>{}, measure,
                                 {.k = 1, .scale = 1.0, .optimize = Optimize::max});
}

template <class Measurement>
concept PassesForARange = requires(const Measurement& measurement) {
  make_convert_measure(measurement, RangeDivergence{});
};

inline Outcome on_scrim() {
  const bool refuses = !PassesForARange<decltype(selection(MaxDivergence{}))> &&
                       selection_noise<ZeroConcentratedDivergence> == SelectionNoise::gumbel;
  const Interval epsilon = worst_loss(flipped, test::max_divergence);
  const Interval flipped_rho = worst_loss(flipped, test::concentrated_divergence);
  const Interval rho = worst_loss(gumbel, test::concentrated_divergence);
  const double claimed_epsilon = selection(MaxDivergence{}).map(1.0);
  const double claimed_flipped_rho =
      make_convert_measure(selection(MaxDivergence{}), ZeroConcentratedDivergence{}).map(1.0);
  const double claimed_rho = selection(ZeroConcentratedDivergence{}).map(1.0);
  const bool stands = refuses && test::is_within(epsilon, claimed_epsilon) &&
                      test::is_within(flipped_rho, claimed_flipped_rho) &&
                      test::is_within(rho, claimed_rho);
  return {!stands, text("epsilon ", epsilon.hi, " of ", claimed_epsilon, ", rho ", flipped_rho.hi,
                        " of ", claimed_flipped_rho, "; Gumbel rho ", rho.hi, " of ", claimed_rho)};
}

}  // namespace scrim::attacks::flipped_charge
