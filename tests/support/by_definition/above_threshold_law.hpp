// The law of a search for scores that cross a threshold, as it is defined: by sums over the noise.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/measurements/above_threshold/crossings.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/rational.hpp"
#include "support/by_definition/integer_noise_laws.hpp"

namespace scrim::test {

/// The noise of a search, geometric with ratios exp(-1 / scale).
struct SearchNoise {
  Rational threshold_scale;
  Rational score_scale;
};

/// The probability that the first `most` scores that cross are those at these positions, and, where
/// gaps are told, that they cross by these. A score crosses if margin + noise >= threshold's noise.
class CrossingProbability {
 public:
  CrossingProbability(std::vector<int> margins, const SearchNoise& noise, std::size_t most)
      : margins_(std::move(margins)),
        most_(most),
        threshold_ratio_(exp(defined(Rational(-1 / noise.threshold_scale)))),
        score_scale_(noise.score_scale) {}

  [[nodiscard]] BigInterval of_positions(const std::vector<std::size_t>& positions) const {
    return of(positions, nullptr);
  }
  [[nodiscard]] BigInterval of_crossings(const Crossings& crossings) const {
    return of(crossings.positions, &crossings.gaps);
  }

 private:
  using Gaps = std::vector<std::uint64_t>;

  /// The probability that noise on a score is at least so much.
  [[nodiscard]] BigInterval reaches(int needed) const {
    return exp(defined(Rational(-Rational(std::max(needed, 0)) / score_scale_)));
  }
  /// exp(-x / scale) of any sign.
  [[nodiscard]] BigInterval power(int x) const {
    return exp(defined(Rational(-Rational(x) / score_scale_)));
  }

  /// One term: what score i has to do with the threshold's noise at `bar`.
  [[nodiscard]] BigInterval term(std::size_t i, int bar, const std::vector<std::size_t>& positions,
                                 const Gaps* gaps) const {
    const auto found = std::find(positions.begin(), positions.end(), i);
    const int needed = bar - margins_[i];
    if (found == positions.end()) return defined(1) - reaches(needed);
    if (gaps == nullptr) return reaches(needed);
    const int exact = needed + gap_of(*gaps, found - positions.begin());
    return exact < 0 ? defined(0) : power(exact) * (defined(1) - power(1));
  }

  [[nodiscard]] static int gap_of(const Gaps& gaps, std::ptrdiff_t index) {
    return static_cast<int>(gaps[static_cast<std::size_t>(index)]);
  }

  [[nodiscard]] BigInterval of(const std::vector<std::size_t>& positions, const Gaps* gaps) const {
    const std::size_t looked_at =
        positions.size() == most_ ? positions.back() + 1 : margins_.size();
    // Up to the largest margin, term by term.
    int first = 0;
    for (const int margin : margins_) first = std::max(first, margin + 1);
    BigInterval total = defined(0);
    BigInterval weight = defined(1) - threshold_ratio_;
    for (int bar = 0; bar < first; ++bar) {
      BigInterval product = weight;
      for (std::size_t i = 0; i < looked_at; ++i) product = product * term(i, bar, positions, gaps);
      total = total + product;
      weight = weight * threshold_ratio_;
    }
    // From there on each factor is 1 - a y or b y with y = exp(-(bar - first) / score_scale), so
    // the product is a polynomial in y, and each power of y adds up to a geometric series.
    std::vector<BigInterval> polynomial{weight};
    for (std::size_t i = 0; i < looked_at; ++i) {
      const auto found = std::find(positions.begin(), positions.end(), i);
      const bool is_positive = found != positions.end();
      BigInterval slope = power(first - margins_[i]);
      if (is_positive && gaps != nullptr) {
        slope = slope * power(gap_of(*gaps, found - positions.begin())) * (defined(1) - power(1));
      }
      std::vector<BigInterval> next(polynomial.size() + 1, defined(0));
      for (std::size_t j = 0; j < polynomial.size(); ++j) {
        const BigInterval share = polynomial[j] * slope;
        if (!is_positive) next[j] = next[j] + polynomial[j];
        next[j + 1] = is_positive ? next[j + 1] + share : next[j + 1] - share;
      }
      polynomial = std::move(next);
    }
    for (std::size_t j = 0; j < polynomial.size(); ++j) {
      const BigInterval ratio = threshold_ratio_ * power(static_cast<int>(j));
      total = total + polynomial[j] / (defined(1) - ratio);
    }
    return total;
  }

  std::vector<int> margins_;
  std::size_t most_;
  BigInterval threshold_ratio_;
  Rational score_scale_;
};

/// All sets of at most `most` positions among so many scores, in increasing order.
[[nodiscard]] inline std::vector<std::vector<std::size_t>> all_positions(std::size_t scores,
                                                                         std::size_t most) {
  std::vector<std::vector<std::size_t>> all;
  for (std::size_t set = 0; set < std::size_t{1} << scores; ++set) {
    std::vector<std::size_t> positions;
    for (std::size_t i = 0; i < scores; ++i) {
      if ((set >> i & 1U) != 0) positions.push_back(i);
    }
    if (positions.size() <= most) all.push_back(std::move(positions));
  }
  return all;
}

}  // namespace scrim::test
