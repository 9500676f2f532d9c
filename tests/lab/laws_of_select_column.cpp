#include <cstdint>
#include <optional>
#include <string>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/impute/make_impute.hpp"
#include "scrim/transformations/select_column/make_select_column.hpp"

namespace scrim::test::laws_of_select_column {
namespace {

template <std::size_t I>
constexpr auto select =
    [](const auto& domain, const auto& metric) { return make_select_column<I>(domain, metric); };

SCRIM_LAWS_OF(make_select_column, records) {
  const auto expect_laws = [&](const auto& records) {
    expect_laws_on_rows(laws, records.describe() + ", column 0", records, select<0>);
    expect_laws_on_rows(laws, records.describe() + ", column 1", records, select<1>);
  };
  expect_laws(record_domain(atom_domain<double>(), option_domain(atom_domain<std::int64_t>())));
  expect_laws(record_domain(atom_domain(Bounds<std::uint8_t>{0, 9}), atom_domain<std::string>()));

  // In front of an aggregate, through a field that may be missing.
  const auto records =
      record_domain(atom_domain<double>(), option_domain(atom_domain<std::int64_t>()));
  expect_laws_on_rows(laws, records.describe() + ", column 1 to counts", records,
                      [](const auto& domain, const auto& metric) {
                        return make_select_column<1>(domain, metric) >>
                               then_impute(std::int64_t{7}) >>
                               then_count_by_categories(std::vector<std::int64_t>{-1, 7, 1});
                      });
}

}  // namespace
}  // namespace scrim::test::laws_of_select_column
