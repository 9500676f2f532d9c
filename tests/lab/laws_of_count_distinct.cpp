#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/transformations/count_distinct/make_count_distinct.hpp"

namespace scrim::test::laws_of_count_distinct {
namespace {

template <Category T>
void expect_distinct_laws(Laws& laws, const std::vector<OwnedCategory<T>>& categories) {
  const auto element = atom_domain<T>();
  expect_laws_on_rows(laws,
                      element.describe() + ", " + std::to_string(categories.size()) + " categories",
                      element, [&](const auto& domain, const auto& metric) {
                        return make_count_distinct(domain, metric, categories);
                      });
}

SCRIM_LAWS_OF(make_count_distinct, categories) {
  using namespace std::string_literals;
  using Limits = std::numeric_limits<std::int64_t>;
  expect_distinct_laws<std::int64_t>(laws, {Limits::max(), 0, 1, 77});
  expect_distinct_laws<std::int64_t>(laws, {1});
  expect_distinct_laws<std::uint8_t>(laws, {255, 0});
  expect_distinct_laws<std::string_view>(laws, {"a", "a\0"s, "b"});
}

}  // namespace
}  // namespace scrim::test::laws_of_count_distinct
