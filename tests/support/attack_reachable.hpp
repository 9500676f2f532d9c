// Which outcomes a selection can have at all: every answer of chance that is not impossible.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>

#include "scrim/measurements/report_noisy_top_k/algorithm/peel.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "support/chance_tree.hpp"

namespace scrim::test {

/// The indices that one selection can release.
template <class Measure>
[[nodiscard]] std::set<std::size_t> reachable_selections(std::span<const std::uint64_t> scores,
                                                         const TopKOptions& options) {
  constexpr SelectionNoise noise = selection_noise<Measure>;
  std::set<std::size_t> reached;
  ChanceTree().explore(
      [&](const ChanceTree::Chance& chance) {
        if constexpr (noise == SelectionNoise::gumbel) {
          return peel<noise>(scores, options, OneProposal(chance)).front();
        } else {
          return peel<noise>(scores, options, chance).front();
        }
      },
      [&](std::size_t selected, const BigInterval&) { reached.insert(selected); });
  return reached;
}

}  // namespace scrim::test
