#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/any/registry.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/count_by_edges/make_count_by_edges.hpp"
#include "scrim/transformations/count_distinct/make_count_distinct.hpp"
#include "support/error_of.hpp"
#include "support/registry_calls.hpp"

namespace scrim::registry_bins_test {
namespace {

using test::build;
using test::expect_same_map;
using test::for_each_dataset_space;
using test::Named;
using test::numbers;
using test::value_on;
using namespace std::string_literals;

/// What the registry builds is what make(metric of counts, other rows) makes.
template <class T, class Domain, class Metric, class Make>
void expect_bins_as_typed(std::string_view name, const Domain& domain, const Metric& metric,
                          const std::pair<std::string_view, Argument>& bins,
                          const std::vector<T>& rows, const Make& make) {
  const auto expect_as_typed = [&]<BinMetric MO>(MO, const std::string& metric_name) {
    for (const auto& [others, other_rows] :
         {std::pair("left_out"s, OtherRows::left_out), std::pair("counted"s, OtherRows::counted)}) {
      const auto typed = make(MO{}, domain, metric, other_rows);
      const auto object = build(name, domain, metric,
                                {bins, {"output_metric", metric_name}, {"other_rows", others}});
      const auto& erased = std::get<AnyTransformation>(object);
      expect_same_map(erased, typed);
      EXPECT_EQ(erased.output_metric(), AnyMetric(typed.output_metric()));
      EXPECT_EQ(erased.output_domain(), AnyDomain(typed.output_domain()));
      EXPECT_EQ(value_on(erased, std::span<const T>(rows)), AnyValue(typed.invoke(rows)));
    }
  };
  expect_as_typed(LInfDistance<std::uint64_t>{}, "linf_distance");
  expect_as_typed(LpDistance<1, std::uint64_t>{}, "l1_distance");
  expect_as_typed(LpDistance<2, double>{}, "l2_distance");
}

TEST(Registry, count_by_categories_is_the_typed_one) {
  for_each_dataset_space<std::string_view>([](const auto& domain, const auto& metric) {
    const std::vector<std::string> categories = {"a", "b"};
    expect_bins_as_typed<std::string_view>(
        "count_by_categories", domain, metric, {"categories", categories}, {"b", "a", "c", "b"},
        [&]<class MO>(MO, const auto& rows, const auto& rows_metric, OtherRows others) {
          return make_count_by_categories<MO>(rows, rows_metric, categories, others);
        });
  });
}

template <class T>
void expect_histogram_as_typed(const std::vector<T>& edges, const std::vector<T>& given) {
  for_each_dataset_space<T>([&](const auto& domain, const auto& metric) {
    expect_bins_as_typed<T>(
        "count_by_edges", domain, metric, {"edges", numbers<T>(edges)}, given,
        [&]<class MO>(MO, const auto& rows, const auto& rows_metric, OtherRows others) {
          return make_count_by_edges<MO>(rows, rows_metric, edges, others);
        });
  });
}

TEST(Registry, count_by_edges_is_the_typed_one) {
  expect_histogram_as_typed<double>({0.0, 0.5, 1.0}, {-1.0, 0.0, 0.7, 1.0});
  expect_histogram_as_typed<std::int64_t>({-3, 0, 4}, {-3, 2, 4, 5});
  expect_histogram_as_typed<std::uint64_t>({0, 5}, {0, 2, 5, 6});
}

TEST(Registry, count_distinct_is_the_typed_one) {
  for_each_dataset_space<std::string_view>([](const auto& domain, const auto& metric) {
    const std::vector<std::string> categories = {"a", "b"};
    const auto typed = make_count_distinct(domain, metric, categories);
    const auto object = build("count_distinct", domain, metric, {{"categories", categories}});
    const auto& erased = std::get<AnyTransformation>(object);
    expect_same_map(erased, typed);
    EXPECT_EQ(erased.output_metric(), AnyMetric(typed.output_metric()));
    EXPECT_EQ(erased.output_domain(), AnyDomain(typed.output_domain()));
    const std::vector<std::string_view> rows = {"b", "a", "c", "b"};
    EXPECT_EQ(value_on(erased, std::span<const std::string_view>(rows)),
              AnyValue(typed.invoke(rows)));
  });
}

TEST(Registry, refuses_other_choices_about_bins) {
  const AnyDomain rows = vector_domain<std::int64_t>();
  const auto build_with = [&](const std::string& metric, const std::string& others) {
    return build("count_by_categories", rows, SymmetricDistance{},
                 {{"categories", numbers<std::int64_t>({0, 1})},
                  {"output_metric", metric},
                  {"other_rows", others}});
  };
  SCRIM_EXPECT_ERROR(build_with("l3_distance", "counted"), ErrorKind::invalid_argument,
                     "l3_distance", "l2_distance");
  SCRIM_EXPECT_ERROR(build_with("l1_distance", "all"), ErrorKind::invalid_argument, "all",
                     "left_out");
}

}  // namespace
}  // namespace scrim::registry_bins_test
