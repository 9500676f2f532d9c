// Counts of bins between edges, from where rows lie among the edges.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scrim/errors/error.hpp"
#include "scrim/kernels/candidates/candidate_counts.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/spaces/check_increasing.hpp"
#include "scrim/transformations/bins/other_rows.hpp"

namespace scrim {

/// Throws unless there are two edges or more, none is NaN, and they are strictly increasing.
template <Number T>
void check_edges(std::span<const T> edges, const std::string& who) {
  if (edges.size() < 2) {
    fail(ErrorKind::invalid_argument, who + ": a bin lies between two edges, and there " +
                                          (edges.empty() ? "is none" : "is one") +
                                          "; give at least two");
  }
  check_increasing(edges, who, "edge");
}

/// How many bins so many edges make: those between them, and those below and above.
[[nodiscard]] constexpr std::size_t bins_between(std::size_t edges, OtherRows others) {
  return others == OtherRows::counted ? edges + 1 : edges - 1;
}

/// The rows in each bin, in order. A bin has its lower edge; the last one between the edges has
/// its upper edge too.
/// Precondition (caller): there are two edges or more.
[[nodiscard]] std::vector<std::uint64_t> counts_between_edges(
    const kernels::CandidateCounts& among_edges, OtherRows others);

}  // namespace scrim
