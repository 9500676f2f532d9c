#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/transformations/count_numbers/make_count_numbers.hpp"

namespace scrim::test::laws_of_count_numbers {
namespace {

SCRIM_LAWS_OF(make_count_numbers, rows) {
  const auto expect_laws = [&](const auto& element, const OnRows& options) {
    expect_laws_on_rows(
        laws, element.describe(), element,
        [](const auto& domain, const auto& metric) { return make_count_numbers(domain, metric); },
        options);
  };
  expect_laws(atom_domain_with_nan<double>(), {});
  expect_laws(atom_domain_with_nan<float>(), {});
  // Where the size is known, it takes a NaN to move the count: not tight for a domain without.
  expect_laws(atom_domain<double>(), {.sizes = {}});
  expect_laws(atom_domain(Bounds{-1.0, 1e300}), {.sizes = {}});
}

}  // namespace
}  // namespace scrim::test::laws_of_count_numbers
