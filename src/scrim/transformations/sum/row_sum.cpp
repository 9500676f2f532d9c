#include "scrim/transformations/sum/row_sum.hpp"

#include <algorithm>
#include <limits>

namespace scrim {

std::int64_t nearest_int64(int128 sum) noexcept {
  using Limits = std::numeric_limits<std::int64_t>;
  return static_cast<std::int64_t>(std::clamp(sum, int128{Limits::min()}, int128{Limits::max()}));
}

}  // namespace scrim
