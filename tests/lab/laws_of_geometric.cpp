#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lab/law_of_measurements.hpp"
#include "lab/registry.hpp"
#include "scrim/measurements/geometric/make_geometric.hpp"

namespace scrim::test::laws_of_geometric {
namespace {

template <Integer T, Number Q, LaplaceMeasure MO>
void expect_geometric_laws(Laws& laws, MO measure, double scale, std::optional<Bounds<T>> bounds) {
  const std::string instance = std::string(type_name<T>()) + ", scale " + describe_value(scale) +
                               (bounds ? ", bounded" : "");
  const Noise noise = scale == 0.0 ? Noise::none : Noise::some;
  const auto letters = edge_alphabet<T>().letters;
  const auto lies_within = [bounds](const T& noisy) {
    return !bounds || (noisy >= bounds->lower && noisy <= bounds->upper);
  };
  expect_release_laws_on_values(
      laws, instance + ", one",
      make_geometric(atom_domain<T>(), AbsoluteDistance<Q>{}, measure, scale, bounds), letters,
      lies_within, noise);
  const auto is_public = [lies_within](const std::vector<T>& noisy) {
    return noisy.size() == 2 && lies_within(noisy[0]) && lies_within(noisy[1]);
  };
  expect_release_laws_on_values(
      laws, instance + ", size unknown",
      make_geometric(vector_domain<T>(), LpDistance<1, Q>{}, measure, scale, bounds),
      datasets_of_size(letters, 2), is_public, noise);
  expect_release_laws_on_values(
      laws, instance + ", size known",
      make_geometric(vector_domain<T>().with_size(2), LpDistance<1, Q>{}, measure, scale, bounds),
      datasets_up_to(letters, 3), is_public, noise);
}

SCRIM_LAWS_OF(make_geometric, integers) {
  for (const double scale : {0.0, 7.0 / 5.0, 1e6 + 1.0 / 3.0, 1e300}) {
    expect_geometric_laws<std::int64_t, std::uint64_t>(laws, MaxDivergence{}, scale,
                                                       Bounds<std::int64_t>{-5, 1000});
    expect_geometric_laws<std::int64_t, double>(laws, ZeroConcentratedDivergence{}, scale,
                                                std::nullopt);
    expect_geometric_laws<std::uint8_t, float>(laws, MaxDivergence{}, scale,
                                               Bounds<std::uint8_t>{7, 7});
    expect_geometric_laws<std::int8_t, std::uint8_t>(laws, ZeroConcentratedDivergence{}, scale,
                                                     Bounds<std::int8_t>{-128, 127});
  }
}

}  // namespace
}  // namespace scrim::test::laws_of_geometric
