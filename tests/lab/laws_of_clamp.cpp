#include <cstdint>
#include <limits>
#include <vector>

#include "lab/law_of_transformations.hpp"
#include "lab/registry.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"

namespace scrim::test::laws_of_clamp {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double largest = std::numeric_limits<double>::max();
constexpr double tiny = std::numeric_limits<double>::denorm_min();

/// Stability does not tell a clamp from another row function with the same image; this does.
template <Number T>
void expect_rows_within_bounds_to_stay(Bounds<T> bounds) {
  const auto clamp = make_clamp(vector_domain<T>(), SymmetricDistance{}, bounds);
  for (const auto& rows : datasets_up_to(edge_alphabet<T>().letters, 2)) {
    const auto clamped = clamp.invoke(rows);
    EXPECT_TRUE(is_same_value(clamp.invoke(clamped), clamped)) << testing::PrintToString(rows);
    EXPECT_EQ(is_same_value(clamped, rows), clamp.output_domain().contains(rows))
        << testing::PrintToString(rows);
  }
}

template <Number T>
void expect_clamp_laws_on_rows(Laws& laws, Bounds<T> bounds,
                               const AtomDomain<T>& element = atom_domain<T>()) {
  expect_laws_on_rows(laws,
                      element.describe() + " to [" + describe_value(bounds.lower) + ", " +
                          describe_value(bounds.upper) + "]",
                      element, [bounds](const auto& domain, const auto& metric) {
                        return make_clamp(domain, metric, bounds);
                      });
  expect_rows_within_bounds_to_stay(bounds);
}

SCRIM_LAWS_OF(make_clamp, rows) {
  expect_clamp_laws_on_rows(laws, Bounds{-1.0, tiny});
  expect_clamp_laws_on_rows(laws, Bounds{-0.0, 1.0});
  expect_clamp_laws_on_rows(laws, Bounds{-largest, infinity});
  expect_clamp_laws_on_rows(laws, Bounds{0.0, 1e6 + 1.0 / 3.0}, atom_domain(Bounds{-1.0, largest}));
  expect_clamp_laws_on_rows(laws, Bounds{-0.1F, 0.1F});
  expect_clamp_laws_on_rows(laws, Bounds<std::int8_t>{-3, 5});
  expect_clamp_laws_on_rows(laws, Bounds<std::uint64_t>{1, ~std::uint64_t{0} - 1});
}

SCRIM_LAWS_OF(make_clamp, one_number) {
  std::vector<double> doubles = few_edge_doubles();
  for (const double x : {-0.5, 0.5, 2.5, 1e6 + 1.0 / 3.0, nan}) doubles.push_back(x);
  const auto clamp_double = [&](auto metric, Bounds<double> bounds, auto tight_distances) {
    expect_laws_on_values(laws, "double", make_clamp(atom_domain<double>(), metric, bounds),
                          doubles, tight_distances);
  };
  clamp_double(AbsoluteDistance<double>{}, Bounds{-1.0, 2.5}, std::vector{tiny, 0.5, 1.0, 3.5});
  clamp_double(AbsoluteDistance<double>{}, Bounds{-infinity, infinity},
               std::vector{0.5, largest, infinity});
  clamp_double(AbsoluteDistance<float>{}, Bounds{-0.0, 1.0}, std::vector{0.5F, 1.0F});
  auto integers = edge_alphabet<std::int64_t>().letters;
  integers.push_back(2);
  expect_laws_on_values(laws, "int64",
                        make_clamp(atom_domain<std::int64_t>(), AbsoluteDistance<std::uint64_t>{},
                                   Bounds<std::int64_t>{-1, 7}),
                        integers, {1, 2, 3});
  // Distances of up to 2^64 - 1 do not all fit, which is then no claim rather than a wrong one.
  expect_laws_on_values(laws, "int64",
                        make_clamp(atom_domain<std::int64_t>(), AbsoluteDistance<std::int8_t>{},
                                   Bounds<std::int64_t>{-1, 2}),
                        integers, {1, 2, 3});
}

SCRIM_LAWS_OF(make_clamp, vectors) {
  auto doubles = datasets_up_to(few_edge_doubles(), 2);
  doubles.push_back({nan, 0.5});
  doubles.push_back({0.5, 0.5, 0.5});
  const auto clamp_doubles = [&](auto metric, const auto& tight_distances) {
    const Bounds bounds{-1.0, 1.0};
    const auto domain = vector_domain<double>();
    expect_laws_on_values(laws, "vectors of double", make_clamp(domain, metric, bounds), doubles,
                          tight_distances);
    expect_laws_on_values(laws, "pairs of double", make_clamp(domain.with_size(2), metric, bounds),
                          doubles, tight_distances);
  };
  clamp_doubles(LpDistance<1, double>{}, std::vector{tiny, 1.0, 2.0});
  clamp_doubles(LpDistance<2, double>{}, std::vector{tiny, 1.0, 2.0});
  clamp_doubles(LpDistance<3, float>{}, std::vector{1.0F, 2.0F});
  clamp_doubles(LInfDistance<double>{}, std::vector{tiny, 1.0, 2.0});
  clamp_doubles(LInfDistance<double>{.monotonic = true}, std::vector{tiny, 1.0, 2.0});
  const auto integers = datasets_of_size(std::vector<std::int64_t>{-9, -1, 0, 2, 50}, 3);
  const auto clamp_integers = [&](auto metric) {
    expect_laws_on_values(
        laws, "triples of int64",
        make_clamp(vector_domain<std::int64_t>().with_size(3), metric, Bounds<std::int64_t>{-2, 3}),
        integers, {1, 2, 3});
  };
  clamp_integers(LpDistance<1, std::uint64_t>{});
  clamp_integers(LInfDistance<std::uint64_t>{});
  clamp_integers(LInfDistance<std::uint64_t>{.monotonic = true});
}

}  // namespace
}  // namespace scrim::test::laws_of_clamp
