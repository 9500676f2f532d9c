// What many releases lose together, told from above. Proof: accountant.proof.md
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

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

/// What releases lose together, as (epsilon, delta): releases are added, then any pair is asked
/// for. The plan of releases, not their results, may depend on nothing but earlier parameters.
///
/// Every answer is at or above the truth for the worst data, whatever data moves each release in
/// whichever direction: losses are composed as distributions, in exact integers, and everything
/// that is rounded is rounded up. It does not depend on the order in which releases were added, and
/// delta(epsilon) does not rise with epsilon.
///
/// Noise is the integer noise that this library draws, and sensitivities are in the unit of that
/// noise (steps of the grid, where values lie on one): the distance between two neighbours, not a
/// norm of a vector, but where it is said.
///
/// Example:
///   Accountant account;
///   account.add_gaussian(100.0, 1, 10'000);
///   account.add_loss({.epsilon = 0.1});
///   account.epsilon(1e-6);
///
/// Threads: distinct objects may be used from distinct threads; of one object, the const functions.
class Accountant {
 public:
  /// No release: nothing is lost.
  Accountant();
  Accountant(const Accountant& other);
  Accountant(Accountant&& other) noexcept;
  Accountant& operator=(const Accountant& other);
  Accountant& operator=(Accountant&& other) noexcept;
  ~Accountant();

  /// `times` releases of one integer each with discrete Gaussian noise, exp(-z^2 / (2 sigma^2)).
  ///
  /// A vector of which a unit moves several coordinates is as many releases as it moves, each with
  /// its own sensitivity: the norm of the shift does not decide what is lost.
  /// Precondition (checked): 2^-20 <= sigma <= 2^60; sensitivity <= 2^60; times <= 2^32.
  void add_gaussian(double sigma, std::uint64_t sensitivity, std::uint64_t times = 1);

  /// `times` releases with discrete Laplace noise, exp(-|z| / scale), of integers, or of vectors of
  /// integers that move by at most `sensitivity` in the sum of the absolute values (L1).
  ///
  /// Precondition (checked): 2^-20 <= scale <= 2^60; sensitivity <= 2^60; times <= 2^32.
  void add_laplace(double scale, std::uint64_t sensitivity, std::uint64_t times = 1);

  /// `times` releases of the true one of some categories with probability exp(epsilon) /
  /// (exp(epsilon) + categories - 1), else of any other.
  ///
  /// Precondition (checked): 0 <= epsilon <= 2^20; categories >= 2; times <= 2^32.
  void add_randomised_response(double epsilon, std::uint64_t categories, std::uint64_t times = 1);

  /// `times` releases whose loss varies by at most epsilon over all outcomes (RangeDivergence):
  /// selections with exponential weights.
  ///
  /// Precondition (checked): 0 <= epsilon <= 2^20; times <= 2^32.
  void add_bounded_range(double epsilon, std::uint64_t times = 1);

  /// `times` releases of which no more than this is known.
  ///
  /// Precondition (checked): exactly one of epsilon and rho is given, from 0 to 2^20; 0 <= delta <=
  ///   1; times <= 2^32.
  void add_loss(const PrivacyLoss& loss, std::uint64_t times = 1);

  /// A bound on delta at this epsilon, at most 1.
  ///
  /// Slack: less than about 2^-10 of what the parts imply, as long as that is 2^-208 (2e-63) or
  /// more. Precondition (checked): epsilon >= 0. Cost: about a second at the first question after a
  /// change, some more for a delta below 1e-15,
  ///   for many different releases and for Gaussians of a sigma beyond 2000; then microseconds.
  [[nodiscard]] double delta(double epsilon) const;

  /// The smallest double at which delta(epsilon) is at most this delta; infinity if there is none.
  ///
  /// Precondition (checked): 0 <= delta <= 1.
  [[nodiscard]] double epsilon(double delta) const;

  /// The most that is known to be lost under ZeroConcentratedDivergence, apart from the mass
  /// `delta_beside_rho`.
  [[nodiscard]] double rho() const;

  /// The mass on which nothing is promised by rho().
  [[nodiscard]] double delta_beside_rho() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

/// What releases that are alike may lose together.
struct NoiseTarget {
  double epsilon;
  double delta;
  std::uint64_t sensitivity = 1;
  std::uint64_t times = 1;
};

/// The least sigma with which `times` releases with discrete Gaussian noise are within the target,
/// as add_gaussian accounts for them: verified, and no more than 2^-16 of itself above one that is
/// not.
///
/// Precondition (checked): epsilon > 0; 0 < delta < 1; sensitivity and times at least 1.
[[nodiscard]] double least_gaussian_sigma(const NoiseTarget& target);

/// The least scale of discrete Laplace noise, likewise; delta may be 0.
[[nodiscard]] double least_laplace_scale(const NoiseTarget& target);

}  // namespace scrim
