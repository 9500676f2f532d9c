// Samplers and mechanisms run often enough to be held against their laws, on any source of bits.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/report_noisy_top_k.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "scrim/samplers/bernoulli_exp.hpp"
#include "scrim/samplers/integer_noise.hpp"
#include "scrim/samplers/uniform_below.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "support/by_definition/bernoulli_exp_minus.hpp"
#include "support/by_definition/exponential.hpp"
#include "support/by_definition/gumbel.hpp"
#include "support/goodness_of_fit.hpp"
#include "support/law_neighbour_search.hpp"
#include "support/noise_cells.hpp"
#include "support/rational_real.hpp"
#include "support/selection_law.hpp"

namespace scrim::test {

/// How often an experiment is repeated, and an error of one cell that so many repetitions reject
/// without fail: in a cell of 10% it is 15 standard deviations or more, of which 6 are taken for
/// chance where there is one degree of freedom, and 8 where there are nine.
struct Lane {
  std::size_t draws;
  double planted_error;
};

/// In the normal run, on a fixed stream.
inline constexpr Lane fixed_lane{600'000, 0.05};
/// On real entropy. 7.6 million draws would reject an error of 1% nearly always; a test that fails
/// without a cause once in a thousand runs is no test, so these are more.
inline constexpr Lane entropy_lane{20'000'000, 0.01};

/// Counted outcomes, and the law that they should follow.
struct Experiment {
  std::vector<std::uint64_t> counts;
  std::vector<double> law;
};

/// The counts fit the law, and fit neither of two that are a little wrong.
inline void expect_fit(const Experiment& experiment, const Lane& lane, const std::string& what) {
  const auto deviate_from = [&](const std::vector<double>& law) {
    return chi_square_deviate(experiment.counts, law);
  };
  EXPECT_LT(deviate_from(experiment.law), largest_deviate) << what;
  for (const double error : {lane.planted_error, -lane.planted_error}) {
    EXPECT_GT(deviate_from(planted_law(experiment.law, error)), largest_deviate)
        << what << " fits a law that is off by " << error;
  }
}

template <BitSource Source>
[[nodiscard]] Experiment uniform_below_experiment(std::uint64_t n, Source& source,
                                                  const Lane& lane) {
  Experiment experiment{std::vector<std::uint64_t>(n, 0),
                        std::vector<double>(n, 1.0 / static_cast<double>(n))};
  for (std::size_t i = 0; i < lane.draws; ++i) {
    ++experiment.counts[sample_uniform_below(n, source)];
  }
  return experiment;
}

/// Draws of a coin in pairs, which must be independent too: tails tails, tails heads, heads tails,
/// heads heads.
template <class Coin>
[[nodiscard]] Experiment pairs_of_coins(double p, const Lane& lane, const Coin& coin) {
  Experiment experiment{{0, 0, 0, 0}, {(1 - p) * (1 - p), (1 - p) * p, p * (1 - p), p * p}};
  for (std::size_t i = 0; i < lane.draws; ++i) {
    const bool first = coin();
    const bool second = coin();
    ++experiment.counts[(first ? 2U : 0U) + (second ? 1U : 0U)];
  }
  return experiment;
}

template <BitSource Source>
[[nodiscard]] Experiment bernoulli_exp_experiment(const Rational& x, Source& source,
                                                  const Lane& lane) {
  RationalReal real(x);
  return pairs_of_coins(std::exp(-x.get_d()), lane,
                        [&] { return sample_bernoulli_exp_minus(real, source); });
}

/// A real variable, counted between the deciles of its law.
template <class Draw>
[[nodiscard]] Experiment deciles(const std::vector<double>& edges, const Lane& lane,
                                 const Draw& draw) {
  Experiment experiment{std::vector<std::uint64_t>(10, 0), std::vector<double>(10, 0.1)};
  for (std::size_t i = 0; i < lane.draws; ++i) {
    const auto cell = std::upper_bound(edges.begin(), edges.end(), draw()) - edges.begin();
    ++experiment.counts[static_cast<std::size_t>(cell)];
  }
  return experiment;
}

template <BitSource Source>
[[nodiscard]] Experiment exponential_experiment(Source& source, const Lane& lane) {
  std::vector<double> edges;
  for (int i = 1; i < 10; ++i) edges.push_back(-std::log1p(-i / 10.0));
  return deciles(edges, lane, [&] { return LazyExponential(source).enclose().lo; });
}

template <BitSource Source>
[[nodiscard]] Experiment gumbel_experiment(Source& source, const Lane& lane) {
  std::vector<double> edges;
  for (int i = 1; i < 10; ++i) edges.push_back(-std::log(-std::log(i / 10.0)));
  return deciles(edges, lane, [&] { return LazyGumbel(source).enclose().lo; });
}

/// Noise on the integers, counted in cells.
template <class Sampler, BitSource Source>
[[nodiscard]] Experiment noise_experiment(const Sampler& sampler, const NoiseCells& cells,
                                          std::vector<double> law, Source& source,
                                          const Lane& lane) {
  Experiment experiment{std::vector<std::uint64_t>(cells.size(), 0), std::move(law)};
  for (std::size_t i = 0; i < lane.draws; ++i) {
    ++experiment.counts[cells.of(add_noise<std::int64_t>(0, sampler.sample(source)))];
  }
  return experiment;
}

/// Outcomes by name, counted into the cells of their law.
template <class Outcome, class Draw>
[[nodiscard]] Experiment count_outcomes(const std::map<Outcome, double>& law, const Lane& lane,
                                        const Draw& draw) {
  std::map<Outcome, std::uint64_t> frequencies;
  for (std::size_t i = 0; i < lane.draws; ++i) ++frequencies[draw()];
  Experiment experiment;
  for (const auto& [outcome, probability] : law) {
    experiment.counts.push_back(frequencies[outcome]);
    experiment.law.push_back(probability);
  }
  // What the law does not know must not happen.
  EXPECT_EQ(frequencies.size(), law.size());
  return experiment;
}

template <SelectionMeasure MO, BitSource Source>
[[nodiscard]] Experiment selection_experiment(const std::vector<double>& scores,
                                              const TopKOptions& options, Source& source,
                                              const Lane& lane) {
  std::map<Selected, double> law;
  for (const auto& [selected, p] :
       selection_law<typename MechanismOf<MO>::type>(scores, options.scale, options.k)) {
    law.emplace(selected, p.lower_double());
  }
  return count_outcomes(law, lane, [&] {
    return report_noisy_top_k<MO>(std::span<const double>(scores), options, source);
  });
}

/// A small dataset, a quantile of it, and the law of the candidate that is released.
struct QuantileExperiment {
  std::vector<int> rows{1, 2, 2, 3, 5, 5, 8, 9};
  QuantileOptions<int> options{{2, 4, 5, 7}, Fraction{1, 3}, 7.0 / 5.0};

  [[nodiscard]] std::vector<std::uint64_t> scores() const {
    return make_quantile_score_candidates(vector_domain<int>(), SymmetricDistance{},
                                          options.candidates, options.alpha)
        .invoke(rows);
  }

  /// By hand: |2 below - above| for alpha = 1/3; the smallest is the best.
  static std::vector<double> scores_by_hand() { return {-3.0, -4.0, -6.0, -10.0}; }

  template <SelectionMeasure MO>
  [[nodiscard]] std::map<int, double> law() const {
    std::map<int, double> law;
    for (const auto& [selected, p] :
         selection_law<typename MechanismOf<MO>::type>(scores_by_hand(), 3.0 * options.scale, 1)) {
      law.emplace(options.candidates[selected.front()], p.lower_double());
    }
    return law;
  }
};

}  // namespace scrim::test
