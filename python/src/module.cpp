#include "binding.hpp"

NB_MODULE(_core, module) {
  using namespace scrim::python;
  // An error that ends a program keeps what its frames hold: the list of it would hide the error.
  nanobind::set_leak_warnings(false);
  module.doc() = "The bindings of the C++ library; import scrim, which re-exports what is public.";
  bind_errors(module);
  bind_spaces(module);
  bind_run(module);
  bind_mechanisms(module);
  bind_row_expressions(module);
  bind_constructors(module);
  bind_binary_search(module);
  bind_noise_tails(module);
  bind_key_thresholds(module);
  bind_conversions(module);
  bind_filter(module);
  bind_ledger(module);
  bind_profile(module);
  bind_accountant(module);
  bind_quantile_halvings(module);
  bind_readers(module);
  bind_testing(module);
}
