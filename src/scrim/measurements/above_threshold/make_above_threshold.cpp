#include "scrim/measurements/above_threshold/make_above_threshold.hpp"

#include <optional>
#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/entropy/secure_generator.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/measurements/noise/noise_scale.hpp"
#include "scrim/numbers/each_number.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/samplers/one_sided_geometric.hpp"

namespace scrim {

namespace {

constexpr const char* above_threshold = "make_above_threshold";

}  // namespace

void check_above_threshold_options(const AboveThresholdOptions& options, KnownSize scores) {
  if (options.positives == 0) {
    fail(ErrorKind::invalid_argument,
         std::string(above_threshold) + ": positives is 0; look for at least one");
  }
  if (scores && options.positives > *scores) {
    fail(ErrorKind::invalid_argument, std::string(above_threshold) + ": positives is " +
                                          describe_value(options.positives) +
                                          ", but there are only " + describe_value(*scores) +
                                          " scores; look for at most that many");
  }
  constexpr double largest = OneSidedGeometric<>::largest_scale;
  check_noise_scale(std::string(above_threshold) + ", threshold_scale", options.threshold_scale,
                    largest);
  check_noise_scale(std::string(above_threshold) + ", score_scale", options.score_scale, largest);
}

class ThresholdSearch::Noise {
 public:
  /// Geometric noise, or none at scale 0.
  class MaybeGeometric {
   public:
    explicit MaybeGeometric(double scale) {
      if (scale != 0.0) law_.emplace(to_rational(scale));
    }

    [[nodiscard]] int128 sample(BitSource auto& source) const {
      return law_ ? law_->sample(source) : 0;
    }

   private:
    std::optional<OneSidedGeometric<>> law_;
  };

  explicit Noise(const AboveThresholdOptions& options)
      : of_threshold(options.threshold_scale), of_score(options.score_scale) {}

  MaybeGeometric of_threshold;
  MaybeGeometric of_score;
};

ThresholdSearch::ThresholdSearch(const AboveThresholdOptions& options)
    : options_(options), noise_(std::make_shared<const Noise>(options)) {}

template <Integer T>
Crossings ThresholdSearch::among(std::span<const T> scores) const {
  auto& source = entropy::thread_source();
  return first_crossings(
      scores, options_.threshold, options_.cross, options_.positives,
      [&] { return noise_->of_threshold.sample(source); },
      [&] { return noise_->of_score.sample(source); });
}

#define SCRIM_INSTANTIATE(T) template Crossings ThresholdSearch::among<T>(std::span<const T>) const;
SCRIM_FOR_EACH_INTEGER(SCRIM_INSTANTIATE)
#undef SCRIM_INSTANTIATE

}  // namespace scrim
