#include <cstdint>
#include <limits>
#include <string>

#include "lab/law_of_measurements.hpp"
#include "lab/registry.hpp"
#include "scrim/measurements/grid_quantile/make_grid_quantile.hpp"

namespace scrim::test::laws_of_grid_quantile {
namespace {

template <SelectionMeasure MO>
void expect_grid_quantile_laws(Laws& laws, MO measure, const GridQuantileOptions& options) {
  const Bounds<std::int64_t> bounds = options.bounds;
  expect_release_laws_on_rows(
      laws, "scale " + describe_value(options.scale) + ", " + measure.describe(),
      atom_domain<std::int64_t>(),
      [&](const auto& domain, const auto& metric) {
        return make_grid_quantile(domain, metric, measure, options);
      },
      [bounds](std::int64_t released) {
        return bounds.lower <= released && released <= bounds.upper;
      },
      options.scale == 0.0 ? Noise::none : Noise::some);
}

SCRIM_LAWS_OF(make_grid_quantile, integers) {
  using Limits = std::numeric_limits<std::int64_t>;
  expect_grid_quantile_laws(laws, MaxDivergence{}, {{-1, 1}, 0.5, 0.0});
  expect_grid_quantile_laws(laws, RangeDivergence{}, {{0, 1'000'000}, Fraction{1, 3}, 7.0 / 5.0});
  expect_grid_quantile_laws(laws, ZeroConcentratedDivergence{},
                            {{Limits::min(), Limits::max() - 1}, 1.0, 1e6 + 1.0 / 3.0});
}

SCRIM_LAWS_OF(make_grid_quantile, floats) {
  const auto expect_laws = [&laws](auto measure, int exponent, const GridQuantileOptions& options) {
    const Bounds<std::int64_t> bounds = options.bounds;
    expect_release_laws_on_rows(
        laws, "step 2^" + describe_value(exponent) + ", " + measure.describe(),
        atom_domain<double>(),
        [&](const auto& domain, const auto& metric) {
          return make_grid_quantile(domain, metric, measure, exponent, options);
        },
        [bounds](std::int64_t released) {
          return bounds.lower <= released && released <= bounds.upper;
        },
        options.scale == 0.0 ? Noise::none : Noise::some);
  };
  expect_laws(MaxDivergence{}, 0, {{-1, 1}, 0.5, 0.0});
  expect_laws(RangeDivergence{}, -20, {{0, 1'000'000}, Fraction{1, 3}, 7.0 / 5.0});
  const std::int64_t most = (std::int64_t{1} << 62) - 1;
  expect_laws(ZeroConcentratedDivergence{}, 961, {{-most, most}, 1.0, 1e6 + 1.0 / 3.0});
}

}  // namespace
}  // namespace scrim::test::laws_of_grid_quantile
