// What releases lose, as a curve: delta for every epsilon. Proof: privacy_profile.proof.md
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "scrim/numbers/exact_probability.hpp"

namespace scrim {

/// What a release loses, as its map says it: exactly one of epsilon and rho, and a delta where the
/// measure has one.
///
/// Example: `{.epsilon = 0.1}`, `{.rho = 0.01, .delta = 1e-9}`.
struct PrivacyLoss {
  std::optional<double> epsilon = std::nullopt;  ///< under MaxDivergence
  std::optional<double> rho = std::nullopt;      ///< under ZeroConcentratedDivergence
  double delta = 0.0;                            ///< the mass on which nothing is promised

  friend bool operator==(const PrivacyLoss&, const PrivacyLoss&) = default;
};

/// What releases lose together: delta(epsilon), the least delta that is known to hold with epsilon,
/// whichever epsilon is asked for, and asked for afterwards.
///
/// A value: it holds what the releases are, and computes when it is asked. Every answer is at or
/// above the truth for the worst data, whichever of two data is the first: losses are composed as
/// distributions, in exact integers, and everything that is rounded is rounded up. No answer
/// depends on the order in which releases were added, and delta(epsilon) does not rise with
/// epsilon.
///
/// Noise is the integer noise that this library draws, and sensitivities are in the unit of that
/// noise (steps of the grid, where values lie on one): the distance between two neighbours, not a
/// norm of a vector, but where it is said.
///
/// Threads: distinct objects may be used from distinct threads; of one object, the const functions.
class PrivacyProfile {
 public:
  /// No release: nothing is lost.
  PrivacyProfile();

  /// Of one integer with discrete Gaussian noise, exp(-z^2 / (2 sigma^2)).
  ///
  /// A vector of which a unit moves several coordinates is as many releases as it moves, each with
  /// its own sensitivity: the norm of the shift does not decide what is lost.
  /// Precondition (checked): 2^-20 <= sigma <= 2^60; sensitivity <= 2^60.
  [[nodiscard]] static PrivacyProfile of_gaussian(double sigma, std::uint64_t sensitivity);

  /// Of an integer with discrete Laplace noise, exp(-|z| / scale), or of a vector of integers that
  /// moves by at most `sensitivity` in the sum of the absolute values (L1).
  ///
  /// Precondition (checked): 2^-20 <= scale <= 2^60; sensitivity <= 2^60.
  [[nodiscard]] static PrivacyProfile of_laplace(double scale, std::uint64_t sensitivity);

  /// Of the true one of some categories with probability exp(epsilon) / (exp(epsilon) + categories
  /// - 1), else of any other.
  ///
  /// Precondition (checked): 0 <= epsilon <= 2^20; categories >= 2.
  [[nodiscard]] static PrivacyProfile of_randomised_response(double epsilon,
                                                             std::uint64_t categories);

  /// Of a release whose loss varies by at most epsilon over all outcomes (RangeDivergence):
  /// selections with exponential weights.
  ///
  /// Precondition (checked): 0 <= epsilon <= 2^20.
  [[nodiscard]] static PrivacyProfile of_bounded_range(double epsilon);

  /// Of a release of which no more than this is known.
  ///
  /// Precondition (checked): exactly one of epsilon and rho is given, from 0 to 2^20; 0 <= delta <=
  ///   1.
  [[nodiscard]] static PrivacyProfile of_loss(const PrivacyLoss& loss);

  /// Of a release of which nothing is known.
  [[nodiscard]] static PrivacyProfile nothing_promised();

  /// Adds what other releases lose, so many times.
  ///
  /// The list is fixed beforehand: no release was chosen by looking at another. Where a profile
  /// says more of one direction than of the other (`sampled`), both are about the same data, and
  /// the same of two data has the row.
  /// Precondition (checked): of each release there are at most 2^32.
  void add(const PrivacyProfile& other, std::uint64_t times = 1);

  /// Of the same releases from a sample of the rows: each row is in it with probability `rate`,
  /// independently of all others. Between data of which one has one row more, where this is what is
  /// lost between such data if they see all rows.
  [[nodiscard]] PrivacyProfile sampled(const ExactProbability& rate) const;

  /// Of the same releases from a sample of a fixed size, of which every one is as likely; `rate` is
  /// the part of the rows that it has. Between data of which one row is another, as this is.
  [[nodiscard]] PrivacyProfile sampled_of_size(const ExactProbability& rate) const;

  /// Between data that are `steps` neighbours apart, where this is between neighbours.
  [[nodiscard]] PrivacyProfile in_steps(std::uint32_t steps) const;

  /// The same for data of which it is not known which one has the row: of the two directions, the
  /// larger.
  [[nodiscard]] PrivacyProfile either_way() const;

  /// A bound on delta at this epsilon, at most 1.
  ///
  /// Slack: one release of its own kind is told as it is, rounded up. Of several, less than about
  /// 2^-10 of what the parts imply, as long as that is 2^-208 (2e-63) or more.
  /// Precondition (checked): epsilon >= 0.
  /// Cost: about a second at the first question after a change, some more for a delta below 1e-15,
  ///   for many different releases, for Gaussians of a sigma beyond 2000 and for samples; then
  ///   microseconds.
  [[nodiscard]] double delta(double epsilon) const;

  /// The smallest double at which delta(epsilon) is at most this delta; infinity if there is none.
  ///
  /// Precondition (checked): 0 <= delta <= 1.
  [[nodiscard]] double epsilon(double delta) const;

  /// The most that is known to be lost under ZeroConcentratedDivergence, apart from the mass
  /// `delta_beside_rho`; infinity if nothing is known.
  [[nodiscard]] double rho() const;

  /// The mass on which nothing is promised by rho().
  [[nodiscard]] double delta_beside_rho() const;

  /// Equal profiles are those of equal releases.
  friend bool operator==(const PrivacyProfile& a, const PrivacyProfile& b);

  /// Whether whatever loses at most a is known to lose at most b: each release of a is one of b, or
  /// b is one measured loss that a is within.
  friend bool within(const PrivacyProfile& a, const PrivacyProfile& b);

  friend std::string describe_distance(const PrivacyProfile& d);

 private:
  class State;
  explicit PrivacyProfile(std::shared_ptr<State> state) : state_(std::move(state)) {}

  std::shared_ptr<State> state_;  // shared by copies until one of them is added to
};

[[nodiscard]] inline bool is_distance(const PrivacyProfile&) { return true; }
[[nodiscard]] bool within(const PrivacyProfile& a, const PrivacyProfile& b);
[[nodiscard]] std::string describe_distance(const PrivacyProfile& d);
/// See spaces/distance.hpp.
[[nodiscard]] PrivacyProfile undirected(const PrivacyProfile& d);

/// Differential privacy by profiles: P(S) <= exp(epsilon) P'(S) + delta(epsilon) for every event S
/// and every epsilon, both ways. Nothing is rounded to a single pair before it is asked for, so
/// that what releases lose together is told with hardly any slack.
struct ProfileDivergence {
  using Distance = PrivacyProfile;
  static constexpr std::string_view parameter = "profile";

  [[nodiscard]] static std::string describe() { return "profile_divergence()"; }

  friend constexpr bool operator==(ProfileDivergence, ProfileDivergence) = default;
};

}  // namespace scrim
