#include <cstdint>
#include <string>
#include <vector>

#include "lab/law_of_measurements.hpp"
#include "lab/registry.hpp"
#include "scrim/measurements/above_threshold/make_above_threshold.hpp"

namespace scrim::test::laws_of_above_threshold {
namespace {

/// Increasing positions below n, at most so many, each with a gap.
bool are_crossings(const Crossings& found, std::size_t most, std::size_t n) {
  if (found.positions.size() > most || found.gaps.size() != found.positions.size()) return false;
  for (std::size_t i = 0; i < found.positions.size(); ++i) {
    if (found.positions[i] >= n) return false;
    if (i > 0 && found.positions[i] <= found.positions[i - 1]) return false;
  }
  return true;
}

template <Integer T, Number Q>
void expect_search_laws(Laws& laws, const AboveThresholdOptions& options, bool monotonic) {
  const std::string instance = std::string(type_name<T>()) + ", scales " +
                               describe_value(options.threshold_scale) + " and " +
                               describe_value(options.score_scale);
  const LInfDistance<Q> metric{.monotonic = monotonic};
  const auto letters = edge_alphabet<T>().letters;
  const auto is_public = [&](const Crossings& found) {
    return are_crossings(found, options.positives, 2);
  };
  const Noise noise = options.threshold_scale == 0.0 ? Noise::none : Noise::some;
  expect_release_laws_on_values(
      laws, instance + ", size unknown",
      make_above_threshold(vector_domain<T>(), metric, MaxDivergence{}, options),
      datasets_of_size(letters, 2), is_public, noise);
  expect_release_laws_on_values(
      laws, instance + ", size known",
      make_above_threshold(vector_domain<T>().with_size(2), metric, MaxDivergence{}, options),
      datasets_up_to(letters, 3), is_public, noise);
}

SCRIM_LAWS_OF(make_above_threshold, integers) {
  for (const double scale : {0.0, 0x1p-20, 7.0 / 5.0, 10.0, 1e6 + 1.0 / 3.0, 0x1p62}) {
    for (const Cross cross : {Cross::at_least, Cross::at_most}) {
      for (const bool monotonic : {false, true}) {
        const AboveThresholdOptions options{.threshold = -1,
                                            .cross = cross,
                                            .positives = monotonic ? 2U : 1U,
                                            .threshold_scale = scale,
                                            .score_scale = scale};
        expect_search_laws<std::int64_t, std::uint64_t>(laws, options, monotonic);
        expect_search_laws<std::uint64_t, double>(laws, options, monotonic);
        expect_search_laws<std::int8_t, std::uint8_t>(laws, options, monotonic);
      }
    }
  }
}

}  // namespace
}  // namespace scrim::test::laws_of_above_threshold
