#include "scrim/transformations/count_by_edges/counts_between_edges.hpp"

#include "scrim/numbers/integers.hpp"

namespace scrim {

std::vector<std::uint64_t> counts_between_edges(const kernels::CandidateCounts& among_edges,
                                                OtherRows others) {
  const auto& [below, equal] = among_edges;
  const std::size_t last = equal.size() - 1;
  std::vector<std::uint64_t> counts;
  counts.reserve(bins_between(equal.size(), others));
  if (others == OtherRows::counted) counts.push_back(below.front());
  for (std::size_t i = 0; i < last; ++i) {
    counts.push_back(saturating_add(equal[i], below[i + 1]));
  }
  counts.back() = saturating_add(counts.back(), equal[last]);
  if (others == OtherRows::counted) counts.push_back(below.back());
  return counts;
}

}  // namespace scrim
