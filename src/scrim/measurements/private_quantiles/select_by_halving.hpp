// Several quantiles from counts among candidates, one selection at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "scrim/measurements/private_quantiles/halving.hpp"
#include "scrim/measurements/private_quantiles/tied_entries.hpp"

namespace scrim {

/// The entry that is selected from some, of which the one with the least score is best.
using PickEntry = std::function<std::size_t(const Halving&, const TiedEntries&)>;

/// The candidates that are selected, one for each quantile, rising: `halvings` says in which order,
/// `counts` are those of make_count_among_candidates.
///
/// Precondition (caller): there are 2 n + 1 counts of n > 0 candidates.
/// Postcondition: positions of candidates, of which none is below one before it.
[[nodiscard]] std::vector<std::size_t> select_by_halving(const std::vector<Halving>& halvings,
                                                         std::vector<std::uint64_t> counts,
                                                         const PickEntry& pick);

}  // namespace scrim
