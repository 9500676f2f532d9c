// The selections as their definitions have them: one coin or one noise for every candidate. The
// library reaches the same laws by other ways; these are what it is held against.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/price/selection_measure.hpp"
#include "support/by_definition/gumbel_top_k.hpp"
#include "support/by_definition/permute_and_flip.hpp"

namespace scrim::test {

template <SelectionMeasure MO, Number T, BitSource Source>
[[nodiscard]] std::vector<std::size_t> top_k_by_definition(std::span<const T> scores,
                                                           const TopKOptions& options,
                                                           Source& source) {
  if constexpr (selection_noise<MO> == SelectionNoise::exponential) {
    return peel_permute_and_flip(scores, options, source);
  } else {
    return gumbel_top_k(scores, options, source);
  }
}

}  // namespace scrim::test
