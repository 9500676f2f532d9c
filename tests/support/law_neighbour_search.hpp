// A search for the neighbouring score vectors whose selection laws are furthest apart.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/price/selection_measure.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "support/distances/value_distances.hpp"
#include "support/law_cube_search.hpp"
#include "support/law_divergence.hpp"
#include "support/selection_law.hpp"

namespace scrim::test {

/// The law with which a measure's selection is made.
template <SelectionMeasure MO>
struct MechanismOf {
  using type = ExponentialMechanism;
};
template <>
struct MechanismOf<MaxDivergence> {
  using type = PermuteAndFlip;
};

/// Two score vectors, and the order at which concentrated divergence looks at their laws.
struct Neighbours {
  std::vector<double> scores;
  std::vector<double> moved;
  double excess = 0.0;
};

/// One selection to be searched: how many of how many, at which distance of scores.
struct SelectionCase {
  std::size_t candidates;
  std::size_t k;
  double scale;
  double d_in;
};

// Where an entry may move, for u and shift in [0, 1]. Each is the whole ball of radius d: vectors
// within a range of d of each other are those whose moves lie in some interval of length d.

[[nodiscard]] inline double move_of(const LInfDistance<double>& metric, double d, double u,
                                    double shift) {
  return metric.monotonic ? d * u - d * shift : 2 * d * u - d;
}

[[nodiscard]] inline double move_of(const RangeDistance<double>&, double d, double u,
                                    double shift) {
  return d * u + 8 * d * (shift - 0.5);
}

/// Scores and moves are multiples of this, so that their sums are exact and the neighbours are
/// exactly as close as they are meant to be.
inline constexpr double score_grid = 0x1p-30;

/// Beyond a gap of 45 scales the limit of infinitely distant scores is attained to a double.
inline constexpr double deepest_gap = 45.0;

/// The neighbours that a point of the cube stands for: a score and a move per candidate, a common
/// shift, an order. Small gaps are resolved more finely than large ones.
template <class Metric>
[[nodiscard]] Neighbours neighbours_at(const std::vector<double>& point, const Metric& metric,
                                       const SelectionCase& c) {
  const auto snap = [](double x) { return std::floor(x / score_grid) * score_grid; };
  const std::size_t n = c.candidates;
  const double shift = point[2 * n];
  Neighbours neighbours;
  for (std::size_t i = 0; i < n; ++i) {
    const double score = snap(-c.scale * deepest_gap * point[i] * point[i]);
    neighbours.scores.push_back(score);
    neighbours.moved.push_back(score +
                               std::clamp(snap(move_of(metric, c.d_in, point[n + i], snap(shift))),
                                          move_of(metric, c.d_in, 0.0, snap(shift)),
                                          move_of(metric, c.d_in, 1.0, snap(shift))));
  }
  const double span = std::log(largest_excess / smallest_excess);
  neighbours.excess = smallest_excess * std::exp(span * point[2 * n + 1]);
  return neighbours;
}

/// What was found: the pair, what was claimed for it, and an upper bound on its divergence.
struct WorstNeighbours {
  Neighbours neighbours;
  SelectionCase selection;
  double claimed = 0.0;
  double divergence = 0.0;

  [[nodiscard]] double ratio() const { return divergence / claimed; }
};

/// The divergence of one pair, in enclosures.
template <class Mechanism, SelectionMeasure MO>
[[nodiscard]] double enclosed_divergence(MO measure, const Neighbours& pair,
                                         const SelectionCase& c) {
  return divergence(
      measure, selection_probabilities<Mechanism, BigInterval>(pair.scores, c.scale, c.k),
      selection_probabilities<Mechanism, BigInterval>(pair.moved, c.scale, c.k), pair.excess);
}

/// The worst neighbours that the search finds: it climbs in doubles, looks for the worst order, and
/// computes the divergence of the result in enclosures.
template <class Mechanism, SelectionMeasure MO, class Metric>
[[nodiscard]] WorstNeighbours search_worst_neighbours(MO measure, const Metric& metric,
                                                      const SelectionCase& c, double claimed,
                                                      const CubeSearch& search) {
  const auto laws = [&](const Neighbours& pair) {
    return std::pair{selection_probabilities<Mechanism, double>(pair.scores, c.scale, c.k),
                     selection_probabilities<Mechanism, double>(pair.moved, c.scale, c.k)};
  };
  const CubeMaximum found =
      maximise_on_cube(2 * c.candidates + 2, search, [&](const std::vector<double>& point) {
        const Neighbours pair = neighbours_at(point, metric, c);
        const auto [law, neighbour] = laws(pair);
        return divergence(measure, law, neighbour, pair.excess);
      });
  WorstNeighbours worst{neighbours_at(found.point, metric, c), c, claimed, 0.0};
  const auto [law, neighbour] = laws(worst.neighbours);
  worst.neighbours.excess = worst_excess(measure, law, neighbour);
  worst.divergence = enclosed_divergence<Mechanism>(measure, worst.neighbours, c);
  return worst;
}

/// The distance at which the metric allows scores to move against each other by `range`.
[[nodiscard]] inline double distance_for_range(const LInfDistance<double>& metric, double range) {
  return metric.monotonic ? range : range / 2;
}
[[nodiscard]] inline double distance_for_range(const RangeDistance<double>&, double range) {
  return range;
}

/// An ugly scale, and ranges that make epsilon 0.01, 0.7 and 5.7 with it. The laws depend on scores
/// in units of the scale only, so one scale stands for all.
inline constexpr double searched_scale = 7.0 / 5.0;
inline constexpr double searched_ranges[] = {0x1p-6, 1.0, 8.0};

/// The worst ratio of divergence to claim, over every number of candidates from k to the largest
/// and every range. `claim(case)` is what is to be refuted.
template <class Mechanism, SelectionMeasure MO, class Metric, class Claim>
[[nodiscard]] WorstNeighbours worst_of_all_cases(MO measure, const Metric& metric, std::size_t k,
                                                 std::size_t most_candidates, const Claim& claim) {
  WorstNeighbours worst;
  for (std::size_t n = std::max<std::size_t>(2, k); n <= most_candidates; ++n) {
    // Fewer starts where one evaluation costs more.
    const std::size_t starts = n * k >= 15 ? 6 : (n * k >= 8 ? 16 : 30);
    for (const double range : searched_ranges) {
      const SelectionCase c{n, k, searched_scale, distance_for_range(metric, range)};
      const WorstNeighbours found = search_worst_neighbours<Mechanism>(
          measure, metric, c, claim(c), {.starts = starts, .seed = 1000 * n + k});
      if (distance(metric, found.neighbours.scores, found.neighbours.moved) > c.d_in) {
        throw std::logic_error("worst_of_all_cases: the scores are no neighbours");
      }
      if (worst.claimed == 0.0 || found.ratio() > worst.ratio()) worst = found;
    }
  }
  return worst;
}

}  // namespace scrim::test
