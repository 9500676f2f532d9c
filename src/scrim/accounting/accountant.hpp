// What many releases lose together, told from above, and the least noise for a target. Proof:
// privacy_profile.proof.md
#pragma once

#include <cstdint>

#include "scrim/accounting/privacy_profile.hpp"

namespace scrim {

/// Adds up what releases lose: they are added, then any pair of epsilon and delta is asked for. The
/// plan of releases, not their results, may depend on nothing but earlier parameters.
///
/// See PrivacyProfile for what is added and what is answered.
///
/// Example:
///   Accountant account;
///   account.add_gaussian(100.0, 1, 10'000);
///   account.add_loss({.epsilon = 0.1});
///   account.add(PrivacyProfile::of_gaussian(1.0, 1).sampled(0.01), 1000);
///   account.epsilon(1e-6);
///
/// Threads: distinct objects may be used from distinct threads; of one object, the const functions.
class Accountant {
 public:
  /// What a measurement under ProfileDivergence says, so many times.
  void add(const PrivacyProfile& profile, std::uint64_t times = 1) { all_.add(profile, times); }

  void add_gaussian(double sigma, std::uint64_t sensitivity, std::uint64_t times = 1) {
    add(PrivacyProfile::of_gaussian(sigma, sensitivity), times);
  }
  void add_laplace(double scale, std::uint64_t sensitivity, std::uint64_t times = 1) {
    add(PrivacyProfile::of_laplace(scale, sensitivity), times);
  }
  void add_randomised_response(double epsilon, std::uint64_t categories, std::uint64_t times = 1) {
    add(PrivacyProfile::of_randomised_response(epsilon, categories), times);
  }
  void add_bounded_range(double epsilon, std::uint64_t times = 1) {
    add(PrivacyProfile::of_bounded_range(epsilon), times);
  }
  void add_loss(const PrivacyLoss& loss, std::uint64_t times = 1) {
    add(PrivacyProfile::of_loss(loss), times);
  }

  /// Of all that was added.
  [[nodiscard]] const PrivacyProfile& profile() const noexcept { return all_; }
  [[nodiscard]] double delta(double epsilon) const { return all_.delta(epsilon); }
  [[nodiscard]] double epsilon(double delta) const { return all_.epsilon(delta); }
  [[nodiscard]] double rho() const { return all_.rho(); }
  [[nodiscard]] double delta_beside_rho() const { return all_.delta_beside_rho(); }

 private:
  PrivacyProfile all_;
};

/// What releases that are alike may lose together.
struct NoiseTarget {
  double epsilon;
  double delta;
  std::uint64_t sensitivity = 1;
  std::uint64_t times = 1;
  ExactProbability rate = 1.0;  ///< of the sample of rows that each release sees
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
