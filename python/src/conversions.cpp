#include "scrim/accounting/conversions.hpp"

#include "binding.hpp"

namespace scrim::python {

void bind_conversions(nb::module_& module) {
  using namespace nb::literals;
  module.def("rho_of_epsilon", rho_of_epsilon, "epsilon"_a,
             "The rho of everything that loses at most epsilon: epsilon * tanh(epsilon / 2), "
             "rounded up.");
  module.def("delta_of_rho", delta_of_rho, "rho"_a, "epsilon"_a,
             "A delta at which everything that loses at most rho is (epsilon, delta)-private, "
             "rounded up.");
  module.def("epsilon_of_rho", epsilon_of_rho, "rho"_a, "delta"_a,
             "The smallest epsilon found at which delta_of_rho is at most delta; it was tried.");
  module.def(
      "rho_within", rho_within, "epsilon"_a, "delta"_a,
      "The largest rho found that an (epsilon, delta) budget buys: delta_of_rho(rho, "
      "epsilon) is at most delta.\n\nBeside convert(), which says what a loss is worth, this "
      "says what a budget is.");
}

}  // namespace scrim::python
