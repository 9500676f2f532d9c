// Counts as signed numbers.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace scrim {

/// The count, or the largest signed number if it is more.
[[nodiscard]] constexpr std::int64_t signed_count(std::uint64_t count) noexcept {
  constexpr auto most = std::uint64_t{std::numeric_limits<std::int64_t>::max()};
  return static_cast<std::int64_t>(std::min(count, most));
}

}  // namespace scrim
