#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lab/law_of_measurements.hpp"
#include "lab/registry.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"

namespace scrim::test::laws_of_private_quantile {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <Number T, SelectionMeasure MO>
void expect_private_quantile_laws(Laws& laws, MO measure, const QuantileOptions<T>& options,
                                  const AtomDomain<T>& element = atom_domain<T>()) {
  const auto make = [&](const auto& domain, const auto& metric) {
    return make_private_quantile(domain, metric, measure, options);
  };
  const auto is_candidate = [&](const T& release) {
    return std::find(options.candidates.begin(), options.candidates.end(), release) !=
           options.candidates.end();
  };
  const std::string instance = element.describe() + ", alpha " +
                               std::to_string(options.alpha.num()) + "/" +
                               std::to_string(options.alpha.den()) + ", scale " +
                               describe_value(options.scale) + ", " + measure.describe();
  expect_release_laws_on_rows(laws, instance, element, make, is_candidate,
                              options.scale == 0.0 ? Noise::none : Noise::some);

  // What a release costs is what its parts cost, the scale being one of scores.
  const auto domain = vector_domain(element);
  const auto scoring = make_quantile_score_candidates(domain, SymmetricDistance{},
                                                      options.candidates, options.alpha);
  const double scale = mul_up(options.scale, static_cast<double>(options.alpha.den()));
  const auto selection =
      make_report_noisy_top_k(scoring.output_domain(), scoring.output_metric(), measure,
                              {.k = 1, .scale = scale, .optimize = Optimize::min});
  expect_map_is_composed(make(domain, SymmetricDistance{}).privacy_map(), scoring.stability_map(),
                         selection.privacy_map());
}

SCRIM_LAWS_OF(make_private_quantile, candidates) {
  const std::vector<double> edges{-infinity, -1.0, 0.0, infinity};
  expect_private_quantile_laws<double>(laws, MaxDivergence{}, {edges, 0.5, 0.0});
  expect_private_quantile_laws<double>(laws, MaxDivergence{}, {edges, 0.0, 7.0 / 5.0});
  expect_private_quantile_laws<double>(laws, ZeroConcentratedDivergence{},
                                       {edges, 0.9999, 1e6 + 1.0 / 3.0},
                                       atom_domain(Bounds{-1.0, 1.0}));
  expect_private_quantile_laws<std::uint8_t>(laws, RangeDivergence{},
                                             {{0, 7, 255}, Fraction{2, 6}, 0x1p-20});
  expect_private_quantile_laws<std::int64_t>(laws, RangeDivergence{},
                                             {{-1, 0, 1}, Fraction{5, 5}, 0.0});
}

}  // namespace
}  // namespace scrim::test::laws_of_private_quantile
