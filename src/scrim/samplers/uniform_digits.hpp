// A uniform real number of which some first digits are known, and its comparison with another real.
// Proof: uniform_digits.proof.md
#pragma once

#include <cstdint>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/interval.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/numbers/refinable.hpp"
#include "scrim/samplers/lazy_uniform.hpp"

namespace scrim {

/// The number of bits of a random word that samplers use. Tests use 8, so that all tapes of a few
/// words can be enumerated; a smaller number may only be slower, never change a law.
inline constexpr int installed_word_bits = 64;

/// The next word of the source, of which the highest `word_bits` bits are kept.
template <int word_bits, BitSource Source>
[[nodiscard]] std::uint64_t draw_word(Source& source) {
  static_assert(0 < word_bits && word_bits <= 64);
  return source.next_word() >> (64 - word_bits);
}

/// A uniform real number U in [0, 1) whose first binary digits are part of a word that has been
/// drawn; `word_bits` more become known with each word.
///
/// All enclosures are of one and the same number: a further word extends U, it never replaces it.
/// Not copyable: two copies would agree in the known digits and then part.
template <BitSource Source, int word_bits = installed_word_bits>
class UniformDigits {
 public:
  /// U in [head, head + 1) * 2^-head_bits.
  /// Precondition (caller): 0 < head_bits <= 64; head < 2^head_bits; the source outlives it.
  UniformDigits(std::uint64_t head, int head_bits, Source& source) noexcept
      : source_(&source), head_(head), head_bits_(head_bits) {}

  UniformDigits(const UniformDigits&) = delete;
  UniformDigits& operator=(const UniformDigits&) = delete;

  /// Encloses U by its head; draws nothing.
  [[nodiscard]] Interval enclose() const noexcept {
    const int missing = 64 - head_bits_;
    const std::uint64_t first = head_ << missing;
    const std::uint64_t last = first | ((std::uint64_t{1} << missing) - 1);
    return {enclose_unit(first).lo, enclose_unit(last).hi};
  }

  /// How many digits are known.
  [[nodiscard]] Precision known_bits() const noexcept { return head_bits_ + more_bits_; }

  /// Encloses U by all digits that are known.
  [[nodiscard]] BigInterval enclose_by_known_digits() const {
    mpz_class digits(static_cast<unsigned long>(head_));
    digits <<= static_cast<unsigned long>(more_bits_);
    digits += more_;
    const Rational unit =
        Rational(1) / Rational(mpz_class(1) << static_cast<unsigned long>(known_bits()));
    // Exact: both ends are multiples of the unit, and at most 1.
    const Precision precision = known_bits() + 1;
    return BigInterval::point(precision, Rational(digits * unit)) +
           BigInterval::from_bits({}) * BigInterval::point(precision, unit);
  }

  /// Draws one word.
  void extend() {
    const std::uint64_t word = draw_word<word_bits>(*source_);
    more_ <<= static_cast<unsigned long>(word_bits);
    more_ += mpz_class(static_cast<unsigned long>(word));
    more_bits_ += word_bits;
  }

 private:
  Source* source_;
  std::uint64_t head_;
  int head_bits_;
  mpz_class more_;  ///< the digits after the head
  Precision more_bits_ = 0;
};

/// U < x, decided exactly: by the filter on doubles, then by one word more at a time.
///
/// Precondition (compiler): X is a RefinableReal.
/// Precondition (caller):   x is not random, or independent of the digits of U not known yet.
/// Postcondition: the truth of U < x. Throws InvokeError{misuse} only if U and x cannot be told
///   apart by `last_refinement` digits, which has a probability below 2^-1000000.
/// Cost: nanoseconds where the filter decides; else microseconds, and no more words than are needed
///   to tell U from x.
template <BitSource Source, int word_bits, RefinableReal X>
[[nodiscard]] bool is_below(UniformDigits<Source, word_bits>& u, X& x) {
  const Order filtered = compare(u.enclose(), x.enclose());
  if (filtered != Order::undecided) [[likely]] {
    return filtered == Order::less;
  }
  // So much finer than the digits of U that it is nearly always U that is too coarse.
  constexpr Precision finer = 64;
  while (u.known_bits() <= last_refinement) {
    const Order order = compare(u.enclose_by_known_digits(), x.enclose(u.known_bits() + finer));
    if (order != Order::undecided) return order == Order::less;
    u.extend();
  }
  throw InvokeError(ErrorKind::misuse, "a random number could not be told from its bound");
}

}  // namespace scrim
