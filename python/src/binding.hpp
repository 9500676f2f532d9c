// What the files of the extension module share.
#pragma once

#include <nanobind/nanobind.h>

namespace scrim::python {

namespace nb = nanobind;

// Each adds its part to the module. The order in module.cpp matters: a signature names only classes
// that are bound already.
void bind_errors(nb::module_& module);
void bind_spaces(nb::module_& module);
void bind_run(nb::module_& module);
void bind_mechanisms(nb::module_& module);
void bind_row_expressions(nb::module_& module);
void bind_constructors(nb::module_& module);
void bind_readers(nb::module_& module);
void bind_binary_search(nb::module_& module);
void bind_noise_tails(nb::module_& module);
void bind_key_thresholds(nb::module_& module);
void bind_conversions(nb::module_& module);
void bind_filter(nb::module_& module);
void bind_ledger(nb::module_& module);
void bind_accountant(nb::module_& module);
void bind_profile(nb::module_& module);
void bind_quantile_halvings(nb::module_& module);
void bind_testing(nb::module_& module);

}  // namespace scrim::python
