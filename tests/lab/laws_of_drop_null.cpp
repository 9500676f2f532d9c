#include <cstdint>
#include <string>
#include <string_view>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/drop_null/make_drop_null.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"

namespace scrim::test::laws_of_drop_null {
namespace {

constexpr auto drop = [](const auto& domain, const auto& metric) {
  return make_drop_null(domain, metric);
};

SCRIM_LAWS_OF(make_drop_null, rows) {
  const auto expect_laws = [&](const auto& element) {
    const auto rows = option_domain(element);
    expect_laws_on_rows_of_unknown_number(laws, rows.describe(), rows, drop);
  };
  expect_laws(atom_domain<double>());
  expect_laws(atom_domain_with_nan<double>());
  expect_laws(atom_domain<std::int8_t>());
  expect_laws(atom_domain(Bounds<std::uint64_t>{1, ~std::uint64_t{0}}));
  expect_laws(atom_domain<std::string_view>());

  // In front of aggregates.
  const auto reals = option_domain(atom_domain<double>());
  expect_laws_on_rows_of_unknown_number(
      laws, reals.describe() + " to scores", reals, [](const auto& domain, const auto& metric) {
        return drop(domain, metric) >>
               then_quantile_score_candidates(std::vector{-1.0, 0.0, 1.0}, Fraction{1, 3});
      });
  const auto texts = option_domain(atom_domain<std::string_view>());
  expect_laws_on_rows_of_unknown_number(
      laws, texts.describe() + " to counts", texts, [](const auto& domain, const auto& metric) {
        return drop(domain, metric) >>
               then_count_by_categories(std::vector<std::string>{"a", "", "garbage"});
      });
}

}  // namespace
}  // namespace scrim::test::laws_of_drop_null
