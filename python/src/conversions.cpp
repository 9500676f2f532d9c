#include "scrim/accounting/conversions.hpp"

#include "binding.hpp"
#include "python_values.hpp"

namespace scrim::python {

namespace {

// What a conversion gives was verified for this double, not for the decimal number that it is shown
// as: a loss, which a filter takes exactly.

nb::object as_rho(double rho) { return to_python(rho, AnyMeasure(ZeroConcentratedDivergence{})); }

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
      "delta_of_rho",
      [](double rho, double epsilon) { return as_one_of_pair(delta_of_rho(rho, epsilon)); },
      "rho"_a, "epsilon"_a, nb::sig("def delta_of_rho(rho: float, epsilon: float) -> scrim.Loss"),
      "A delta at which everything that loses at most rho is (epsilon, delta)-private, "
      "rounded up.");
  module.def(
      "epsilon_of_rho",
      [](double rho, double delta) { return as_one_of_pair(epsilon_of_rho(rho, delta)); }, "rho"_a,
      "delta"_a, nb::sig("def epsilon_of_rho(rho: float, delta: float) -> scrim.Loss"),
      "The smallest epsilon found at which delta_of_rho is at most delta; it was tried.");
  module.def(
      "rho_within", [](double epsilon, double delta) { return as_rho(rho_within(epsilon, delta)); },
      "epsilon"_a, "delta"_a, nb::sig("def rho_within(epsilon: float, delta: float) -> scrim.Loss"),
      "The largest rho found that an (epsilon, delta) budget buys: delta_of_rho(rho, "
      "epsilon) is at most delta.\n\nBeside convert(), which says what a loss is worth, this "
      "says what a budget is.");
}

}  // namespace scrim::python
