#include <algorithm>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/transformations/row_by_row/make_row_by_row.hpp"

namespace scrim::test::laws_of_row_by_row {
namespace {

/// The laws of the transformation that applies `function` to every row.
template <Atom TI, Atom TO, class Function>
void expect_row_by_row_laws(Laws& laws, const std::string& instance, const AtomDomain<TI>& input,
                            const AtomDomain<TO>& output, Function function) {
  expect_laws_on_rows(laws, instance, input, [=](const auto& domain, const auto& metric) {
    return make_row_by_row(domain, metric, domain.with_element(output),
                           [function](std::span<const TI> in, std::span<TO> out) {
                             std::transform(in.begin(), in.end(), out.begin(), function);
                           });
  });
}

SCRIM_LAWS_OF(make_row_by_row, rows) {
  expect_row_by_row_laws(laws, "identity, NaN in the domain", atom_domain_with_nan<double>(),
                         atom_domain_with_nan<double>(), std::identity());
  expect_row_by_row_laws(laws, "is above 0", atom_domain<double>(),
                         atom_domain(Bounds<std::uint8_t>{0, 1}),
                         [](double x) { return static_cast<std::uint8_t>(x > 0.0); });
  expect_row_by_row_laws(laws, "float to double", atom_domain<float>(), atom_domain<double>(),
                         [](float x) { return static_cast<double>(x); });
  expect_row_by_row_laws(laws, "int64 to text", atom_domain<std::int64_t>(),
                         atom_domain<std::string>(),
                         [](std::int64_t x) { return std::to_string(x % 3); });
  expect_row_by_row_laws(laws, "length of text", atom_domain<std::string>(),
                         atom_domain<std::uint64_t>(),
                         [](const std::string& text) { return std::uint64_t{text.size()}; });
}

}  // namespace
}  // namespace scrim::test::laws_of_row_by_row
