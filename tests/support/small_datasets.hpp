// All datasets up to some size over a small alphabet: small enough to try every pair of them.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace scrim::test {

/// Every sequence of exactly `size` rows over the alphabet.
template <class T>
[[nodiscard]] std::vector<std::vector<T>> datasets_of_size(const std::vector<T>& alphabet,
                                                           std::size_t size) {
  std::vector<std::vector<T>> all{{}};
  for (std::size_t row = 0; row < size; ++row) {
    std::vector<std::vector<T>> longer;
    longer.reserve(all.size() * alphabet.size());
    for (const auto& dataset : all) {
      for (const T& value : alphabet) {
        longer.push_back(dataset);
        longer.back().push_back(value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

/// Every sequence of at most `largest` rows over the alphabet, the empty one included.
template <class T>
[[nodiscard]] std::vector<std::vector<T>> datasets_up_to(const std::vector<T>& alphabet,
                                                         std::size_t largest) {
  std::vector<std::vector<T>> all;
  for (std::size_t size = 0; size <= largest; ++size) {
    for (auto& dataset : datasets_of_size(alphabet, size)) all.push_back(std::move(dataset));
  }
  return all;
}

/// Doubles at which arithmetic is tempted to go wrong; NaN is not among them.
[[nodiscard]] inline std::vector<double> few_edge_doubles() {
  using Limits = std::numeric_limits<double>;
  return {-Limits::infinity(), -Limits::max(),    -1.0, -0.0, 0.0, Limits::denorm_min(), 1.0,
          Limits::max(),       Limits::infinity()};
}

}  // namespace scrim::test
