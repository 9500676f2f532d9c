// What the tests of exp_minus compare with: MPFR, and the error that the proof allows.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scrim/numbers/big_float.hpp"
#include "scrim/numbers/elementary_enclosure.hpp"

namespace scrim::test {

// Enough that the reference errs by 2^-43 of the width of an enclosure, and fast.
inline constexpr mpfr_prec_t reference_precision = 93;

/// A reference value of exp(-x).
class Reference {
 public:
  Reference() : value_(reference_precision) {}

  Reference& exp_minus(double x) {
    mpfr_set_d(value_.get(), -x, MPFR_RNDN);
    mpfr_exp(value_.get(), value_.get(), MPFR_RNDN);
    return *this;
  }

  [[nodiscard]] bool is_in(const Interval& enclosure) const {
    return mpfr_cmp_d(value_.get(), enclosure.lo) >= 0 &&
           mpfr_cmp_d(value_.get(), enclosure.hi) <= 0;
  }

  /// |value - centre of the enclosure|, relatively, in units of 2^-53. Overwrites the value.
  [[nodiscard]] double distance_to_centre(const Interval& enclosure) {
    mpfr_mul_2ui(value_.get(), value_.get(), 1, MPFR_RNDN);
    mpfr_sub_d(value_.get(), value_.get(), enclosure.lo, MPFR_RNDN);
    mpfr_sub_d(value_.get(), value_.get(), enclosure.hi, MPFR_RNDN);
    mpfr_div_d(value_.get(), value_.get(), enclosure.lo, MPFR_RNDN);
    return std::abs(mpfr_get_d(value_.get(), MPFR_RNDN)) * 0x1p52;
  }

 private:
  BigFloat value_;
};

inline double relative_width(const Interval& x) {
  return (x.hi - x.lo) / std::max(std::abs(x.lo), std::abs(x.hi));
}

// What lemma 1 proves about the kernel, in units of 2^-53.
inline constexpr double error_of_exp = 2.4;

// The centre of an enclosure differs from the kernel's value by the mean of the roundings of its
// two ends.
inline constexpr double error_of_centre = 1.01;

/// Containment, width and the kernel's error at one point.
inline testing::AssertionResult is_sound_and_narrow(const Interval& enclosure, Reference& value,
                                                    double largest_error) {
  if (!value.is_in(enclosure)) return testing::AssertionFailure() << "the value is not enclosed";
  if (relative_width(enclosure) > 0x1p-48) return testing::AssertionFailure() << "too wide";
  if (value.distance_to_centre(enclosure) > largest_error + error_of_centre) {
    return testing::AssertionFailure() << "the kernel errs by more than was proved";
  }
  return testing::AssertionSuccess();
}

inline testing::AssertionResult encloses_exp_minus(double x) {
  thread_local Reference reference;
  reference.exp_minus(x);
  const Interval enclosure = scrim::exp_minus(Interval::point(x));
  if (x > 708) {
    return enclosure == Interval{0, 0x1p-1020} && reference.is_in(enclosure)
               ? testing::AssertionSuccess()
               : testing::AssertionFailure() << "wrong beyond 708: " << x;
  }
  if (enclosure.hi > 1) return testing::AssertionFailure() << "above 1: " << x;
  // The centre of an enclosure cut at 1 says nothing about the kernel.
  const double largest_error =
      enclosure.hi < 1 ? error_of_exp : std::numeric_limits<double>::infinity();
  auto result = is_sound_and_narrow(enclosure, reference, largest_error);
  return result ? result : result << ": exp(-" << std::hexfloat << x << ')';
}

}  // namespace scrim::test
