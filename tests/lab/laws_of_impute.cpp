#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/impute/make_impute.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"

namespace scrim::test::laws_of_impute {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <Atom T>
void expect_impute_laws(Laws& laws, const AtomDomain<T>& element, const OwnedAtom<T>& value) {
  const auto rows = option_domain(element);
  expect_laws_on_rows(
      laws, rows.describe() + ", nulls to " + describe_value(value), rows,
      [&](const auto& domain, const auto& metric) { return make_impute(domain, metric, value); });
}

SCRIM_LAWS_OF(make_impute, rows) {
  // Values that rows have too, and values that no other row has.
  expect_impute_laws<double>(laws, atom_domain<double>(), -0.0);
  expect_impute_laws<double>(laws, atom_domain<double>(), 1e6 + 1.0 / 3.0);
  expect_impute_laws<double>(laws, atom_domain(Bounds{-1.0, infinity}), infinity);
  expect_impute_laws<double>(laws, atom_domain_with_nan<double>(), nan);
  expect_impute_laws<std::int8_t>(laws, atom_domain<std::int8_t>(), -128);
  expect_impute_laws<std::string_view>(laws, atom_domain<std::string_view>(), "a");
  expect_impute_laws<std::string_view>(laws, atom_domain<std::string_view>(),
                                       "longer than any inline buffer");

  // In front of aggregates.
  const auto reals = option_domain(atom_domain<double>());
  expect_laws_on_rows(
      laws, reals.describe() + " to scores", reals, [](const auto& domain, const auto& metric) {
        return make_impute(domain, metric, 0.5) >>
               then_quantile_score_candidates(std::vector{-1.0, 0.0, 1.0}, Fraction{1, 3});
      });
  const auto texts = option_domain(atom_domain<std::string_view>());
  expect_laws_on_rows(laws, texts.describe() + " to counts", texts,
                      [](const auto& domain, const auto& metric) {
                        return make_impute(domain, metric, "none") >>
                               then_count_by_categories(std::vector<std::string>{"a", "none"});
                      });
}

}  // namespace
}  // namespace scrim::test::laws_of_impute
