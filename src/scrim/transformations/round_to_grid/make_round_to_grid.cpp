#include "scrim/transformations/round_to_grid/make_round_to_grid.hpp"

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/transformations/quantise/grid_steps.hpp"

namespace scrim {

void check_grid_exponent(int exponent) {
  if (-largest_grid_exponent <= exponent && exponent <= largest_grid_exponent) return;
  fail(ErrorKind::invalid_argument, "make_round_to_grid: the exponent is " +
                                        describe_value(exponent) + "; give one from -1022 to 1022");
}

std::size_t known_entries(const VectorDomain<AtomDomain<double>>& domain) {
  if (domain.size) return *domain.size;
  fail(ErrorKind::mismatch, "make_round_to_grid: the input is " + domain.describe() +
                                ", of unknown size, and rounding moves every entry; give the size");
}

}  // namespace scrim
