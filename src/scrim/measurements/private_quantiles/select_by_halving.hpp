// Several quantiles from counts among candidates, one selection at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "scrim/measurements/private_quantiles/halving.hpp"

namespace scrim {

/// The index of the entry that is selected from scores, of which the least is best.
using PickLeast = std::function<std::size_t(const Halving&, std::span<const std::uint64_t>)>;

/// The candidates that are selected, one for each quantile, rising: `halvings` says in which order,
/// `counts` are those of make_count_among_candidates.
///
/// Precondition (caller): there are 2 n + 1 counts of n > 0 candidates.
/// Postcondition: positions of candidates, of which none is below one before it.
[[nodiscard]] std::vector<std::size_t> select_by_halving(const std::vector<Halving>& halvings,
                                                         std::vector<std::uint64_t> counts,
                                                         const PickLeast& pick);

}  // namespace scrim
