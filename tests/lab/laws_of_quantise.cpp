#include <cstdint>
#include <string>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/transformations/quantise/make_quantise.hpp"
#include "scrim/transformations/sum/make_sum.hpp"

namespace scrim::test::laws_of_quantise {
namespace {

constexpr std::int64_t most = kernels::sum_term_limit - 1;

SCRIM_LAWS_OF(make_quantise, rows) {
  const auto expect_laws = [&](const AtomDomain<double>& element, int exponent,
                               Bounds<std::int64_t> bounds, const QuantiseOptions& options = {}) {
    expect_laws_on_rows(laws,
                        element.describe() + " around " + describe_value(options.center) +
                            " by 2^" + std::to_string(exponent),
                        element, [=](const auto& domain, const auto& metric) {
                          return make_quantise(domain, metric, exponent, bounds, options);
                        });
  };
  expect_laws(atom_domain<double>(), 0, {-3, 5});
  expect_laws(atom_domain_with_nan<double>(), -1, {-3, 5});
  expect_laws(atom_domain(Bounds{-1.0, 1e300}), -20, {0, 1 << 19});
  expect_laws(atom_domain<double>(), -1075, {-most, most});
  expect_laws(atom_domain<double>(), 1022, {-most, most});
  expect_laws(atom_domain_with_nan<double>(), -30, {-7, (1 << 20) + 1}, {.center = 1.0 / 3.0});
  expect_laws(atom_domain_with_nan<double>(), 0, {-3, 5}, {.center = -1.0, .nan = -4});
  expect_laws(atom_domain_with_nan<double>(), 0, {1, 1}, {.nan = most});

  // In front of sums.
  const auto expect_sum_laws = [&](int exponent, Bounds<std::int64_t> bounds, const OnRows& rows,
                                   const QuantiseOptions& options = {}) {
    expect_laws_on_rows(
        laws, "sums around " + describe_value(options.center) + " by 2^" + std::to_string(exponent),
        atom_domain_with_nan<double>(),
        [=](const auto& domain, const auto& metric) {
          return make_quantise(domain, metric, exponent, bounds, options) >> then_sum();
        },
        rows);
  };
  expect_sum_laws(0, {-3, 5}, {});
  expect_sum_laws(-30, {-7, (1 << 20) + 1}, {});
  expect_sum_laws(-1022, {-most, most}, {.sizes = {0, 1, 2}});
  expect_sum_laws(-1, {-3, 5}, {}, {.center = 1.0 / 3.0});
  expect_sum_laws(0, {-3, 5}, {}, {.center = 1.0, .nan = -9});
}

}  // namespace
}  // namespace scrim::test::laws_of_quantise
