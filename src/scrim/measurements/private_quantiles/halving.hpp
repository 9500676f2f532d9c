// In which order several quantiles are selected: the middle one first, then those on either side of
// it among the rows on that side.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "scrim/measurements/private_quantiles/wanted_rank.hpp"

namespace scrim {

/// One selection, among the rows between two that were selected before it.
struct Halving {
  std::size_t wanted;                ///< which of the quantiles, counted from the least
  WantedRank rank;                   ///< among the rows between `lower` and `upper`
  std::optional<std::size_t> lower;  ///< the quantile that ends these rows below, if one does
  std::optional<std::size_t> upper;  ///< … above
  std::size_t level;                 ///< how many were selected before it on the way here
  std::optional<std::size_t> below;  ///< the selection among the rows below this one, if any
  std::optional<std::size_t> above;  ///< … above this one
};

/// The selections that find all that is wanted, the first one first. There are no more levels than
/// need be, and nothing is selected after a rank that is counted from an end, but the other end.
///
/// Precondition (caller): there is a wanted rank; one from the smallest comes first, then
/// fractions,
///   rising, then one from the largest, each if it is wanted.
[[nodiscard]] std::vector<Halving> halve(std::span<const WantedRank> wanted);

/// How many levels there are.
[[nodiscard]] std::size_t levels_of(const std::vector<Halving>& halvings);

/// Into how many parts rows that equal a candidate are cut, so that some can go below and the rest
/// above: few enough that the entries of a long list of candidates can be held.
[[nodiscard]] constexpr std::size_t tie_parts(const Halving& halving, std::size_t candidates) {
  constexpr std::size_t most = 16;
  constexpr std::size_t most_entries = std::size_t{1} << 24;
  if (!halving.below && !halving.above) return 1;
  const std::size_t room = most_entries / candidates;
  return room < 1 ? 1 : (room < most ? room : most);
}

}  // namespace scrim
