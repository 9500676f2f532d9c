#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/transformations/count_by_edges/make_count_by_edges.hpp"

namespace scrim::test::laws_of_count_by_edges {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tiny = std::numeric_limits<double>::denorm_min();

template <BinMetric MO, Number T>
void expect_histogram_laws(Laws& laws, const std::vector<T>& edges,
                           const AtomDomain<T>& element = atom_domain<T>()) {
  for (const OtherRows others : {OtherRows::left_out, OtherRows::counted}) {
    const std::string instance =
        element.describe() + ", " + std::to_string(edges.size()) + " edges" +
        (others == OtherRows::counted ? " and other rows" : "") + " in " + MO{}.describe();
    expect_laws_on_rows(laws, instance, element, [&](const auto& domain, const auto& metric) {
      return make_count_by_edges<MO>(domain, metric, edges, others);
    });
  }
}

SCRIM_LAWS_OF(make_count_by_edges, histograms) {
  using Linf = LInfDistance<std::uint64_t>;
  expect_histogram_laws<Linf, double>(laws, {-1.0, 0.0, tiny, 1.0});
  expect_histogram_laws<LpDistance<1, std::uint64_t>, std::int64_t>(laws, {-1, 0, 1});
  expect_histogram_laws<LpDistance<2, double>, std::int64_t>(laws, {-1, 0, 1});
  expect_histogram_laws<LpDistance<2, double>, std::int64_t>(laws, {0, 1});
  expect_histogram_laws<Linf, double>(laws, {-infinity, -0.0, infinity},
                                      AtomDomain<double>(std::nullopt, true));
  expect_histogram_laws<Linf, float>(laws, {-1e30F, 0.5F});
  using Limits = std::numeric_limits<std::uint8_t>;
  expect_histogram_laws<Linf, std::uint8_t>(laws, {0, 2, Limits::max()});
}

}  // namespace
}  // namespace scrim::test::laws_of_count_by_edges
