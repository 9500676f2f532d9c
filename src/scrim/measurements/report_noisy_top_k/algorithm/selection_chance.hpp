// What a selection leaves to chance: four questions, answered exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/refinable.hpp"
#include "scrim/numbers/uint128.hpp"
#include "scrim/samplers/bernoulli_exp.hpp"
#include "scrim/samplers/thinned_count.hpp"
#include "scrim/samplers/uniform_below.hpp"

namespace scrim {

/// Answers from the words of a source. Tests put another in its place that gives all answers in
/// turn, and so compute the law of a whole selection.
template <BitSource Source, double filter_margin = installed_filter_margin>
class SelectionChance {
 public:
  explicit SelectionChance(Source& source) noexcept : source_(&source) {}

  /// A uniform integer below n > 0.
  [[nodiscard]] std::uint64_t below(std::uint64_t n) { return sample_uniform_below(n, *source_); }

  /// An index, with probability proportional to its weight.
  /// Precondition (caller): the weights sum to more than 0 and less than 2^128.
  [[nodiscard]] std::size_t among(std::span<const uint128> weights) {
    uint128 total = 0;
    for (const uint128 weight : weights) total += weight;
    uint128 pick = sample_uniform_below_wide(total, *source_);
    std::size_t index = 0;
    for (; pick >= weights[index]; ++index) pick -= weights[index];
    return index;
  }

  /// How many of n tosses of probability 2^-halvings succeed.
  [[nodiscard]] std::uint64_t thinned_count(std::uint64_t n, int halvings) {
    return sample_thinned_count(n, halvings, *source_);
  }

  /// A toss of probability 2^halvings exp(-gap), which is at most 1.
  template <RefinableReal Gap>
  [[nodiscard]] bool toss(Gap gap, int halvings) {
    return sample_bernoulli_exp_minus_after_zeros<filter_margin>(gap, halvings, *source_);
  }

 private:
  Source* source_;
};

}  // namespace scrim
