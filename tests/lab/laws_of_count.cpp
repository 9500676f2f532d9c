#include <cstdint>
#include <string>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/transformations/count/make_count.hpp"

namespace scrim::test::laws_of_count {
namespace {

SCRIM_LAWS_OF(make_count, rows) {
  const auto expect_laws = [&](const auto& element) {
    expect_laws_on_rows(
        laws, element.describe(), element,
        [](const auto& domain, const auto& metric) { return make_count(domain, metric); });
  };
  expect_laws(atom_domain<double>());
  expect_laws(atom_domain(Bounds<std::int64_t>{-1, 1}));
  expect_laws(atom_domain<std::string>());
  expect_laws(option_domain(atom_domain<std::int64_t>()));
  expect_laws(record_domain(atom_domain<double>(), option_domain(atom_domain<std::int64_t>())));
}

}  // namespace
}  // namespace scrim::test::laws_of_count
