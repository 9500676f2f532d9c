#include "scrim/samplers/response.hpp"

#include <utility>

namespace scrim {

TruthProbability TruthProbability::from_epsilon(double epsilon, std::uint64_t others) {
  return TruthProbability(OddsAgainst{epsilon, others});
}

TruthProbability TruthProbability::from_fraction(Fraction fraction) {
  return TruthProbability(Rational(to_rational(fraction.num) / to_rational(fraction.den)));
}

TruthProbability::TruthProbability(std::variant<OddsAgainst, Rational> value)
    : value_(std::move(value)), in_doubles_(Interval::whole()) {
  constexpr Precision precision = 128;
  const BigInterval enclosed = enclose(precision);
  in_doubles_ = {enclosed.lower_double(), enclosed.upper_double()};
}

BigInterval TruthProbability::enclose(Precision precision) const {
  if (const auto* exact = std::get_if<Rational>(&value_)) {
    return BigInterval::point(precision, *exact);
  }
  const auto& [epsilon, others] = std::get<OddsAgainst>(value_);
  const BigInterval one = BigInterval::point(precision, 1.0);
  return one / (one + BigInterval::point(precision, others) *
                          exp(-BigInterval::point(precision, epsilon)));
}

}  // namespace scrim
