#include "scrim/numbers/sum_up.hpp"

#include <cmath>
#include <limits>

#include "scrim/numbers/rational.hpp"

namespace scrim {

double sum_up(std::span<const double> terms) {
  Rational sum = 0;
  for (const double term : terms) {
    if (std::isinf(term)) return std::numeric_limits<double>::infinity();
    sum += to_rational(term);
  }
  return to_double_up(sum);
}

}  // namespace scrim
