#include "scrim/measurements/noise/noise_scale.hpp"

#include <cmath>
#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

void check_noise_scale(std::string_view who, double scale, double largest) {
  if (!std::isfinite(scale) || std::signbit(scale)) {
    fail(ErrorKind::invalid_argument,
         std::string(who) + ": scale is " + describe_value(scale) +
             "; give a finite number of at least 0 (0, not -0, adds no noise)");
  }
  if (scale > largest) {
    fail(ErrorKind::invalid_argument, std::string(who) + ": scale is " + describe_value(scale) +
                                          ", at which noise drowns every integer; give at most " +
                                          describe_value(largest));
  }
}

void check_no_grid(std::string_view who, const NoiseOptions& options) {
  if (!options.exponent) return;
  fail(ErrorKind::invalid_argument, std::string(who) + ": the exponent is " +
                                        describe_value(*options.exponent) +
                                        ", and integers have no grid; leave it out");
}

}  // namespace scrim
