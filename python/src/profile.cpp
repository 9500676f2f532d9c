#include <nanobind/stl/optional.h>

#include <optional>

#include "binding.hpp"
#include "scrim/accounting/privacy_profile.hpp"

namespace scrim::python {

namespace {

/// What a question to a profile may take seconds for does not hold the interpreter.
template <class... Given>
auto asking_profile(double (PrivacyProfile::*ask)(Given...) const) {
  return [ask](const PrivacyProfile& self, Given... given) {
    const nb::gil_scoped_release release;
    return (self.*ask)(given...);
  };
}

}  // namespace

void bind_profile(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<PrivacyProfile>(
      module, "Profile", nb::is_final(),
      "What releases lose together: delta for every epsilon, and asked for afterwards.\n\nIt is "
      "what a map says under profile_divergence(). No answer is below the truth; the first may "
      "take some\nseconds.")
      .def_static(
          "of_loss",
          [](std::optional<double> epsilon, std::optional<double> rho, double delta) {
            return PrivacyProfile::of_loss({.epsilon = epsilon, .rho = rho, .delta = delta});
          },
          nb::kw_only(), "epsilon"_a = nb::none(), "rho"_a = nb::none(), "delta"_a = 0.0,
          "Of a release of which no more is known than one loss: what a map is checked against.")
      .def("delta", asking_profile(&PrivacyProfile::delta), "epsilon"_a,
           "The delta with which this epsilon may be exceeded.")
      .def("epsilon", asking_profile(&PrivacyProfile::epsilon), "delta"_a,
           "The smallest epsilon that is exceeded with this delta at most; infinity if there is "
           "none.")
      .def_prop_ro("rho", asking_profile(&PrivacyProfile::rho),
                   "What is lost under zero-concentrated privacy, but for `delta_beside_rho`.")
      .def_prop_ro("delta_beside_rho", asking_profile(&PrivacyProfile::delta_beside_rho),
                   "The probability on which rho promises nothing.")
      .def("__repr__", [](const PrivacyProfile& self) { return describe_distance(self); })
      .def(
          "__eq__",
          [](const PrivacyProfile& self, const PrivacyProfile& other) { return self == other; },
          nb::is_operator(), nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__",
           [](const PrivacyProfile& self) { return nb::hash(nb::cast(describe_distance(self))); });
}

}  // namespace scrim::python
