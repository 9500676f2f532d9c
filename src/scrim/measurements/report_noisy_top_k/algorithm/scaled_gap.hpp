// How far a score lies behind the best one, in units of the noise scale, as an exact real number.
#pragma once

#include <cstdint>

#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/casts.hpp"
#include "scrim/numbers/directed.hpp"
#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/interval.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

/// The real number |best - score| / scale. The subtraction of two floats and the division are never
/// rounded: they are enclosed, as tightly as a comparison asks for.
///
/// Precondition (caller): best and score are finite; scale is finite and positive.
template <Number T>
class ScaledGap {
 public:
  ScaledGap(T best, T score, double scale) : best_(best), score_(score), scale_(scale) {}

  [[nodiscard]] bool is_zero() const { return best_ == score_; }

  [[nodiscard]] Interval enclose() const {
    if (is_zero()) return Interval::point(0.0);
    if constexpr (Integer<T>) {
      const auto gap = absolute_difference(best_, score_);
      return Interval{cast_down<double>(gap), cast_up<double>(gap)} / Interval::point(scale_);
    } else {
      const double larger = best_ > score_ ? best_ : score_;
      const double smaller = best_ > score_ ? score_ : best_;
      return Interval{sub_down(larger, smaller), sub_up(larger, smaller)} / Interval::point(scale_);
    }
  }

  [[nodiscard]] BigInterval enclose(Precision precision) const {
    const auto scale = BigInterval::point(precision, scale_);
    if constexpr (Integer<T>) {
      const std::uint64_t gap = absolute_difference(best_, score_);
      return BigInterval::point(precision, gap) / scale;
    } else {
      const double larger = best_ > score_ ? best_ : score_;
      const double smaller = best_ > score_ ? score_ : best_;
      return (BigInterval::point(precision, larger) - BigInterval::point(precision, smaller)) /
             scale;
    }
  }

 private:
  T best_;
  T score_;
  double scale_;
};

}  // namespace scrim
