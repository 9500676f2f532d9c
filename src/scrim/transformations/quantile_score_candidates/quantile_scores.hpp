// The accumulator of quantile scores: counts on the way, scores at the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "scrim/kernels/candidate_counts.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim {

/// The score of a candidate with `below` rows under it and `above` rows over it, to be minimised:
///   | (den - num) * min(below, limit) - num * min(above, limit) |
///
/// Precondition (caller): num <= den and den * limit fits 64 bits, so that no product overflows.
[[nodiscard]] constexpr std::uint64_t quantile_score(Fraction alpha, std::uint64_t limit,
                                                     std::uint64_t below, std::uint64_t above) {
  const std::uint64_t pulls_down = (alpha.den - alpha.num) * (below < limit ? below : limit);
  const std::uint64_t pulls_up = alpha.num * (above < limit ? above : limit);
  return pulls_down > pulls_up ? pulls_down - pulls_up : pulls_up - pulls_down;
}

/// The largest count whose product with den fits 64 bits.
[[nodiscard]] constexpr std::uint64_t quantile_count_limit(Fraction alpha) {
  return std::numeric_limits<std::uint64_t>::max() / alpha.den;
}

/// Reads rows, gives one score per candidate.
template <Number T>
class QuantileScores {
 public:
  /// Precondition (caller): candidates are strictly increasing and not NaN; num <= den, den > 0.
  QuantileScores(std::vector<T> candidates, Fraction alpha)
      : candidates_(std::make_shared<const std::vector<T>>(std::move(candidates))),
        alpha_(alpha),
        counts_(candidates_->size()) {}

  void update(std::span<const T> rows) {
    kernels::count_among_candidates(rows, std::span<const T>(*candidates_), counts_);
  }

  void merge(const QuantileScores& other) { counts_.add(other.counts_); }

  [[nodiscard]] std::vector<std::uint64_t> finish() const {
    const std::size_t size = candidates_->size();
    const std::uint64_t limit = quantile_count_limit(alpha_);
    // above[i]: rows over candidate i, from the right end; then one pass from the left for below.
    std::vector<std::uint64_t> above(size);
    std::uint64_t rows = 0;
    for (std::size_t i = size; i-- > 0;) {
      rows = saturating_add(rows, counts_.below[i + 1]);
      above[i] = rows;
      rows = saturating_add(rows, counts_.equal[i]);
    }
    std::vector<std::uint64_t> scores(size);
    rows = 0;
    for (std::size_t i = 0; i < size; ++i) {
      rows = saturating_add(rows, counts_.below[i]);
      scores[i] = quantile_score(alpha_, limit, rows, above[i]);
      rows = saturating_add(rows, counts_.equal[i]);
    }
    return scores;
  }

 private:
  std::shared_ptr<const std::vector<T>> candidates_;  // shared by all runs, never changed
  Fraction alpha_;
  kernels::CandidateCounts counts_;
};

}  // namespace scrim
