// Which quantile: a fraction between 0 and 1.
#pragma once

#include "scrim/numbers/fraction.hpp"

namespace scrim {

/// The quantile num/den: 1/2 is the median, 0 the minimum, 1 the maximum.
///
/// Converts from a double (the closest fraction with a denominator of at most 10 000, so 0.1 is
/// 1/10) and from a Fraction (kept as given). Refuses NaN and what lies outside [0, 1].
class Alpha {
 public:
  // NOLINTBEGIN(google-explicit-constructor): 0.5 and Fraction{1, 2} are meant to convert silently.
  Alpha(double alpha);
  Alpha(Fraction alpha);
  // NOLINTEND(google-explicit-constructor)

  [[nodiscard]] const Fraction& fraction() const noexcept { return fraction_; }
  [[nodiscard]] std::uint64_t num() const noexcept { return fraction_.num; }
  [[nodiscard]] std::uint64_t den() const noexcept { return fraction_.den; }

 private:
  Fraction fraction_;
};

/// The largest denominator chosen for an alpha that is given as a double.
inline constexpr std::uint64_t largest_alpha_denominator = 10'000;

}  // namespace scrim
