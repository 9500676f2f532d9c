// A rational number as a RefinableReal.
#pragma once

#include <utility>

#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/interval.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/refinable.hpp"

namespace scrim {

class RationalReal {
 public:
  explicit RationalReal(Rational value)
      : value_(std::move(value)), near_{to_double_down(value_), to_double_up(value_)} {}

  [[nodiscard]] const Rational& value() const noexcept { return value_; }

  [[nodiscard]] Interval enclose() const noexcept { return near_; }
  [[nodiscard]] BigInterval enclose(Precision precision) const {
    return BigInterval::point(precision, value_);
  }

 private:
  Rational value_;
  Interval near_;
};
static_assert(RefinableReal<RationalReal>);

}  // namespace scrim
