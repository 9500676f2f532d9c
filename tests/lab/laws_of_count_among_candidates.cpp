#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/transformations/count_among_candidates/make_count_among_candidates.hpp"

namespace scrim::test::laws_of_count_among_candidates {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

template <Number T>
void expect_count_laws(Laws& laws, const std::vector<T>& candidates,
                       const AtomDomain<T>& element = atom_domain<T>()) {
  expect_laws_on_rows(laws,
                      element.describe() + ", " + std::to_string(candidates.size()) + " candidates",
                      element, [&](const auto& domain, const auto& metric) {
                        return make_count_among_candidates(domain, metric, candidates);
                      });
}

SCRIM_LAWS_OF(make_count_among_candidates, counts) {
  expect_count_laws<double>(laws, {0.0, infinity});
  expect_count_laws<std::uint8_t>(laws, {2});
}

}  // namespace
}  // namespace scrim::test::laws_of_count_among_candidates
