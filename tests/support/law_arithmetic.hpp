// The two arithmetics in which output laws are computed: enclosures, whose results are theorems,
// and doubles, with which a search can afford to try a million neighbours.
#pragma once

#include <cmath>

#include "scrim/numbers/big_interval.hpp"

namespace scrim::test {

inline constexpr Precision law_precision = 400;

[[nodiscard]] inline BigInterval exact(double x) { return BigInterval::point(law_precision, x); }

/// What a law asks of its numbers, beyond + - * /.
template <class Real>
struct Arithmetic;

template <>
struct Arithmetic<BigInterval> {
  [[nodiscard]] static BigInterval constant(double x) { return exact(x); }
  [[nodiscard]] static BigInterval exponential(const BigInterval& x) { return exp(x); }
  [[nodiscard]] static BigInterval logarithm(const BigInterval& x) { return ln(x); }
  [[nodiscard]] static bool is_surely_larger(const BigInterval& a, const BigInterval& b) {
    return compare(a, b) == Order::greater;
  }
  [[nodiscard]] static double lower(const BigInterval& x) { return x.lower_double(); }
  [[nodiscard]] static double upper(const BigInterval& x) { return x.upper_double(); }
};

/// Probabilities come out with a relative error of some 1e-14: there is no cancellation but in the
/// integral of permute-and-flip, whose terms are at most six times its value for five candidates.
template <>
struct Arithmetic<double> {
  [[nodiscard]] static double constant(double x) { return x; }
  [[nodiscard]] static double exponential(double x) { return std::exp(x); }
  [[nodiscard]] static double logarithm(double x) { return std::log(x); }
  [[nodiscard]] static bool is_surely_larger(double a, double b) { return a > b; }
  [[nodiscard]] static double lower(double x) { return x; }
  [[nodiscard]] static double upper(double x) { return x; }
};

}  // namespace scrim::test
