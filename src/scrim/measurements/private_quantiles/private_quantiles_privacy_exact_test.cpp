// The exact law of several quantiles on small counts and on all their neighbours, against the map.
//
// The code that halves is run along every path: whatever it asks to pick is picked, with the closed
// law of the selection, which pick_entry_exact_test.cpp shows the sampler to have.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <functional>
#include <map>
#include <numbers>
#include <span>
#include <vector>

#include "scrim/measurements/private_quantiles/make_private_quantiles.hpp"
#include "scrim/measurements/private_quantiles/select_by_halving.hpp"
#include "support/law_divergence.hpp"

namespace scrim::private_quantiles_privacy_exact_test {
namespace {

using Counts = std::vector<std::uint64_t>;
using Positions = std::vector<std::size_t>;
using Law = std::map<Positions, double>;

constexpr double rounding = 1e-9;

/// Nodes and weights in (0, 1) that integrate polynomials of degree 2 n - 1 exactly.
struct Quadrature {
  std::vector<double> nodes;
  std::vector<double> weights;
};

Quadrature gauss_legendre(int n) {
  Quadrature rule;
  for (int i = 1; i <= n; ++i) {
    double x = std::cos(std::numbers::pi * (i - 0.25) / (n + 0.5));
    double slope = 0.0;
    for (int round = 0; round < 100; ++round) {
      double before = 1.0;
      double here = x;
      for (int k = 2; k <= n; ++k) {
        const double next = ((2.0 * k - 1.0) * x * here - (k - 1.0) * before) / k;
        before = here;
        here = next;
      }
      slope = n * (x * here - before) / (x * x - 1.0);
      x -= here / slope;
    }
    rule.nodes.push_back((1.0 + x) / 2.0);
    rule.weights.push_back(1.0 / ((1.0 - x * x) * slope * slope));
  }
  return rule;
}

/// The law of selecting the least of these scores.
std::vector<double> selection_law(SelectionNoise noise, std::span<const std::uint64_t> scores,
                                  double scale) {
  const std::uint64_t best = *std::min_element(scores.begin(), scores.end());
  std::vector<double> weights;
  for (const std::uint64_t score : scores) {
    weights.push_back(std::exp(-static_cast<double>(score - best) / scale));
  }
  std::vector<double> law(weights.size());
  if (noise == SelectionNoise::gumbel) {
    double total = 0.0;
    for (const double weight : weights) total += weight;
    for (std::size_t i = 0; i < law.size(); ++i) law[i] = weights[i] / total;
    return law;
  }
  // Permute-and-flip: p_r times the integral of the product of 1 - t p_j over the others.
  static const Quadrature rule = gauss_legendre(40);
  for (std::size_t node = 0; node < rule.nodes.size(); ++node) {
    const double t = rule.nodes[node];
    double product = 1.0;
    for (const double p : weights) product *= 1.0 - t * p;
    for (std::size_t r = 0; r < law.size(); ++r) {
      law[r] += rule.weights[node] * weights[r] * product / (1.0 - t * weights[r]);
    }
  }
  return law;
}

class LawOfQuantiles {
 public:
  LawOfQuantiles(const std::vector<Halving>& halvings, SelectionNoise noise, double scale)
      : halvings_(halvings), noise_(noise), scale_(scale) {}

  Law operator()(const Counts& counts) const {
    Law law;
    Positions path;
    follow(counts, path, 1.0, law);
    return law;
  }

 private:
  /// Runs the code along `path`; at the first pick beyond it, goes on with every entry.
  void follow(const Counts& counts, Positions& path, double probability, Law& law) const {
    std::size_t turn = 0;
    std::vector<double> next;
    const Positions selected = select_by_halving(
        halvings_, counts, [&](const Halving& halving, const TiedEntries& entries) {
          if (turn < path.size()) return path[turn++];
          if (next.empty()) {
            Counts scores;
            for (std::size_t i = 0; i < entries.size(); ++i) scores.push_back(entries.score(i));
            next = selection_law(noise_, scores, rank_score_scale(halving.rank, scale_));
          }
          return std::size_t{0};
        });
    if (next.empty()) {
      law[selected] += probability;
      return;
    }
    for (std::size_t entry = 0; entry < next.size(); ++entry) {
      path.push_back(entry);
      follow(counts, path, probability * next[entry], law);
      path.pop_back();
    }
  }

  const std::vector<Halving>& halvings_;
  SelectionNoise noise_;
  double scale_;
};

template <class MO>
double worst_divergence(const Law& law, const Law& neighbour) {
  std::vector<double> p;
  std::vector<double> q;
  for (const auto& [selected, probability] : law) {
    p.push_back(probability);
    q.push_back(neighbour.at(selected));
  }
  double worst = 0.0;
  for (const double excess : {1e-3, 0.1, 1.0, 5.0}) {
    worst = std::max(worst, test::divergence(MO{}, p, q, excess));
    if constexpr (std::same_as<MO, MaxDivergence>) break;
  }
  return worst;
}

/// All counts with `rows` rows over `cells` cells.
void each_counts(std::size_t cells, std::uint64_t rows, Counts& counts,
                 const std::function<void(const Counts&)>& visit) {
  if (counts.size() + 1 == cells) {
    counts.push_back(rows);
    visit(counts);
    counts.pop_back();
    return;
  }
  for (std::uint64_t here = 0; here <= rows; ++here) {
    counts.push_back(here);
    each_counts(cells, rows - here, counts, visit);
    counts.pop_back();
  }
}

/// The largest loss over claim among small counts of two candidates and their neighbours.
template <class MO>
double worst_ratio(const QuantilesOptions& options, const std::vector<Counts>& bases) {
  const auto measurement =
      make_private_quantiles(vector_domain<std::uint64_t>().with_size(bases.front().size()),
                             LpDistance<1, std::uint64_t>{}, MO{}, options);
  auto halvings = halve(wanted_ranks(options));
  for (Halving& halving : halvings) {
    // All paths of as many parts as are installed would take hours; the proof holds for any number.
    halving.parts = std::min(halving.parts, std::size_t{16});
  }
  const LawOfQuantiles law_on(halvings, selection_noise<MO>, options.scale);
  double worst = 0.0;
  for (const Counts& counts : bases) {
    const Law law = law_on(counts);
    double total = 0.0;
    for (const auto& [selected, probability] : law) total += probability;
    EXPECT_NEAR(total, 1.0, 1e-9);
    for (std::size_t cell = 0; cell < counts.size(); ++cell) {
      for (const std::uint64_t d : {std::uint64_t{1}, std::uint64_t{2}}) {
        Counts moved = counts;
        moved[cell] += 1;
        if (d == 2) moved[(cell + 2) % moved.size()] += 1;
        const double loss = worst_divergence<MO>(law, law_on(moved));
        worst = std::max(worst, loss / measurement.map(d));
      }
    }
  }
  return worst;
}

std::vector<Counts> small_counts(std::size_t cells, std::uint64_t most_rows) {
  std::vector<Counts> all;
  for (std::uint64_t rows = 0; rows <= most_rows; ++rows) {
    Counts counts;
    each_counts(cells, rows, counts, [&](const Counts& each) { all.push_back(each); });
  }
  return all;
}

/// Many rows that equal a candidate, so that their parts differ.
const std::vector<Counts> tied{
    {0, 9, 0, 0, 3}, {4, 20, 1, 2, 0}, {1, 17, 0, 15, 1}, {0, 0, 0, 40, 0}};

QuantilesOptions three(double scale) {
  return {.alphas = {Fraction{1, 3}, Fraction{1, 2}, Fraction{3, 4}}, .scale = scale};
}
QuantilesOptions with_ends(double scale) {
  return {.alphas = {Fraction{1, 2}}, .smallest = 2, .largest = 1, .scale = scale};
}

template <class MO>
void expect_kept(double at_least) {
  for (const double scale : {7.0 / 5.0, 10.0}) {
    for (const auto& options : {three(scale), with_ends(scale)}) {
      const double small = worst_ratio<MO>(options, small_counts(5, 3));
      EXPECT_LE(small, 1.0 + rounding);
      EXPECT_GE(small, at_least) << "scale " << scale << ", " << options.alphas.size();
      EXPECT_LE(worst_ratio<MO>(options, tied), 1.0 + rounding);
    }
  }
}

TEST(PrivacyOfQuantiles, keeps_the_map_under_max_divergence) { expect_kept<MaxDivergence>(0.77); }
TEST(PrivacyOfQuantiles, keeps_the_map_under_zero_concentrated_divergence) {
  expect_kept<ZeroConcentratedDivergence>(0.81);
}

// One quantile is a selection, whose bound is attained.
TEST(PrivacyOfQuantiles, attains_the_map_for_one) {
  const QuantilesOptions median{.alphas = {Fraction{1, 2}}, .scale = 7.0 / 5.0};
  EXPECT_GT(worst_ratio<MaxDivergence>(median, small_counts(7, 5)), 0.97);
}

}  // namespace
}  // namespace scrim::private_quantiles_privacy_exact_test
