#include "scrim/accounting/conversions.hpp"

#include "amounts.hpp"
#include "binding.hpp"
#include "python_values.hpp"

namespace scrim::python {

namespace {

// What a conversion gives was verified for this double, not for the decimal number that it is shown
// as: a loss, which a filter takes exactly.

nb::object as_rho(double rho) { return to_python(rho, AnyMeasure(ZeroConcentratedDivergence{})); }

/// What is asked about, as it was typed: rounded down, so that a filter that is charged for exactly
/// that is charged enough.
double asked(nb::handle value, const char* name) { return to_amount(value, name).double_down(); }

/// An epsilon or a delta, which hold together.
nb::object as_one_of_pair(double number) {
  return to_python(number, AnyMeasure(Approximate<MaxDivergence>{}));
}

}  // namespace

void bind_conversions(nb::module_& module) {
  using namespace nb::literals;
  module.def(
      "rho_of_epsilon", [](double epsilon) { return as_rho(rho_of_epsilon(epsilon)); }, "epsilon"_a,
      nb::sig("def rho_of_epsilon(epsilon: float) -> scrim.Loss"),
      "The rho of everything that loses at most epsilon: epsilon * tanh(epsilon / 2), "
      "rounded up.");
  module.def(
      "rho_of_range", [](double epsilon) { return as_rho(rho_of_range(epsilon)); }, "epsilon"_a,
      nb::sig("def rho_of_range(epsilon: float) -> scrim.Loss"),
      "The rho of everything that loses at most epsilon under range_divergence, such as "
      "selections with exponential\nweights: at most epsilon^2 / 8, rounded up.");
  module.def(
      "rho_of_laplace",
      [](double distance, double scale) { return as_rho(rho_of_laplace(distance, scale)); },
      "distance"_a, "scale"_a,
      nb::sig("def rho_of_laplace(distance: float, scale: float) -> scrim.Loss"),
      "The rho of discrete Laplace noise of this scale at this L1 distance, rounded up: attained, "
      "and below\nrho_of_epsilon(distance / scale) where the distance is more than 1.");
  module.def(
      "delta_of_rho",
      [](double rho, double epsilon, double delta_beside_rho) {
        return as_one_of_pair(delta_of_rho(LossWithDelta{rho, delta_beside_rho}, epsilon));
      },
      "rho"_a, "epsilon"_a, "delta_beside_rho"_a = 0.0,
      nb::sig("def delta_of_rho(rho: float, epsilon: float, delta_beside_rho: float = 0.0) -> "
              "scrim.Loss"),
      "A delta at which everything that loses at most rho, but for a probability of "
      "delta_beside_rho, is\n(epsilon, delta)-private, rounded up.");
  module.def(
      "epsilon_of_rho",
      [](double rho, double delta, double delta_beside_rho) {
        return as_one_of_pair(epsilon_of_rho(LossWithDelta{rho, delta_beside_rho}, delta));
      },
      "rho"_a, "delta"_a, "delta_beside_rho"_a = 0.0,
      nb::sig("def epsilon_of_rho(rho: float, delta: float, delta_beside_rho: float = 0.0) -> "
              "scrim.Loss"),
      "The smallest epsilon found at which delta_of_rho is at most delta; it was tried. Infinite "
      "where\ndelta_beside_rho is above delta.");
  module.def(
      "rho_within",
      [](nb::handle epsilon, nb::handle delta) {
        return as_rho(rho_within(asked(epsilon, "epsilon"), asked(delta, "delta")));
      },
      "epsilon"_a, "delta"_a,
      nb::sig("def rho_within(epsilon: float | str | fractions.Fraction | decimal.Decimal, delta: "
              "float | str | fractions.Fraction | decimal.Decimal) -> scrim.Loss"),
      "The largest rho found that an (epsilon, delta) budget buys: delta_of_rho(rho, "
      "epsilon) is at most delta.\n\nThe budget is taken as it is typed, 1e-5 for 10^-5, like that "
      "of a Filter. Beside convert(), which says what\na loss is worth, this says what a budget "
      "is.");
}

}  // namespace scrim::python
