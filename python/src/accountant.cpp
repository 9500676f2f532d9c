#include "scrim/accounting/accountant.hpp"

#include <nanobind/stl/optional.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <type_traits>

#include "binding.hpp"

namespace scrim::python {

namespace {

/// An accountant that threads of Python may share: one that adds waits for one that asks. An answer
/// may take a second, so neither holds the interpreter meanwhile.
class SharedAccountant {
 public:
  template <class... Given>
  static auto adding(void (Accountant::*add)(Given...)) {
    return [add](SharedAccountant& self, std::decay_t<Given>... given) {
      const nb::gil_scoped_release release;
      const std::lock_guard lock(self.mutex_);
      (self.inner_.*add)(given...);
    };
  }

  template <class... Given>
  static auto asking(double (Accountant::*ask)(Given...) const) {
    return [ask](const SharedAccountant& self, Given... given) {
      const nb::gil_scoped_release release;
      const std::lock_guard lock(self.mutex_);
      return (self.inner_.*ask)(given...);
    };
  }

 private:
  Accountant inner_;
  mutable std::mutex mutex_;
};

/// Adds releases with noise, of all rows or of a sample of them.
auto adding_noise(PrivacyProfile (*of)(double width, std::uint64_t sensitivity)) {
  return [of](SharedAccountant& self, double width, std::uint64_t sensitivity, double rate,
              std::uint64_t times) {
    SharedAccountant::adding (&Accountant::add)(self, of(width, sensitivity).sampled(rate), times);
  };
}

auto least_noise(double (*search)(const NoiseTarget&)) {
  return [search](double epsilon, double delta, std::uint64_t sensitivity, std::uint64_t times,
                  double rate) {
    const nb::gil_scoped_release release;
    return search({.epsilon = epsilon,
                   .delta = delta,
                   .sensitivity = sensitivity,
                   .times = times,
                   .rate = rate});
  };
}

}  // namespace

void bind_accountant(nb::module_& module) {
  using namespace nb::literals;
  nb::module_ accounting = module.def_submodule(
      "_accounting", "For scrim.accounting: what releases lose together, in C++.");
  using Self = SharedAccountant;
  nb::class_<Self>(accounting, "Accountant")
      .def(nb::init<>())
      .def("add_gaussian", adding_noise(PrivacyProfile::of_gaussian), "sigma"_a, "sensitivity"_a,
           "rate"_a = 1.0, "times"_a)
      .def("add_laplace", adding_noise(PrivacyProfile::of_laplace), "scale"_a, "sensitivity"_a,
           "rate"_a = 1.0, "times"_a)
      .def("add_profile", Self::adding(&Accountant::add), "profile"_a, "times"_a)
      .def("add_randomised_response", Self::adding(&Accountant::add_randomised_response),
           "epsilon"_a, "categories"_a, "times"_a)
      .def("add_bounded_range", Self::adding(&Accountant::add_bounded_range), "epsilon"_a,
           "times"_a)
      .def(
          "add_loss",
          [](Self& self, std::optional<double> epsilon, std::optional<double> rho, double delta,
             std::uint64_t times) {
            Self::adding (&Accountant::add_loss)(
                self, {.epsilon = epsilon, .rho = rho, .delta = delta}, times);
          },
          "epsilon"_a.none(), "rho"_a.none(), "delta"_a, "times"_a)
      .def("delta", Self::asking(&Accountant::delta), "epsilon"_a)
      .def("epsilon", Self::asking(&Accountant::epsilon), "delta"_a)
      .def("rho", Self::asking(&Accountant::rho))
      .def("delta_beside_rho", Self::asking(&Accountant::delta_beside_rho));
  accounting.def("least_gaussian_sigma", least_noise(least_gaussian_sigma), "epsilon"_a, "delta"_a,
                 "sensitivity"_a, "times"_a, "rate"_a);
  accounting.def("least_laplace_scale", least_noise(least_laplace_scale), "epsilon"_a, "delta"_a,
                 "sensitivity"_a, "times"_a, "rate"_a);
}

}  // namespace scrim::python
