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

/// How likely a threshold tells a key, and the least threshold at which that is little. `names` are
/// of the arguments that say how far apart neighbours are.
template <class Delta, class Least, class... Names>
void bind_threshold(nb::module_& module, const std::string& kind, const std::string& neighbours,
                    const std::string& doc, Delta delta, Least least, Names... names) {
  using namespace nb::literals;
  const std::string name = kind + "_threshold_delta";
  const std::string least_name = "least_" + kind + "_threshold";
  module.def(
      name.c_str(), delta, names..., "scale"_a, "threshold"_a,
      nb::sig(
          ("def " + name + "(" + neighbours + ", scale: float, threshold: int) -> float").c_str()),
      doc.c_str());
  module.def(
      least_name.c_str(), least, names..., "scale"_a, "delta"_a,
      nb::sig(("def " + least_name + "(" + neighbours + ", scale: float, delta: float) -> int")
                  .c_str()),
      ("The least threshold at which " + name + " is at most delta, checked there and at one less.")
          .c_str());
}

}  // namespace

void bind_key_thresholds(nb::module_& module) {
  using namespace nb::literals;
  const auto bind_for_counts = [&](const char* kind, const char* noise, auto delta, auto least) {
    bind_threshold(
        module, kind, "d_in: tuple[int, int, int]",
        std::string("How likely a key is told that only one of two neighbours has, if counts under "
                    "discrete ") +
            noise +
            " noise are\nreleased that reach the threshold, rounded up. d_in is (groups, total, "
            "in_each): one row added or removed is\n(1, 1, 1).",
        [delta](nb::handle d_in, double scale, nb::handle threshold) {
          return delta(to_keyed_change(d_in, "d_in"), scale, to_count(threshold, "threshold"));
        },
        [least](nb::handle d_in, double scale, double largest) {
          return least(to_keyed_change(d_in, "d_in"), scale, largest);
        },
        "d_in"_a);
  };
  bind_for_counts("laplace", "Laplace", laplace_threshold_delta, least_laplace_threshold);
  bind_for_counts("gaussian", "Gaussian", gaussian_threshold_delta, least_gaussian_threshold);
  bind_threshold(
      module, "weight", "metric: Metric, d_in: int",
      "How likely a key is told that only d_in persons are in, if keys are released whose weights "
      "under discrete\nGaussian noise reach the threshold, rounded up. The metric is "
      "person_weight_distance(weight, groups).",
      [](const AnyMetric& metric, std::uint32_t d_in, double scale, nb::handle threshold) {
        return weight_threshold_delta(weights_of(metric), d_in, scale,
                                      to_count(threshold, "threshold"));
      },
      [](const AnyMetric& metric, std::uint32_t d_in, double scale, double largest) {
        return least_weight_threshold(weights_of(metric), d_in, scale, largest);
      },
      "metric"_a, "d_in"_a);
}

}  // namespace scrim::python
