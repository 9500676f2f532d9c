// Bounded range does not add up: after the first of two Gumbel selections, what remains differs
// between outcomes, and so does its total weight. The losses of two outcomes spread over 3 epsilon,
// not 2.
#pragma once

#include <cstddef>
#include <vector>

#include "scrim/scrim.hpp"
#include "support/attack_losses.hpp"
#include "support/attack_outcome.hpp"
#include "support/small_datasets.hpp"

namespace scrim::attacks::composed_range {

using test::Outcome;
using test::text;

inline Interval spread(const std::vector<double>& scores, const std::vector<double>& neighbour) {
  return test::range_divergence(test::exponential_law(scores, 1.0, 2),
                                test::exponential_law(neighbour, 1.0, 2));
}

/// Two heavy and two light scores; one of each moves up by 1, so the range distance is 1.
inline Interval worst_spread() {
  return spread({1.0, 0.0, -59.0, -60.0}, {0.0, 0.0, -60.0, -60.0});
}

// --- the control: k epsilon, which is what is usually charged

inline Outcome on_control() {
  const double claimed = 2 * 1.0;
  const Interval measured = worst_spread();
  return {measured.lo > claimed, text("losses spread over ", measured.lo, ", claimed ", claimed)};
}

// --- Scrim: the price of its measurement, against this and all moves of some score vectors

inline Outcome on_scrim() {
  const auto measurement =
      make_report_noisy_top_k(vector_domain<double>(), RangeDistance<double>{}, RangeDivergence{},
                              {.k = 2, .scale = 1.0, .optimize = Optimize::max});
  const double claimed = measurement.map(1.0);
  Interval worst = worst_spread();
  int neighbours = 1;
  for (const std::vector<double>& scores : std::vector<std::vector<double>>{
           {0.0, 0.0, 0.0, 0.0}, {0.0, 0.0, -60.0, -60.0}, {0.0, -2.0, -7.0, -30.0}}) {
    for (auto moved : test::datasets_of_size(std::vector{0.0, 1.0}, scores.size())) {
      for (std::size_t i = 0; i < scores.size(); ++i) moved[i] += scores[i];
      worst = test::larger_of(worst, spread(scores, moved));
      ++neighbours;
    }
  }
  return {!test::is_within(worst, claimed), text("losses spread over ", worst.hi, ", claimed ",
                                                 claimed, " (", neighbours, " neighbours)")};
}

}  // namespace scrim::attacks::composed_range
