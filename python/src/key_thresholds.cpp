#include <cstdint>
#include <string>
#include <variant>

#include "binding.hpp"
#include "python_values.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/measurements/release_weighted_keys/weight_threshold.hpp"
#include "scrim/measurements/threshold/threshold_delta.hpp"

namespace scrim::python {

namespace {

PersonWeightDistance weights_of(const AnyMetric& metric) {
  if (const auto* weights = std::get_if<PersonWeightDistance>(&metric)) return *weights;
  fail(ErrorKind::mismatch, metric.describe() +
                                " says nothing of weights of persons; give "
                                "person_weight_distance(weight, groups), or the output_metric of "
                                "make_weight_by_key");
}

}  // namespace

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
  module.def(
      "weight_threshold_delta",
      [](const AnyMetric& metric, std::uint32_t d_in, double scale, nb::handle threshold) {
        return weight_threshold_delta(weights_of(metric), d_in, scale,
                                      to_count(threshold, "threshold"));
      },
      "metric"_a, "d_in"_a, "scale"_a, "threshold"_a,
      nb::sig("def weight_threshold_delta(metric: Metric, d_in: int, scale: float, threshold: int) "
              "-> float"),
      "How likely a key is told that only d_in persons are in, if keys are released whose weights "
      "under discrete\nGaussian noise reach the threshold, rounded up. The metric is "
      "person_weight_distance(weight, groups).");
  module.def(
      "least_weight_threshold",
      [](const AnyMetric& metric, std::uint32_t d_in, double scale, double delta) {
        return least_weight_threshold(weights_of(metric), d_in, scale, delta);
      },
      "metric"_a, "d_in"_a, "scale"_a, "delta"_a,
      nb::sig("def least_weight_threshold(metric: Metric, d_in: int, scale: float, delta: float) "
              "-> int"),
      "The least threshold at which weight_threshold_delta is at most delta, checked there and at "
      "one less.");
}

}  // namespace scrim::python
