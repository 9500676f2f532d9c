// What a release from a sample loses, under each privacy measure that has a price.
//
// Proof: make_sample.proof.md
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>

#include "scrim/accounting/amplification.hpp"
#include "scrim/accounting/privacy_profile.hpp"
#include "scrim/core/distance_map.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/exact_probability.hpp"
#include "scrim/spaces/approximate.hpp"
#include "scrim/spaces/measures.hpp"

namespace scrim {

enum class SampledBy {
  tosses,     ///< each row or person for itself: between data of which one has one more
  fixed_size  ///< every set of so many rows alike: between data of which one row is another
};

struct Sampling {
  SampledBy by;
  ExactProbability rate;  ///< how likely each is taken
};

/// What is known of the measurement that sees the sample.
template <class Loss>
struct LossOfAll {
  Loss at_one;                 ///< at distance 1
  std::optional<Loss> at_all;  ///< at the distance that is asked for, if it says
};

// A rate works at distance 1, and what lies further apart is reached in steps. Applied to what is
// lost at a larger distance it would understate: of two rows or persons, one or the other is in a
// sample more often than each.

[[nodiscard]] inline double sampled_loss(MaxDivergence, const LossOfAll<double>& loss,
                                         std::uint32_t d_in, const Sampling& sample) {
  const double in_steps = loss_of_steps(amplified_loss(loss.at_one, sample.rate), d_in);
  // No two samples of one choice lie further apart than the data.
  return loss.at_all ? std::min(in_steps, *loss.at_all) : in_steps;
}

[[nodiscard]] inline LossWithDelta sampled_loss(Approximate<MaxDivergence>,
                                                const LossOfAll<LossWithDelta>& loss,
                                                std::uint32_t d_in, const Sampling& sample) {
  if (sample.rate.is_one() && loss.at_all) return *loss.at_all;
  return loss_of_steps(amplified_loss(loss.at_one, sample.rate), d_in);
}

[[nodiscard]] inline PrivacyProfile sampled_loss(ProfileDivergence,
                                                 const LossOfAll<PrivacyProfile>& loss,
                                                 std::uint32_t d_in, const Sampling& sample) {
  if (sample.rate.is_one() && loss.at_all) return *loss.at_all;
  const PrivacyProfile one = sample.by == SampledBy::tosses
                                 ? loss.at_one.sampled(sample.rate)
                                 : loss.at_one.sampled_of_size(sample.rate);
  return one.in_steps(d_in);
}

/// A measure under which a sample has a price. Those that are not one of these have to be converted
/// into one of them first.
template <class MO>
concept SampledMeasure = requires(const MO& measure, const LossOfAll<typename MO::Distance>& loss,
                                  std::uint32_t d_in, const Sampling& sample) {
  { sampled_loss(measure, loss, d_in, sample) } -> std::same_as<typename MO::Distance>;
};

// What has an overload for distances whose type is known only at run time.

/// The number of rows, or of persons, that a distance is.
[[nodiscard]] inline std::uint32_t steps_of_distance(std::uint32_t d_in) { return d_in; }

/// True if nothing is lost.
template <class Loss>
[[nodiscard]] bool is_no_loss(const Loss& loss) {
  return within(loss, Loss{});
}

/// The loss of a release from such a sample, where `measurement` has the loss of a release from all
/// of the data.
///
/// Precondition (checked): its map says what is lost, and that nothing is at distance 0.
template <class M>
[[nodiscard]] typename M::Map sampled_map(const M& measurement, const Sampling& sample) {
  using DistanceIn = typename M::DistanceIn;
  using Loss = typename M::DistanceOut;
  using Map = typename M::Map;
  const Map& inner = measurement.privacy_map();
  const DistanceIn none(std::uint32_t{0});
  if (!is_no_loss(inner.forward(none))) {
    fail(ErrorKind::invalid_argument,
         "the measurement that is to see a sample loses something between equal data: " +
             describe_distance(inner.forward(none)) + "; give one that loses nothing there");
  }
  typename Map::Forward forward = [inner, sample,
                                   measure = measurement.output_measure()](DistanceIn d_in) {
    LossOfAll<Loss> loss{inner.forward(DistanceIn(std::uint32_t{1})), std::nullopt};
    try {
      loss.at_all = inner.forward(d_in);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::overflow) throw;
    }
    return sampled_loss(measure, loss, steps_of_distance(d_in), sample);
  };
  if (inner.has_backward()) return monotone_map(measurement.input_metric(), std::move(forward));
  return Map(std::move(forward));
}

}  // namespace scrim
