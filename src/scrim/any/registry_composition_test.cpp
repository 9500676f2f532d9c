// Compositions from the registry: the typed ones, over lists that are known at run time.
#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scrim/any/any_measures.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/combinators/composition/make_composition.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"
#include "support/error_of.hpp"
#include "support/registry_calls.hpp"

namespace scrim::registry_composition_test {
namespace {

using test::build;
using test::expect_same_map;
using test::for_each_dataset_space;
using test::numbers;
using test::value_on;

AnyMeasurement composed(const std::vector<AnyMeasurement>& parts) {
  const auto& build = constructor_named("composition").build;
  return std::get<Constructor::FromMeasurements>(build)(parts, Arguments());
}

AnyMeasurement quantile(const AnyDomain& rows, const AnyMetric& metric, const AnyMeasure& measure,
                        double alpha, double scale) {
  return std::get<AnyMeasurement>(build("private_quantile", rows, metric,
                                        {{"output_measure", measure},
                                         {"candidates", numbers<double>({1.0, 2.0, 3.0})},
                                         {"alpha", alpha},
                                         {"scale", scale},
                                         {"ties", std::string("spanned")}}));
}

TEST(Registry, composition_is_the_typed_one) {
  for_each_dataset_space<double>([](const auto& domain, const auto& metric) {
    const auto expect_as_typed = [&](auto measure) {
      std::vector<AnyMeasurement> parts;
      const auto typed_part = [&](double alpha, double scale) {
        parts.push_back(quantile(domain, metric, measure, alpha, scale));
        return make_private_quantile(
            domain, metric, measure,
            {.candidates = {1.0, 2.0, 3.0}, .alpha = alpha, .scale = scale});
      };
      const auto typed = make_composition(
          std::vector{typed_part(0.25, 0.1), typed_part(0.75, 0.3), typed_part(0.25, 7.0)});
      const AnyMeasurement erased = composed(parts);
      expect_same_map(erased, typed);
      EXPECT_EQ(erased.output_measure(), AnyMeasure(measure));
      EXPECT_EQ(erased.input_domain(), AnyDomain(domain));
      EXPECT_EQ(erased.input_metric(), AnyMetric(metric));
    };
    expect_as_typed(MaxDivergence{});
    expect_as_typed(RangeDivergence{});
    expect_as_typed(ZeroConcentratedDivergence{});
  });
}

TEST(Registry, a_composition_releases_a_list_in_the_order_of_its_parts) {
  const AnyDomain rows = vector_domain<double>();
  const auto part = [&](double alpha) {
    return quantile(rows, SymmetricDistance{}, MaxDivergence{}, alpha, 0.0);
  };
  const std::vector<double> given = {1.0, 2.0, 3.0};
  const auto expect = [&](const AnyMeasurement& release, const AnyValue& expected) {
    EXPECT_EQ(value_on(release, std::span<const double>(given)), expected);
    EXPECT_EQ(release.invoke(AnyValue(given)), expected);
  };
  const AnyValue three = std::vector<AnyValue>{3.0, 1.0, 2.0};
  expect(composed({part(1.0), part(0.0), part(0.5)}), three);
  expect(composed({part(1.0)}), AnyValue(std::vector<AnyValue>{3.0}));
  // A composition is a measurement as any other.
  expect(composed({composed({part(1.0), part(0.0), part(0.5)}), part(0.0)}),
         AnyValue(std::vector<AnyValue>{three, 1.0}));
  // Of aggregates, not rows.
  const auto top = [&](std::uint64_t k, const char* optimize) {
    return std::get<AnyMeasurement>(build("report_noisy_top_k", vector_domain<double>(),
                                          LInfDistance<double>{},
                                          {{"output_measure", AnyMeasure(RangeDivergence{})},
                                           {"k", k},
                                           {"scale", 0.0},
                                           {"optimize", std::string(optimize)}}));
  };
  expect(composed({top(2, "max"), top(1, "min")}),
         AnyValue(std::vector<AnyValue>{std::vector<std::uint64_t>{2, 1},
                                        std::vector<std::uint64_t>{0}}));
}

TEST(Registry, a_composition_shares_what_its_parts_gather) {
  const AnyDomain rows = vector_domain<double>();
  const auto saved_bytes = [&](const std::vector<double>& alphas) {
    std::vector<AnyMeasurement> parts;
    for (const double alpha : alphas) {
      parts.push_back(quantile(rows, SymmetricDistance{}, MaxDivergence{}, alpha, 1.0));
    }
    return composed(parts).start().save().size();
  };
  EXPECT_EQ(saved_bytes({0.25, 0.5, 0.75}), saved_bytes({0.5}));
}

TEST(Registry, compositions_of_different_parts_are_refused) {
  const AnyDomain rows = vector_domain<double>();
  const AnyDomain bounded = vector_domain<double>(Bounds{0.0, 1.0});
  const AnyMetric symmetric = SymmetricDistance{};
  const auto first = quantile(rows, symmetric, MaxDivergence{}, 0.5, 1.0);
  SCRIM_EXPECT_ERROR(composed({}), ErrorKind::invalid_argument, "make_composition", "at least one");
  SCRIM_EXPECT_ERROR(composed({first, quantile(bounded, symmetric, MaxDivergence{}, 0.5, 1.0)}),
                     ErrorKind::mismatch, "input domain", rows.describe(), bounded.describe());
  SCRIM_EXPECT_ERROR(
      composed({first, first, quantile(rows, InsertDeleteDistance{}, MaxDivergence{}, 0.5, 1.0)}),
      ErrorKind::mismatch, "input metric", "measurement 2", "symmetric_distance()",
      "insert_delete_distance()");
  SCRIM_EXPECT_ERROR(composed({first, quantile(rows, symmetric, RangeDivergence{}, 0.5, 1.0)}),
                     ErrorKind::mismatch, "output measure", "max_divergence()",
                     "range_divergence()");
}

}  // namespace
}  // namespace scrim::registry_composition_test
