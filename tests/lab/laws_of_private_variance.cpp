#include <cstdint>
#include <string>
#include <vector>

#include "lab/law_of_measurements.hpp"
#include "lab/registry.hpp"
#include "scrim/measurements/private_variance/make_private_variance.hpp"

namespace scrim::test::laws_of_private_variance {
namespace {

template <VarianceMeasure MO>
void expect_variance_laws(Laws& laws, MO measure, const VarianceOptions& options) {
  expect_release_laws_on_rows(
      laws, "scale " + describe_value(options.squares_scale) + ", " + measure.describe(),
      atom_domain<std::int64_t>(),
      [&](const auto& domain, const auto& metric) {
        return make_private_variance(domain, metric, measure, options);
      },
      [options](const std::vector<std::int64_t>& released) {
        return released.size() == 3 && released[1] == variance_center(options, released[0]);
      },
      options.squares_scale == 0.0 ? Noise::none : Noise::some);
}

SCRIM_LAWS_OF(make_private_variance, integers) {
  constexpr std::int64_t most = VarianceSums::row_limit - 1;
  expect_variance_laws(
      laws, MaxDivergence{},
      {.bounds = {-1, 1}, .divisor = 3, .shift = 0, .sum_scale = 0.0, .squares_scale = 0.0});
  expect_variance_laws(laws, MaxDivergence{},
                       {.bounds = {-most, most},
                        .divisor = 1,
                        .shift = 64,
                        .sum_scale = 7.0 / 5.0,
                        .squares_scale = 1e6 + 1.0 / 3.0});
  expect_variance_laws(laws, ZeroConcentratedDivergence{},
                       {.bounds = {0, 127},
                        .divisor = ~std::uint64_t{0},
                        .shift = 3,
                        .sum_scale = 10.0,
                        .squares_scale = 0x1p-20});
}

}  // namespace
}  // namespace scrim::test::laws_of_private_variance
