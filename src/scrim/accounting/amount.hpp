// Exact amounts of a budget. Proof: filter.proof.md
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "scrim/numbers/uint128.hpp"

namespace scrim {

/// A rational number that is not negative, and is never rounded: ten times "0.1" is 1, and 1e-17
/// added to 1 is more than 1.
///
///   Amount::from_text("0.1")    a tenth; also "1e-6", "1/3"
///   Amount::typed(0.1)          a tenth, too: what a person meant who typed 0.1
///   Amount::exactly(map_loss)   the double itself, which here is a little more than a tenth
///   Amount::ratio(1, 3)         a third
///
/// Cost: numbers whose numerator and denominator fit 128 bits, such as nearly all doubles and
/// decimal numbers, need no memory of their own; others are GMP's.
class Amount {
 public:
  /// 0.
  Amount() noexcept = default;

  /// num / den. Throws invalid_argument if den is 0.
  [[nodiscard]] static Amount ratio(std::uint64_t num, std::uint64_t den = 1);

  /// The number that stands there: "12", "0.1", ".5", "1e-6", "2.5E3", "1/3". Throws
  /// invalid_argument for anything else, for a negative number, for a text of more than 2000
  /// characters and for an exponent beyond 1000, so that a short text cannot fill the memory.
  [[nodiscard]] static Amount from_text(std::string_view text);

  /// The shortest decimal number that is read as x: what was typed where x was typed.
  /// Precondition (checked): x is finite and not negative.
  [[nodiscard]] static Amount typed(double x);

  /// The value of x.
  /// Precondition (checked): x is finite and not negative.
  [[nodiscard]] static Amount exactly(double x);

  /// The number itself: as a decimal number where that takes few digits, else as "1/3".
  [[nodiscard]] std::string exact_text() const;

  /// For people: the number itself where it is short, else so many leading digits of it, rounded up
  /// (what something costs) or down (what is left).
  [[nodiscard]] std::string text_up(int digits = 10) const;
  [[nodiscard]] std::string text_down(int digits = 10) const;

  /// The smallest double that is not below it, and the largest that is not above it.
  [[nodiscard]] double double_up() const;
  [[nodiscard]] double double_down() const;

  /// Throws overflow where the denominator would have more than 16384 bits, which amounts without a
  /// common denominator get to.
  friend Amount operator+(const Amount& a, const Amount& b);

  /// Precondition (checked): b <= a.
  friend Amount operator-(const Amount& a, const Amount& b);

  friend std::strong_ordering operator<=>(const Amount& a, const Amount& b);
  friend bool operator==(const Amount& a, const Amount& b) { return (a <=> b) == 0; }

 private:
  struct Big;
  friend struct AmountAccess;

  uint128 num_ = 0;
  uint128 den_ = 1;
  std::shared_ptr<const Big> big_;  ///< where there is one, it is the number
};

/// An amount, and how much of it may be exceeded: what a LossWithDelta is among losses.
struct AmountWithDelta {
  Amount loss;
  Amount delta;

  friend bool operator==(const AmountWithDelta&, const AmountWithDelta&) = default;
};

}  // namespace scrim
