#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/transformations/round_to_grid/make_round_to_grid.hpp"

namespace scrim::test::laws_of_round_to_grid {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

SCRIM_LAWS_OF(make_round_to_grid, numbers) {
  auto doubles = edge_alphabet<double>().letters;
  for (const double x : {-1.5, -0.5, 0.5, 1.5, 2.5, nan}) doubles.push_back(x);
  for (const int exponent : {-1022, 0, 1022}) {
    expect_laws_on_values(
        laws, "double, a grid of 2^" + std::to_string(exponent),
        make_round_to_grid(atom_domain<double>(), AbsoluteDistance<double>{}, exponent), doubles,
        exponent == 0 ? std::vector{1.0, 2.0, 3.0} : std::vector<double>{});
  }
}

const std::vector<double> entries{-0.75, -0.5, 0.0, 0.49, 0.5, 1.5};

SCRIM_LAWS_OF(make_round_to_grid, vectors_in_l1) {
  expect_laws_on_values(
      laws, "pairs of double",
      make_round_to_grid(vector_domain<double>().with_size(2), LpDistance<1, double>{}, 0),
      datasets_up_to(entries, 3), std::vector<double>{});
}

SCRIM_LAWS_OF(make_round_to_grid, vectors_in_l2) {
  expect_laws_on_values(
      laws, "pairs of double",
      make_round_to_grid(vector_domain<double>().with_size(2), LpDistance<2, double>{}, 0),
      datasets_up_to(entries, 3), std::vector<double>{});
}

}  // namespace
}  // namespace scrim::test::laws_of_round_to_grid
