#include "scrim/measurements/release_weighted_keys/make_release_weighted_keys.hpp"

#include "scrim/measurements/noise/noise_scale.hpp"
#include "scrim/samplers/discrete_gaussian.hpp"

namespace scrim {

void check_release_weighted_keys(const PersonWeightDistance& metric,
                                 const ThresholdOptions& options) {
  check_person_weight(metric, "make_release_weighted_keys");
  check_noise_scale("make_release_weighted_keys", options.scale, largest_gaussian_scale);
  check_threshold("make_release_weighted_keys", options.threshold);
}

}  // namespace scrim
