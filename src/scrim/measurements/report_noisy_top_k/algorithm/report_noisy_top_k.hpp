// A noisy selection of the k best scores, with words from any source.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/exact_top_k.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/peel.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/selection_chance.hpp"
#include "scrim/measurements/report_noisy_top_k/price/selection_measure.hpp"
#include "scrim/measurements/report_noisy_top_k/selection.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

/// The k selected indices, best first.
///
/// Precondition (caller): options are checked.
/// Postcondition: throws InvokeError if there are fewer than k scores, whatever their values.
template <SelectionNoise noise, Number T, BitSource Source>
[[nodiscard]] std::vector<std::size_t> report_noisy_top_k(std::span<const T> scores,
                                                          const TopKOptions& options,
                                                          Source& source) {
  if (scores.size() < options.k) {
    throw InvokeError(ErrorKind::wrong_size, "there are fewer scores than are to be selected");
  }
  if (options.scale == 0.0) return exact_top_k(scores, options.k, options.optimize);
  return peel<noise>(scores, options, SelectionChance(source));
}

/// The same, with the noise that a measure takes.
template <SelectionMeasure MO, Number T, BitSource Source>
[[nodiscard]] std::vector<std::size_t> report_noisy_top_k(std::span<const T> scores,
                                                          const TopKOptions& options,
                                                          Source& source) {
  return report_noisy_top_k<selection_noise<MO>>(scores, options, source);
}

}  // namespace scrim
