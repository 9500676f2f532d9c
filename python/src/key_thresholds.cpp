#include <string>

#include "binding.hpp"
#include "python_values.hpp"
#include "scrim/measurements/threshold/threshold_delta.hpp"

namespace scrim::python {

void bind_key_thresholds(nb::module_& module) {
  using namespace nb::literals;
  const auto bind_delta = [&](const char* name, auto function, const char* noise) {
    const std::string signature =
        std::string("def ") + name +
        "(d_in: tuple[int, int, int], scale: float, threshold: int) -> float";
    const std::string doc =
        std::string(
            "How likely a key is told that only one of two neighbours has, if counts under "
            "discrete ") +
        noise +
        " noise are\nreleased that reach the threshold, rounded up. d_in is (groups, total, "
        "in_each): one row added or removed is\n(1, 1, 1).";
    module.def(
        name,
        [function](nb::handle d_in, double scale, nb::handle threshold) {
          return function(to_keyed_change(d_in, "d_in"), scale, to_count(threshold, "threshold"));
        },
        "d_in"_a, "scale"_a, "threshold"_a, nb::sig(signature.c_str()), doc.c_str());
  };
  bind_delta("laplace_threshold_delta", laplace_threshold_delta, "Laplace");
  bind_delta("gaussian_threshold_delta", gaussian_threshold_delta, "Gaussian");
  const auto bind_least = [&](const char* name, auto function, const char* noise) {
    const std::string signature = std::string("def ") + name +
                                  "(d_in: tuple[int, int, int], scale: float, delta: float) -> int";
    const std::string doc = std::string("The least threshold at which ") + noise +
                            "_threshold_delta is at most delta, checked there and at one less.";
    module.def(
        name,
        [function](nb::handle d_in, double scale, double delta) {
          return function(to_keyed_change(d_in, "d_in"), scale, delta);
        },
        "d_in"_a, "scale"_a, "delta"_a, nb::sig(signature.c_str()), doc.c_str());
  };
  bind_least("least_laplace_threshold", least_laplace_threshold, "laplace");
  bind_least("least_gaussian_threshold", least_gaussian_threshold, "gaussian");
}

}  // namespace scrim::python
