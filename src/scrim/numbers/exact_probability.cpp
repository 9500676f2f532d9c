#include "scrim/numbers/exact_probability.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <string>

#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

/// The fewest digits that read as this number.
std::string shortest(double number) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), end.ptr};
}

}  // namespace

ExactProbability::ExactProbability(double probability) : fraction_{0, 1} {
  if (!(probability >= 0.0 && probability <= 1.0)) {
    fail(ErrorKind::invalid_argument, "the probability is " + shortest(probability) +
                                          "; give a number from 0 to 1, or a fraction");
  }
  if (probability == 0.0) return;
  // mantissa in [1/2, 1), so that 2^53 mantissa is an integer.
  int exponent = 0;
  const double mantissa = std::frexp(probability, &exponent);
  auto num = static_cast<std::uint64_t>(std::ldexp(mantissa, 53));
  const int spare = std::countr_zero(num);
  num >>= spare;
  const int places = 53 - spare - exponent;  // the probability is num 2^-places
  constexpr int most = 63;
  const int in_den = places < most ? places : most;
  fraction_ = {num, std::uint64_t{1} << in_den};
  halvings_ = places - in_den;
}

ExactProbability::ExactProbability(Fraction fraction) : fraction_(fraction) {
  if (fraction.den == 0 || fraction.num > fraction.den) {
    fail(ErrorKind::invalid_argument, "the probability is " + std::to_string(fraction.num) + "/" +
                                          std::to_string(fraction.den) +
                                          "; give a fraction from 0 to 1");
  }
}

}  // namespace scrim
