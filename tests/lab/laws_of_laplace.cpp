#include <cstdint>
#include <string>
#include <vector>

#include "lab/law_of_measurements.hpp"
#include "lab/registry.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/measurements/laplace/make_laplace_on_grid.hpp"

namespace scrim::test::laws_of_laplace {
namespace {

template <Integer T, Number Q, LaplaceMeasure MO>
void expect_laplace_laws(Laws& laws, MO measure, double scale) {
  const std::string instance = std::string(type_name<T>()) + ", scale " + describe_value(scale);
  const Noise noise = scale == 0.0 ? Noise::none : Noise::some;
  const auto letters = edge_alphabet<T>().letters;
  const NoiseOptions options{.scale = scale};
  expect_release_laws_on_values(
      laws, instance + ", one",
      make_laplace(atom_domain<T>(), AbsoluteDistance<Q>{}, measure, options), letters,
      [](const T&) { return true; }, noise);
  const auto is_public = [](const std::vector<T>& noisy) { return noisy.size() == 2; };
  expect_release_laws_on_values(
      laws, instance + ", size unknown",
      make_laplace(vector_domain<T>(), LpDistance<1, Q>{}, measure, options),
      datasets_of_size(letters, 2), is_public, noise);
  expect_release_laws_on_values(
      laws, instance + ", size known",
      make_laplace(vector_domain<T>().with_size(2), LpDistance<1, Q>{}, measure, options),
      datasets_up_to(letters, 3), is_public, noise);
}

SCRIM_LAWS_OF(make_laplace, integers) {
  for (const double scale : {0.0, 0x1p-20, 7.0 / 5.0, 10.0, 1e6 + 1.0 / 3.0, 1e300}) {
    expect_laplace_laws<std::int64_t, std::uint64_t>(laws, MaxDivergence{}, scale);
    expect_laplace_laws<std::int64_t, double>(laws, ZeroConcentratedDivergence{}, scale);
    expect_laplace_laws<std::uint8_t, float>(laws, MaxDivergence{}, scale);
    expect_laplace_laws<std::int8_t, std::uint8_t>(laws, ZeroConcentratedDivergence{}, scale);
  }
}

SCRIM_LAWS_OF(make_laplace, doubles) {
  const auto letters = edge_alphabet<double>().letters;
  for (const double scale : {0.0, 0x1p-20, 7.0 / 5.0, 1e6 + 1.0 / 3.0, 1e300}) {
    const std::string instance = "double, scale " + describe_value(scale);
    const Noise noise = scale == 0.0 ? Noise::none : Noise::some;
    const NoiseOptions options{.scale = scale};
    expect_release_laws_on_values(
        laws, instance + ", one",
        make_laplace(atom_domain<double>(), AbsoluteDistance<double>{}, MaxDivergence{}, options),
        letters, [](double noisy) { return noisy == noisy; }, noise);
    expect_release_laws_on_values(
        laws, instance + ", pairs",
        make_laplace(vector_domain<double>().with_size(2), LpDistance<1, double>{}, MaxDivergence{},
                     options),
        datasets_up_to(letters, 2),
        [](const std::vector<double>& noisy) { return noisy.size() == 2; }, noise);
  }
}

}  // namespace
}  // namespace scrim::test::laws_of_laplace
