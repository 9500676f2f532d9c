// What it means to select from scores: the parameters, and scores brought to one form.
#pragma once

#include <cstddef>
#include <limits>
#include <span>

#include "scrim/core/required.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

/// Whether the best score is the largest or the smallest.
enum class Optimize { max, min };

/// Parameters of a noisy selection. The scale must be given too: left out, it is NaN and refused.
struct TopKOptions {
  std::size_t k = 1;
  double scale = std::numeric_limits<double>::quiet_NaN();
  /// There is no default, because none suits all scores: those of quantiles are best where they are
  /// least, and the largest is their worst candidate.
  Required<Optimize> optimize;
};

/// True if a is strictly better than b.
template <Number T>
[[nodiscard]] constexpr bool is_better(T a, T b, Optimize optimize) {
  return optimize == Optimize::max ? a > b : a < b;
}

/// The score as a finite number: an infinity becomes the largest finite value of its sign, and NaN,
/// which no domain of scores contains, the worst one.
template <Number T>
[[nodiscard]] constexpr T finite_score(T score, Optimize optimize) {
  if constexpr (Float<T>) {
    constexpr T largest = std::numeric_limits<T>::max();
    if (score != score) return optimize == Optimize::max ? -largest : largest;
    return score > largest ? largest : (score < -largest ? -largest : score);
  } else {
    return score;
  }
}

}  // namespace scrim
