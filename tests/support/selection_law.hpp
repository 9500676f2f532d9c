// The closed forms of the selection mechanisms' output laws, in interval arithmetic.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "scrim/numbers/big_interval.hpp"

namespace scrim::test {

inline constexpr Precision law_precision = 400;

using Weights = std::vector<BigInterval>;

[[nodiscard]] inline BigInterval exact(double x) { return BigInterval::point(law_precision, x); }

/// exp(-(best - score) / scale) for each score, the best being the largest.
[[nodiscard]] inline Weights selection_weights(const std::vector<double>& scores, double scale) {
  double best = scores.front();
  for (const double score : scores) best = score > best ? score : best;
  Weights weights;
  for (const double score : scores) {
    weights.push_back(exp((exact(score) - exact(best)) / exact(scale)));
  }
  return weights;
}

/// The exponential mechanism: weight over total weight.
[[nodiscard]] inline BigInterval exponential_probability(const Weights& weights,
                                                         std::size_t index) {
  BigInterval total = exact(0.0);
  for (const auto& weight : weights) total = total + weight;
  return weights[index] / total;
}

/// Permute-and-flip: p_r * integral over t in [0, 1] of the product over j != r of (1 - t p_j),
/// integrated coefficient by coefficient; the p are relative to the largest weight.
[[nodiscard]] inline BigInterval permute_and_flip_probability(const Weights& weights,
                                                              std::size_t index) {
  BigInterval largest = weights.front();
  for (const auto& weight : weights) {
    if (compare(weight, largest) == Order::greater) largest = weight;
  }
  Weights coefficients{exact(1.0)};
  for (std::size_t j = 0; j < weights.size(); ++j) {
    if (j == index) continue;
    const BigInterval p = weights[j] / largest;
    coefficients.push_back(exact(0.0));
    for (std::size_t power = coefficients.size(); power-- > 1;) {
      coefficients[power] = coefficients[power] - p * coefficients[power - 1];
    }
  }
  BigInterval integral = exact(0.0);
  for (std::size_t power = 0; power < coefficients.size(); ++power) {
    integral = integral + coefficients[power] / exact(static_cast<double>(power + 1));
  }
  return weights[index] / largest * integral;
}

using Selected = std::vector<std::size_t>;
using Law = std::map<Selected, BigInterval>;

/// The law of k selections, each among those not selected before.
template <class Probability>
[[nodiscard]] Law peeled_law(const Weights& weights, std::size_t k,
                             const Probability& probability) {
  Law law{{Selected{}, exact(1.0)}};
  for (std::size_t step = 0; step < k; ++step) {
    Law longer;
    for (const auto& [selected, so_far] : law) {
      Selected remaining;
      Weights remaining_weights;
      for (std::size_t i = 0; i < weights.size(); ++i) {
        bool is_taken = false;
        for (const std::size_t taken : selected) is_taken = is_taken || taken == i;
        if (is_taken) continue;
        remaining.push_back(i);
        remaining_weights.push_back(weights[i]);
      }
      for (std::size_t i = 0; i < remaining.size(); ++i) {
        Selected next = selected;
        next.push_back(remaining[i]);
        longer.emplace(std::move(next), so_far * probability(remaining_weights, i));
      }
    }
    law = std::move(longer);
  }
  return law;
}

[[nodiscard]] inline Law exponential_law(const std::vector<double>& scores, double scale,
                                         std::size_t k) {
  return peeled_law(selection_weights(scores, scale), k, exponential_probability);
}

[[nodiscard]] inline Law permute_and_flip_law(const std::vector<double>& scores, double scale,
                                              std::size_t k) {
  return peeled_law(selection_weights(scores, scale), k, permute_and_flip_probability);
}

}  // namespace scrim::test
