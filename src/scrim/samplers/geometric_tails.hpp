// The geometric law, and that of the magnitude of discrete Laplace noise, by their tails.
// Proof: discrete_laplace.proof.md
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/elementary_enclosure.hpp"
#include "scrim/numbers/interval.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/samplers/filter_margin.hpp"

namespace scrim {

/// Doubles around an integer.
[[nodiscard]] Interval enclose_integer(std::uint64_t x) noexcept;

/// Which variable has these tails, for Z with P[Z = z] proportional to q^|z|, q = exp(-1 / scale).
enum class GeometricKind {
  one_sided,  ///< Z given that Z >= 0: P[X > j] = q^(j + 1)
  magnitude,  ///< |Z|: P[X > j] = 2 / (1 + q) * q^(j + 1)
};

/// `filter_margin` is for tests.
template <double filter_margin = installed_filter_margin>
class GeometricTails {
 public:
  /// Precondition (caller): scale > 0.
  GeometricTails(Rational scale, GeometricKind kind)
      : scale_(std::move(scale)),
        kind_(kind),
        scale_in_doubles_{to_double_down(scale_), to_double_up(scale_)},
        factor_in_doubles_(enclose_factor()) {}

  [[nodiscard]] const Rational& scale() const noexcept { return scale_; }
  [[nodiscard]] const Interval& scale_in_doubles() const noexcept { return scale_in_doubles_; }

  /// About the X that belongs to a U within the enclosure: a guess for invert_near, and no more.
  [[nodiscard]] std::uint64_t guess(const Interval& u) const noexcept {
    const double middle = (u.lo + u.hi) / 2;
    const double x = std::ceil(scale_in_doubles_.hi * std::log(factor_in_doubles_.hi / middle)) - 1;
    constexpr double most = 0x1p63;
    return x > 0 ? static_cast<std::uint64_t>(std::min(x, most)) : 0;
  }

  /// P[X > j] as a real number; refers to the law.
  class Tail {
   public:
    Tail(const GeometricTails& law, std::uint64_t j) noexcept : law_(&law), j_(j) {}

    [[nodiscard]] Interval enclose() const noexcept {
      const Interval exponent =
          (enclose_integer(j_) + Interval::point(1)) / law_->scale_in_doubles_;
      return exp_minus(exponent, filter_margin) * law_->factor_in_doubles_;
    }
    [[nodiscard]] BigInterval enclose(Precision precision) const {
      const Rational exponent = (to_rational(j_) + 1) / law_->scale_;
      return exp(-BigInterval::point(precision, exponent)) * law_->enclose_factor(precision);
    }

   private:
    const GeometricTails* law_;
    std::uint64_t j_;
  };

  [[nodiscard]] Tail tail(std::uint64_t j) const noexcept { return {*this, j}; }

  [[nodiscard]] std::vector<BigInterval> enclose_tails(int bits, Precision precision) const {
    const BigInterval ratio = enclose_ratio(precision);
    const BigInterval limit = BigInterval::point(
        precision, Rational(1, mpz_class(1) << static_cast<unsigned long>(bits)));
    std::vector<BigInterval> tails{ratio * enclose_factor(precision)};
    while (compare(tails.back(), limit) != Order::less) tails.push_back(tails.back() * ratio);
    return tails;
  }

 private:
  [[nodiscard]] BigInterval enclose_ratio(Precision precision) const {
    return exp(-BigInterval::point(precision, Rational(1 / scale_)));
  }

  [[nodiscard]] BigInterval enclose_factor(Precision precision) const {
    BigInterval one = BigInterval::point(precision, 1.0);
    if (kind_ == GeometricKind::one_sided) return one;
    return BigInterval::point(precision, 2.0) / (one + enclose_ratio(precision));
  }

  [[nodiscard]] Interval enclose_factor() const {
    if (kind_ == GeometricKind::one_sided) return Interval::point(1);
    return Interval::point(2) /
           (Interval::point(1) + exp_minus(Interval::point(1) / scale_in_doubles_));
  }

  Rational scale_;
  GeometricKind kind_;
  Interval scale_in_doubles_;
  Interval factor_in_doubles_;
};

}  // namespace scrim
