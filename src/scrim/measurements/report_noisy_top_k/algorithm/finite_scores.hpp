// A list of scores as a selection sees it: finite, and with an order of its own.
#pragma once

#include <cstddef>
#include <span>

#include "scrim/measurements/report_noisy_top_k/selection.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

template <Number T>
struct FiniteScores {
  std::span<const T> scores;
  Optimize optimize;

  [[nodiscard]] T operator[](std::size_t index) const {
    return finite_score(scores[index], optimize);
  }
  [[nodiscard]] bool is_better(T a, T b) const { return scrim::is_better(a, b, optimize); }
  [[nodiscard]] T better(T a, T b) const { return is_better(a, b) ? a : b; }
};

}  // namespace scrim
