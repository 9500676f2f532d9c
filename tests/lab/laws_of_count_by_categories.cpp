#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"

namespace scrim::test::laws_of_count_by_categories {
namespace {

template <Category T>
void expect_count_laws(Laws& laws, const std::vector<OwnedCategory<T>>& categories,
                       const AtomDomain<T>& element = atom_domain<T>()) {
  expect_laws_on_rows(laws,
                      element.describe() + ", " + std::to_string(categories.size()) + " categories",
                      element, [&](const auto& domain, const auto& metric) {
                        return make_count_by_categories(domain, metric, categories);
                      });
}

SCRIM_LAWS_OF(make_count_by_categories, counts) {
  using namespace std::string_literals;
  using Limits = std::numeric_limits<std::int64_t>;
  expect_count_laws<std::int64_t>(laws, {Limits::max(), 0, 1, 77, Limits::min()});
  expect_count_laws<std::int64_t>(laws, {1}, atom_domain(Bounds<std::int64_t>{-1, 2}));
  expect_count_laws<std::uint8_t>(laws, {255, 0, 1});
  expect_count_laws<std::string>(laws, {"b", "a\0"s, "", "c"});
  expect_count_laws<std::string_view>(laws, {"a", "a\0"s});
}

}  // namespace
}  // namespace scrim::test::laws_of_count_by_categories
