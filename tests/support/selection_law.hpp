// The closed forms of the selection mechanisms' output laws.
#pragma once

#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "support/law_arithmetic.hpp"

namespace scrim::test {

/// exp(-(best - score) / scale) for each score, the best being the largest.
template <class Real>
[[nodiscard]] std::vector<Real> selection_weights(const std::vector<double>& scores, double scale) {
  using A = Arithmetic<Real>;
  double best = scores.front();
  for (const double score : scores) best = score > best ? score : best;
  std::vector<Real> weights;
  for (const double score : scores) {
    weights.push_back(
        A::exponential((A::constant(score) - A::constant(best)) / A::constant(scale)));
  }
  return weights;
}

/// The exponential mechanism: weight over total weight.
struct ExponentialMechanism {
  template <class Real>
  [[nodiscard]] static Real probability(const std::vector<Real>& weights, std::size_t index) {
    Real total = Arithmetic<Real>::constant(0.0);
    for (const Real& weight : weights) total = total + weight;
    return weights[index] / total;
  }
};

/// Permute-and-flip: p_r * integral over t in [0, 1] of the product over j != r of (1 - t p_j),
/// integrated coefficient by coefficient; the p are relative to the largest weight.
struct PermuteAndFlip {
  template <class Real>
  [[nodiscard]] static Real probability(const std::vector<Real>& weights, std::size_t index) {
    using A = Arithmetic<Real>;
    Real largest = weights.front();
    for (const Real& weight : weights) {
      if (A::is_surely_larger(weight, largest)) largest = weight;
    }
    std::vector<Real> coefficients{A::constant(1.0)};
    for (std::size_t j = 0; j < weights.size(); ++j) {
      if (j == index) continue;
      const Real p = weights[j] / largest;
      coefficients.push_back(A::constant(0.0));
      for (std::size_t power = coefficients.size(); power-- > 1;) {
        coefficients[power] = coefficients[power] - p * coefficients[power - 1];
      }
    }
    Real integral = A::constant(0.0);
    for (std::size_t power = 0; power < coefficients.size(); ++power) {
      integral = integral + coefficients[power] / A::constant(static_cast<double>(power + 1));
    }
    return weights[index] / largest * integral;
  }
};

using Selected = std::vector<std::size_t>;

/// Calls visit(selected, probability) for every sequence of k selections, each made by the
/// mechanism among those not selected before; in lexicographic order of `selected`.
template <class Mechanism, class Real, class Visit>
void for_each_selection(const std::vector<Real>& weights, std::size_t k, Selected& selected,
                        const Real& so_far, const Visit& visit) {
  if (selected.size() == k) {
    visit(std::as_const(selected), so_far);
    return;
  }
  Selected remaining;
  std::vector<Real> remaining_weights;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    bool is_taken = false;
    for (const std::size_t taken : selected) is_taken = is_taken || taken == i;
    if (is_taken) continue;
    remaining.push_back(i);
    remaining_weights.push_back(weights[i]);
  }
  for (std::size_t i = 0; i < remaining.size(); ++i) {
    selected.push_back(remaining[i]);
    for_each_selection<Mechanism>(
        weights, k, selected, Real(so_far * Mechanism::probability(remaining_weights, i)), visit);
    selected.pop_back();
  }
}

/// The probabilities of all sequences of k selections, in lexicographic order: outcomes of two
/// score vectors correspond by their position.
template <class Mechanism, class Real>
[[nodiscard]] std::vector<Real> selection_probabilities(const std::vector<double>& scores,
                                                        double scale, std::size_t k) {
  std::vector<Real> probabilities;
  Selected selected;
  for_each_selection<Mechanism>(
      selection_weights<Real>(scores, scale), k, selected, Arithmetic<Real>::constant(1.0),
      [&](const Selected&, const Real& probability) { probabilities.push_back(probability); });
  return probabilities;
}

using Law = std::map<Selected, BigInterval>;

template <class Mechanism>
[[nodiscard]] Law selection_law(const std::vector<double>& scores, double scale, std::size_t k) {
  Law law;
  Selected selected;
  for_each_selection<Mechanism>(
      selection_weights<BigInterval>(scores, scale), k, selected, exact(1.0),
      [&](const Selected& sequence, const BigInterval& p) { law.emplace(sequence, p); });
  return law;
}

[[nodiscard]] inline Law exponential_law(const std::vector<double>& scores, double scale,
                                         std::size_t k) {
  return selection_law<ExponentialMechanism>(scores, scale, k);
}

[[nodiscard]] inline Law permute_and_flip_law(const std::vector<double>& scores, double scale,
                                              std::size_t k) {
  return selection_law<PermuteAndFlip>(scores, scale, k);
}

}  // namespace scrim::test
