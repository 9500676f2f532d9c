#include "scrim/transformations/count_beyond/rows_beyond.hpp"

#include <algorithm>
#include <cstddef>

#include "scrim/numbers/integers.hpp"

namespace scrim {

std::vector<std::uint64_t> rows_beyond(const kernels::CandidateCounts& counts, Beyond side) {
  // From the outermost candidate inward, then turned around.
  const std::size_t size = counts.equal.size();
  std::vector<std::uint64_t> beyond;
  beyond.reserve(size);
  std::uint64_t rows = 0;
  for (std::size_t step = 0; step < size; ++step) {
    const std::size_t i = side == Beyond::above ? size - 1 - step : step;
    rows = saturating_add(rows, counts.below[side == Beyond::above ? i + 1 : i]);
    beyond.push_back(rows);
    rows = saturating_add(rows, counts.equal[i]);
  }
  std::reverse(beyond.begin(), beyond.end());
  return beyond;
}

}  // namespace scrim
