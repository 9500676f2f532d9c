#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lab/law_of_measurements.hpp"
#include "lab/registry.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/measurements/gaussian/make_gaussian.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"

namespace scrim::test::laws_of_convert_measure {
namespace {

template <class MO>
void expect_conversion_laws(Laws& laws, MO measure, double scale) {
  constexpr std::size_t scores = 2;
  const auto ranged = make_report_noisy_top_k(vector_domain<double>().with_size(scores),
                                              LInfDistance<double>{}, RangeDivergence{},
                                              {.k = 2, .scale = scale, .optimize = Optimize::max});
  const auto converted = make_convert_measure(ranged, measure);
  expect_release_laws_on_values(
      laws, "scale " + describe_value(scale), converted,
      datasets_up_to(edge_alphabet<double>().letters, scores + 1),
      [](const auto& indices) { return are_distinct_indices(indices, 2, scores); },
      scale == 0.0 ? Noise::none : Noise::some);
  expect_map_is_composed(converted.privacy_map(), ranged.privacy_map(),
                         conversion_map(RangeDivergence{}, measure));
}

/// One number under noise, of which the loss is stated under another measure.
template <class MO, class To, class... At>
void expect_laws_of_noise(Laws& laws, const auto& noise, To measure, At... at) {
  const auto converted = make_convert_measure(noise, measure, at...);
  const std::vector<std::int64_t> values{-1, 0, 1, std::numeric_limits<std::int64_t>::max()};
  expect_release_laws_on_values(laws, "noise", converted, values,
                                [](std::int64_t) { return true; });
  for (const double d_in : ugly_distances<double>()) {
    EXPECT_EQ(converted.map(d_in), conversion_map(MO{}, measure, at...).forward(noise.map(d_in)));
  }
}

void expect_laws_from_max_divergence(Laws& laws) {
  for (const double scale : {0x1p-20, 7.0 / 5.0, 1e6 + 1.0 / 3.0}) {
    const auto noise = make_laplace(atom_domain<std::int64_t>(), AbsoluteDistance<double>{},
                                    MaxDivergence{}, {.scale = scale});
    expect_laws_of_noise<MaxDivergence>(laws, noise, ZeroConcentratedDivergence{});
    expect_laws_of_noise<MaxDivergence>(laws, noise, Approximate<MaxDivergence>{});
    expect_laws_of_noise<MaxDivergence>(laws, noise, RenyiDivergence({1.25, 7.0 / 3.0, 64.0}));
  }
}

void expect_laws_from_concentrated_divergence(Laws& laws) {
  using From = ZeroConcentratedDivergence;
  for (const double scale : {0x1p-20, 7.0 / 5.0, 1e6 + 1.0 / 3.0}) {
    const auto noise = make_gaussian(atom_domain<std::int64_t>(), AbsoluteDistance<double>{},
                                     From{}, {.scale = scale});
    expect_laws_of_noise<From>(laws, noise, Approximate<From>{});
    expect_laws_of_noise<From>(laws, noise, RenyiDivergence({1.25, 7.0 / 3.0, 64.0}));
    expect_laws_of_noise<From>(laws, noise, Approximate<MaxDivergence>{}, AtDelta{1e-6});
    expect_laws_of_noise<From>(laws, noise, Approximate<MaxDivergence>{}, AtDelta{1.0 / 3.0});
  }
}

SCRIM_LAWS_OF(make_convert_measure, between_measures) {
  for (const double scale : {0.0, 0x1p-20, 7.0 / 5.0, 1e6 + 1.0 / 3.0}) {
    expect_conversion_laws(laws, MaxDivergence{}, scale);
    expect_conversion_laws(laws, ZeroConcentratedDivergence{}, scale);
  }
  expect_laws_from_max_divergence(laws);
  expect_laws_from_concentrated_divergence(laws);
}

}  // namespace
}  // namespace scrim::test::laws_of_convert_measure
