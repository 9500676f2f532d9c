// What keyed counts are released with: noise, and the least count that is told.
#pragma once

#include <cstdint>
#include <limits>
#include <string_view>

namespace scrim {

/// Both must be given: left out, they are refused.
struct ThresholdOptions {
  double scale = std::numeric_limits<double>::quiet_NaN();  ///< of the noise, in rows
  std::uint64_t threshold = 0;  ///< a noisy count of at least this is released with its key
};

/// Throws, in the name of `who`, unless the threshold is at least 1.
void check_threshold(std::string_view who, std::uint64_t threshold);

/// Throws, in the name of `who`, unless 0 < delta < 1.
void check_wanted_delta(double delta, std::string_view who);

}  // namespace scrim
