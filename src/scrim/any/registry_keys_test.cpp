// Keyed counts and their releases, as a language binding calls them.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/any/registry.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/laplace_threshold/make_laplace_threshold.hpp"
#include "scrim/measurements/release_keys/make_release_keys.hpp"
#include "scrim/transformations/count_by_key/make_count_by_key.hpp"
#include "support/error_of.hpp"
#include "support/registry_calls.hpp"

namespace scrim::registry_keys_test {
namespace {

using test::build;
using test::Named;
using test::value_on;

AnyTransformation groups_of(const AnyDomain& rows, const AnyMetric& metric = SymmetricDistance{}) {
  return std::get<AnyTransformation>(build("count_by_key", rows, metric, {}));
}

AnyMeasurement release_of(std::string_view name, const AnyTransformation& groups,
                          const Named& arguments) {
  return std::get<AnyMeasurement>(
      build(name, groups.output_domain(), groups.output_metric(), arguments));
}

Named threshold_arguments(double scale, std::uint64_t threshold,
                          const Argument& measure = LeftOut()) {
  return {{"scale", scale}, {"threshold", threshold}, {"output_measure", measure}};
}

TEST(RegistryKeys, counts_and_releases_each_kind_of_key) {
  using namespace std::string_view_literals;
  const auto texts = groups_of(vector_domain<std::string_view>());
  EXPECT_EQ(texts.output_domain(), AnyDomain(keyed_counts_domain<std::string>()));
  EXPECT_EQ(texts.output_metric(), AnyMetric(KeyedDistance{}));
  const auto release =
      make_chain(texts, release_of("laplace_threshold", texts, threshold_arguments(0.0, 2)));
  const std::vector rows{"b"sv, "a"sv, "b"sv, "c"sv, "c"sv};
  EXPECT_EQ(std::get<KeyedCounts<std::string>>(value_on(release, AnyBlock(TextRows(rows)))),
            (KeyedCounts<std::string>{{"b", "c"}, {2, 2}}));
  const auto integers = groups_of(vector_domain<std::int64_t>());
  const auto keys = make_chain(
      integers, release_of("release_keys", integers, {{"epsilon", 1.0}, {"delta", 0.5}}));
  const std::vector<std::int64_t> many(50, -3);
  EXPECT_EQ(std::get<std::vector<std::int64_t>>(
                value_on(keys, AnyBlock(std::span<const std::int64_t>(many)))),
            (std::vector<std::int64_t>{-3}));
  const auto words = groups_of(vector_domain<std::uint64_t>());
  EXPECT_EQ(std::get<KeyedCounts<std::uint64_t>>(
                value_on(words, AnyBlock(std::span<const std::uint64_t>()))),
            KeyedCounts<std::uint64_t>());
}

TEST(RegistryKeys, have_the_maps_of_the_typed_ones) {
  const auto rows = vector_domain<std::int64_t>();
  const auto groups = groups_of(rows);
  const auto typed_groups = make_count_by_key(rows, SymmetricDistance{});
  const auto typed = typed_groups >> then_laplace_threshold(Approximate<MaxDivergence>{},
                                                            {.scale = 1.4, .threshold = 20});
  const auto release =
      make_chain(groups, release_of("laplace_threshold", groups, threshold_arguments(1.4, 20)));
  for (const std::uint32_t d_in : {0U, 1U, 2U, 7U}) {
    EXPECT_EQ(groups.map(d_in), AnyDistance(typed_groups.map(d_in)));
    EXPECT_EQ(release.map(d_in), AnyDistance(typed.map(d_in)));
    EXPECT_TRUE(release.check(d_in, typed.map(d_in)));
  }
  EXPECT_EQ(groups.stability_map().backward(KeyedChange(3, 9, 9)), AnyDistance(std::uint32_t{3}));
  const auto gaussian =
      release_of("gaussian_threshold", groups, {{"scale", 8.5}, {"threshold", std::uint64_t{48}}});
  EXPECT_EQ(gaussian.output_measure(), AnyMeasure(Approximate<ZeroConcentratedDivergence>{}));
  const auto concentrated = release_of(
      "laplace_threshold", groups,
      threshold_arguments(8.5, 48, AnyMeasure(Approximate<ZeroConcentratedDivergence>{})));
  EXPECT_EQ(concentrated.output_measure(), gaussian.output_measure());
}

TEST(RegistryKeys, refuse_other_spaces_and_measures) {
  const auto groups = groups_of(vector_domain<std::int64_t>());
  SCRIM_EXPECT_ERROR(groups_of(vector_domain<double>()), ErrorKind::mismatch, "count_by_key",
                     "integers, booleans or texts");
  SCRIM_EXPECT_ERROR(build("laplace_threshold", vector_domain<std::int64_t>(), SymmetricDistance{},
                           threshold_arguments(1.0, 2)),
                     ErrorKind::mismatch, "keyed counts with a keyed distance");
  SCRIM_EXPECT_ERROR(release_of("laplace_threshold", groups,
                                threshold_arguments(1.0, 2, AnyMeasure(MaxDivergence{}))),
                     ErrorKind::mismatch, "approximate(max_divergence())");
  SCRIM_EXPECT_ERROR(
      build("laplace", groups.output_domain(), groups.output_metric(),
            {{"scale", 1.0}, {"output_measure", LeftOut()}, {"exponent", LeftOut()}}),
      ErrorKind::mismatch, "laplace", "keyed_counts_domain(int)");
}

}  // namespace
}  // namespace scrim::registry_keys_test
