// The binary expansion of a real number in [0, 1), in words: the tapes that are hardest to decide.
#pragma once

#include <gmpxx.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include "scrim/numbers/big_interval.hpp"

namespace scrim::test {

/// The first `count` words of the expansion of a non-negative integer over 2^(64 count).
inline std::vector<std::uint64_t> words_of(const mpz_class& integer, std::size_t count) {
  std::vector<std::uint64_t> words(count, 0);
  mpz_class rest = integer;
  for (std::size_t i = count; i-- > 0; rest >>= 64) {
    const mpz_class digit = rest & mpz_class("FFFFFFFFFFFFFFFF", 16);
    words[i] = digit.get_ui();
  }
  return words;
}

inline mpz_class floor_scaled(const BigFloat& value, std::size_t bits) {
  const WideExponentRange wide;
  BigFloat scaled(value.precision());
  mpfr_mul_2ui(scaled.get(), value.get(), bits, MPFR_RNDN);
  mpz_class integer;
  mpfr_get_z(integer.get_mpz_t(), scaled.get(), MPFR_RNDD);
  return integer;
}

/// The first `count` words of the number that `enclosure` is about.
/// Throws if the enclosure is too wide to tell them.
inline std::vector<std::uint64_t> leading_words(const BigInterval& enclosure, std::size_t count) {
  const mpz_class low = floor_scaled(enclosure.lower(), 64 * count);
  if (low != floor_scaled(enclosure.upper(), 64 * count)) {
    throw std::logic_error("leading_words: the enclosure is too wide");
  }
  return words_of(low, count);
}

}  // namespace scrim::test
