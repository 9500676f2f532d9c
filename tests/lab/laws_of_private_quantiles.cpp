#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lab/law_of_measurements.hpp"
#include "lab/registry.hpp"
#include "scrim/measurements/private_quantiles/make_private_quantiles.hpp"

namespace scrim::test::laws_of_private_quantiles {
namespace {

template <QuantilesMeasure MO>
void expect_private_quantiles_laws(Laws& laws, MO measure, const QuantilesOptions& options,
                                   std::size_t wanted) {
  constexpr std::size_t candidates = 2;
  constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const auto is_public = [&](const std::vector<std::size_t>& released) {
    return released.size() == wanted && std::is_sorted(released.begin(), released.end()) &&
           released.back() < candidates;
  };
  expect_release_laws_on_values(
      laws, std::to_string(wanted) + " quantiles, scale " + describe_value(options.scale),
      make_private_quantiles(vector_domain<std::uint64_t>().with_size(2 * candidates + 1),
                             LpDistance<1, std::uint64_t>{}, measure, options),
      datasets_up_to(std::vector<std::uint64_t>{0, 3, most}, 5), is_public,
      options.scale == 0.0 ? Noise::none : Noise::some);
}

SCRIM_LAWS_OF(make_private_quantiles, positions) {
  for (const double scale : {0.0, 0x1p-20, 7.0 / 5.0, 1e6 + 1.0 / 3.0}) {
    const QuantilesOptions one{.alphas = {Fraction{1, 3}}, .scale = scale};
    const QuantilesOptions many{
        .alphas = {0.0, 0.25, 0.5, 0.9999}, .smallest = 3, .largest = 1, .scale = scale};
    expect_private_quantiles_laws(laws, MaxDivergence{}, one, 1);
    expect_private_quantiles_laws(laws, MaxDivergence{}, many, 6);
    expect_private_quantiles_laws(laws, ZeroConcentratedDivergence{}, many, 6);
  }
}

}  // namespace
}  // namespace scrim::test::laws_of_private_quantiles
