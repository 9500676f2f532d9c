#include <cstddef>
#include <string>
#include <vector>

#include "lab/law_of_measurements.hpp"
#include "lab/registry.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
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

SCRIM_LAWS_OF(make_convert_measure, from_range_divergence) {
  for (const double scale : {0.0, 0x1p-20, 7.0 / 5.0, 1e6 + 1.0 / 3.0}) {
    expect_conversion_laws(laws, MaxDivergence{}, scale);
    expect_conversion_laws(laws, ZeroConcentratedDivergence{}, scale);
  }
}

}  // namespace
}  // namespace scrim::test::laws_of_convert_measure
