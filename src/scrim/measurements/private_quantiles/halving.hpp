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
  /// Into how many parts rows that equal a candidate are cut, so that some can go below and the
  /// rest above; 1 where nothing is selected after this one.
  std::size_t parts;
};

/// Fine enough that what is off by a part of the tied rows is less than what noise does to most
/// data. More would cost accuracy where few rows are tied: every part competes.
inline constexpr std::size_t parts_of_tied_rows = 256;

/// The selections that find all that is wanted, the first one first. There are no more levels than
/// need be, and nothing is selected after a rank that is counted from an end, but the other end.
///
/// Precondition (caller): there is a wanted rank; one from the smallest comes first, then
/// fractions,
///   rising, then one from the largest, each if it is wanted.
[[nodiscard]] std::vector<Halving> halve(std::span<const WantedRank> wanted);

/// How many levels there are.
[[nodiscard]] std::size_t levels_of(const std::vector<Halving>& halvings);

}  // namespace scrim
