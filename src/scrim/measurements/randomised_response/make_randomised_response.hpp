// One of some public categories: the true one, or now and then another.
//
// Proof: make_randomised_response.proof.md
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scrim/columns/atom.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/core/measurement.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/measurements/randomised_response/response_options.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/measures.hpp"
#include "scrim/spaces/value_metrics.hpp"

namespace scrim {

/// What an answer can be: an integer, a boolean or a text. Equality on floats is too brittle.
template <class T>
concept Answer = Atom<T> && !Float<T>;

/// Answers with randomness of the calling thread. Copies share the probability.
class Responder {
 public:
  /// Precondition (caller): options are checked.
  Responder(const ResponseOptions& options, std::size_t categories);

  /// The truth as often as it is kept, else another number below `categories`. A truth that is none
  /// of them gives any, each alike.
  [[nodiscard]] std::size_t answer(std::optional<std::size_t> truth) const;

 private:
  class Law;
  std::shared_ptr<const Law> law_;
};

/// Throws if an answer is listed twice.
template <Answer T>
void check_answers(const std::vector<OwnedAtom<T>>& answers) {
  for (std::size_t i = 0; i < answers.size(); ++i) {
    const auto earlier = std::find(answers.begin(), answers.end(), answers[i]) - answers.begin();
    if (static_cast<std::size_t>(earlier) == i) continue;
    const OwnedAtom<T> repeated = answers[i];
    fail(ErrorKind::invalid_argument, "make_randomised_response: categories " +
                                          std::to_string(earlier) + " and " + std::to_string(i) +
                                          " are both " + describe_value(repeated) +
                                          "; give each category once");
  }
}

/// Makes the measurement that tells a value with some probability, and else any other category:
/// what a person can do to their own answer before anyone has seen it.
///
/// Precondition (compiler): T is an integer, a boolean or a text.
/// Precondition (checked):  there are two categories or more, each once; epsilon is finite and not
///   negative (-0.0 included), or keep lies between 1/k and 1.
/// Precondition (caller):   the categories are public.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   measurement with d_out = response_loss(options, k) for d_in >= 1. A value that is no category
///   gives each of them alike.
/// Cost: some hundred nanoseconds, and a comparison with each category.
template <Answer T>
[[nodiscard]] auto make_randomised_response(AtomDomain<T> input_domain,
                                            DiscreteDistance input_metric,
                                            MaxDivergence output_measure,
                                            std::vector<OwnedAtom<T>> categories,
                                            ResponseOptions options)
    -> Measurement<AtomDomain<T>, DiscreteDistance, MaxDivergence, OwnedAtom<T>> {
  // 1. Refuse what the proof does not cover.
  check_response_options(options, categories.size());
  check_answers<T>(categories);

  // 2. Say what a release costs: two values are the same, or they are not.
  const double loss = response_loss(output_measure, options, categories.size());
  using Distance = DiscreteDistance::Distance;
  auto privacy_map =
      PrivacyMap<Distance>::from_monotone([loss](Distance d_in) { return d_in == 0 ? 0.0 : loss; });

  // 3. Answer.
  const Responder responder(options, categories.size());
  ValueMap<const T&, OwnedAtom<T>> function(
      [responder, categories = std::move(categories)](const T& value) -> OwnedAtom<T> {
        const auto found = std::find(categories.begin(), categories.end(), value);
        const auto position = static_cast<std::size_t>(found - categories.begin());
        return categories[responder.answer(
            found == categories.end() ? std::nullopt : std::optional<std::size_t>(position))];
      });
  return {std::move(input_domain), input_metric, output_measure, std::move(function),
          std::move(privacy_map)};
}

/// Of booleans, which are the categories false and true.
[[nodiscard]] inline auto make_randomised_response(const AtomDomain<bool>& input_domain,
                                                   DiscreteDistance input_metric,
                                                   MaxDivergence output_measure,
                                                   ResponseOptions options) {
  return make_randomised_response(input_domain, input_metric, output_measure,
                                  std::vector<bool>{false, true}, options);
}

/// `Space{atom_domain<std::string>(), DiscreteDistance{}} >> then_randomised_response(
///     MaxDivergence{}, std::vector<std::string>{"yes", "no"}, {.epsilon = 1.0})`.
template <class C>
[[nodiscard]] auto then_randomised_response(MaxDivergence output_measure, std::vector<C> categories,
                                            ResponseOptions options) {
  return Partial{[output_measure, categories = std::move(categories), options](
                     const auto& input_domain, const auto& input_metric) {
    return make_randomised_response(input_domain, input_metric, output_measure, categories,
                                    options);
  }};
}

}  // namespace scrim
