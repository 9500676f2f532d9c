#include <cstdint>
#include <limits>
#include <vector>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/drop_null/make_drop_null.hpp"
#include "scrim/transformations/sum/make_sum.hpp"

namespace scrim::test::laws_of_sum {
namespace {

constexpr std::int64_t most = kernels::sum_term_limit - 1;

constexpr auto sum = [](const auto& domain, const auto& metric) {
  return make_sum(domain, metric);
};

/// Behind a clamp, whose ends are rows that datasets have.
template <Integer T>
void expect_sum_laws_within(Laws& laws, Bounds<T> bounds, const OnRows& options = {}) {
  expect_laws_on_rows(
      laws, "rows clamped to " + atom_domain(bounds).describe(), atom_domain<T>(),
      [bounds](const auto& domain, const auto& metric) {
        return make_clamp(domain, metric, bounds) >> then_sum();
      },
      options);
}

SCRIM_LAWS_OF(make_sum, integers) {
  // Rows outside the bounds are no members, and must do no harm.
  const auto few = atom_domain(Bounds<std::int64_t>{-1, 1});
  expect_laws_on_rows(laws, few.describe(), few, sum);
  const auto positive = atom_domain(Bounds<std::uint64_t>{0, 1});
  expect_laws_on_rows(laws, positive.describe(), positive, sum);
  expect_laws_on_rows(laws, "int8", atom_domain<std::int8_t>(), sum);
  expect_laws_on_rows(laws, "uint8", atom_domain<std::uint8_t>(), sum);

  expect_sum_laws_within(laws, Bounds<std::int64_t>{-3, 5});
  expect_sum_laws_within(laws, Bounds<std::int64_t>{0, 0});
  expect_sum_laws_within(laws, Bounds<std::int64_t>{-9, -2});
  expect_sum_laws_within(laws, Bounds<std::uint64_t>{7, 7 + (std::uint64_t{1} << 51)});
  // Where the sum of as many rows as are known just fits, and where that of unknown ones does not.
  constexpr std::int64_t seventh = std::numeric_limits<std::int64_t>::max() / 7;
  expect_sum_laws_within(laws, Bounds<std::int64_t>{-seventh, seventh / 3});
  expect_sum_laws_within(laws, Bounds<std::int64_t>{-most, most}, {.sizes = {0, 1, 2}});

  const auto nullable = option_domain(atom_domain<std::int8_t>());
  expect_laws_on_rows_of_unknown_number(laws, nullable.describe() + ", nulls dropped", nullable,
                                        [](const auto& domain, const auto& metric) {
                                          return make_drop_null(domain, metric) >> then_sum();
                                        });
}

}  // namespace
}  // namespace scrim::test::laws_of_sum
