// Enclosures of real numbers at any precision: what decides when the enclosure in doubles cannot.
#pragma once

#include <cstdint>
#include <limits>
#include <span>

#include "scrim/numbers/big_float.hpp"
#include "scrim/numbers/interval.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim {

/// A number of bits.
using Precision = int;

/// A closed enclosure between two MPFR numbers of one precision; the ends may be infinite.
///
/// Every operation rounds its lower end down and its upper end up, at the larger precision of its
/// operands. Magnitudes from about 2^-(2^62) to 2^(2^62) are numbers; what lies beyond is enclosed
/// by zero or by an infinity.
/// Invariant: lo <= hi; neither is NaN.
/// Threads: distinct objects may be used from distinct threads.
class BigInterval {
 public:
  /// The tightest enclosure of x at this precision; a NaN gives the whole line.
  [[nodiscard]] static BigInterval point(Precision precision, double x);
  [[nodiscard]] static BigInterval point(Precision precision, std::int64_t x);
  [[nodiscard]] static BigInterval point(Precision precision, std::uint64_t x);
  [[nodiscard]] static BigInterval point(Precision precision, const Rational& x);

  [[nodiscard]] static BigInterval pi(Precision precision);

  /// The integers narrower than 64 bits, which would be ambiguous otherwise.
  template <Integer T>
  [[nodiscard]] static BigInterval point(Precision precision, T x) {
    if constexpr (std::numeric_limits<T>::is_signed) {
      return point(precision, static_cast<std::int64_t>(x));
    } else {
      return point(precision, static_cast<std::uint64_t>(x));
    }
  }

  /// The numbers in [0, 1] whose binary expansion starts with these words, most significant first:
  /// exactly [0.w1w2..wn, 0.w1w2..wn + 2^-64n]. No words: [0, 1].
  [[nodiscard]] static BigInterval from_bits(std::span<const std::uint64_t> words);

  /// Bits of either end.
  [[nodiscard]] Precision precision() const noexcept {
    return static_cast<Precision>(lo_.precision());
  }

  /// The largest double not above any number enclosed.
  [[nodiscard]] double lower_double() const;
  /// The smallest double not below any number enclosed.
  [[nodiscard]] double upper_double() const;

  /// The ends themselves, for comparison with other computations.
  [[nodiscard]] const BigFloat& lower() const noexcept { return lo_; }
  [[nodiscard]] const BigFloat& upper() const noexcept { return hi_; }

  friend BigInterval operator-(const BigInterval& x);
  friend BigInterval operator+(const BigInterval& a, const BigInterval& b);
  friend BigInterval operator-(const BigInterval& a, const BigInterval& b);
  friend BigInterval operator*(const BigInterval& a, const BigInterval& b);
  /// Precondition (caller): 0 is not in b; otherwise the whole line.
  friend BigInterval operator/(const BigInterval& a, const BigInterval& b);

  friend BigInterval exp(const BigInterval& x);
  /// Precondition (caller): no number in x is negative. If x touches 0 the lower end is -inf.
  friend BigInterval ln(const BigInterval& x);
  /// Precondition (caller): no number in x is negative.
  friend BigInterval sqrt(const BigInterval& x);
  /// The complementary error function, 2 / sqrt(pi) times the integral of exp(-t^2) from x on.
  friend BigInterval erfc(const BigInterval& x);

  /// The smallest enclosure of both.
  friend BigInterval hull(const BigInterval& a, const BigInterval& b);

  /// Postcondition: `less` only if every number in a is less than every number in b; `greater`
  ///   likewise; `undecided` whenever the enclosures touch.
  friend Order compare(const BigInterval& a, const BigInterval& b);

 private:
  explicit BigInterval(mpfr_prec_t precision) : lo_(precision), hi_(precision) {}

  static BigInterval of_operands(const BigInterval& a, const BigInterval& b);
  static BigInterval whole(mpfr_prec_t precision);
  void replace_nan_ends();

  BigFloat lo_;
  BigFloat hi_;
};

}  // namespace scrim
