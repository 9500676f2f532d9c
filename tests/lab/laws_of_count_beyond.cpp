#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/transformations/count_beyond/make_count_beyond.hpp"

namespace scrim::test::laws_of_count_beyond {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double tiny = std::numeric_limits<double>::denorm_min();

template <Number T>
void expect_count_beyond_laws(Laws& laws, const std::vector<T>& candidates,
                              const AtomDomain<T>& element = atom_domain<T>()) {
  for (const Beyond side : {Beyond::above, Beyond::below}) {
    expect_laws_on_rows(laws,
                        element.describe() + ", " + std::to_string(candidates.size()) +
                            (side == Beyond::above ? " candidates, above" : " candidates, below"),
                        element, [&](const auto& domain, const auto& metric) {
                          return make_count_beyond(domain, metric, candidates, side);
                        });
  }
}

SCRIM_LAWS_OF(make_count_beyond, counts) {
  expect_count_beyond_laws<double>(laws, {-1.0, 0.0, tiny, 1.0});
  expect_count_beyond_laws<double>(laws, {-0.0}, atom_domain(Bounds{-infinity, 1.0}));
  expect_count_beyond_laws<float>(laws, {-0.5F, 1e30F});
  expect_count_beyond_laws<std::int64_t>(laws, {-1, 0, 1});
  expect_count_beyond_laws<std::uint8_t>(laws, {0, 1, 254});
}

}  // namespace
}  // namespace scrim::test::laws_of_count_beyond
