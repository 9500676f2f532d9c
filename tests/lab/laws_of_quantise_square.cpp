#include <cstdint>
#include <string>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/transformations/quantise_square/make_quantise_square.hpp"
#include "scrim/transformations/sum/make_sum.hpp"

namespace scrim::test::laws_of_quantise_square {
namespace {

constexpr std::int64_t most = kernels::sum_term_limit - 1;

SCRIM_LAWS_OF(make_quantise_square, rows) {
  const auto expect_laws = [&](const AtomDomain<double>& element, const SquareSteps& steps) {
    expect_laws_on_rows(laws,
                        element.describe() + " around " + describe_value(steps.center) + " by 2^" +
                            std::to_string(steps.exponent),
                        element, [=](const auto& domain, const auto& metric) {
                          return make_quantise_square(domain, metric, steps);
                        });
  };
  expect_laws(atom_domain<double>(), {.center = 0.0, .exponent = 0, .upper = 5});
  expect_laws(atom_domain_with_nan<double>(),
              {.center = 1.0 / 3.0, .exponent = -20, .upper = most});
  expect_laws(atom_domain(Bounds{-1.0, 1e300}), {.center = -1.0, .exponent = -1, .upper = 7});

  expect_laws(atom_domain_with_nan<double>(),
              {.center = 1.0 / 3.0, .exponent = 0, .upper = 7, .offset = 3});
  expect_laws(atom_domain_with_nan<double>(),
              {.center = 0.5, .exponent = -3, .upper = 50, .offset = 25, .rows = {-1.0, 1.0}});

  // In front of sums.
  for (const std::int64_t offset : {0, 333, 1000}) {
    expect_laws_on_rows(
        laws, "sums less " + std::to_string(offset), atom_domain_with_nan<double>(),
        [=](const auto& domain, const auto& metric) {
          return make_quantise_square(
                     domain, metric,
                     {.center = 1.0, .exponent = -2, .upper = 1000, .offset = offset}) >>
                 then_sum();
        });
  }
}

}  // namespace
}  // namespace scrim::test::laws_of_quantise_square
