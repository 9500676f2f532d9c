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

template <Category T, BinMetric MO = LInfDistance<std::uint64_t>>
void expect_count_laws(Laws& laws, const std::vector<OwnedCategory<T>>& categories,
                       const AtomDomain<T>& element = atom_domain<T>(),
                       OtherRows others = OtherRows::left_out) {
  const std::string instance =
      element.describe() + ", " + std::to_string(categories.size()) + " categories" +
      (others == OtherRows::counted ? " and other rows" : "") + " in " + MO{}.describe();
  expect_laws_on_rows(laws, instance, element, [&](const auto& domain, const auto& metric) {
    return make_count_by_categories<MO>(domain, metric, categories, others);
  });
}

template <BinMetric MO>
void expect_laws_under_metric(Laws& laws) {
  const auto integers = atom_domain<std::int64_t>();
  expect_count_laws<std::int64_t, MO>(laws, {1, 0, 77}, integers);
  expect_count_laws<std::int64_t, MO>(laws, {1}, integers);
  expect_count_laws<std::int64_t, MO>(laws, {1}, integers, OtherRows::counted);
}

SCRIM_LAWS_OF(make_count_by_categories, counts) {
  using namespace std::string_literals;
  using Limits = std::numeric_limits<std::int64_t>;
  expect_count_laws<std::int64_t>(laws, {Limits::max(), 0, 1, 77, Limits::min()});
  expect_count_laws<std::int64_t>(laws, {1}, atom_domain(Bounds<std::int64_t>{-1, 2}));
  expect_count_laws<std::uint8_t>(laws, {255, 0, 1});
  expect_count_laws<std::string>(laws, {"b", "a\0"s, "", "c"});
  expect_count_laws<std::string_view>(laws, {"a", "a\0"s});
  expect_laws_under_metric<LInfDistance<std::uint64_t>>(laws);
  expect_laws_under_metric<LpDistance<1, std::uint64_t>>(laws);
  expect_laws_under_metric<LpDistance<2, double>>(laws);
}

}  // namespace
}  // namespace scrim::test::laws_of_count_by_categories
