// Constructors of the registry, called as a language binding calls them.
#pragma once

#include <gtest/gtest.h>

#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "scrim/any/any_objects.hpp"
#include "scrim/any/collecting_run.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim::test {

using Named = std::vector<std::pair<std::string_view, Argument>>;

[[nodiscard]] inline Arguments arguments_of(const Named& named) {
  Arguments arguments;
  for (const auto& [name, argument] : named) arguments.add(name, argument);
  return arguments;
}

[[nodiscard]] inline AnyObject build(std::string_view name, const AnyDomain& domain,
                                     const AnyMetric& metric, const Named& arguments) {
  return std::get<Constructor::FromSpace>(constructor_named(name).build)(domain, metric,
                                                                         arguments_of(arguments));
}

[[nodiscard]] inline AnyValue value_on(const auto& mechanism, const AnyBlock& rows) {
  AnyRun run = start_run(mechanism);
  run.update(rows);
  return std::move(run).finish();
}

template <class T>
[[nodiscard]] AnyNumbers numbers(std::vector<T> values) {
  return values;
}

/// Every element type under every dataset metric, with the size that it needs.
template <class T, class Check>
void for_each_dataset_space(const Check& check) {
  check(vector_domain<T>(), SymmetricDistance{});
  check(vector_domain<T>(), InsertDeleteDistance{});
  check(vector_domain<T>(4), SymmetricDistance{});
  check(vector_domain<T>(4), InsertDeleteDistance{});
  check(vector_domain<T>(4), ChangeOneDistance{});
  check(vector_domain<T>(4), HammingDistance{});
}

/// The map with hidden types is the typed one.
template <class Erased, class Typed>
void expect_same_map(const Erased& erased, const Typed& typed) {
  using DistanceIn = typename Typed::DistanceIn;
  for (const DistanceIn d_in : {DistanceIn{0}, DistanceIn{1}, DistanceIn{2}, DistanceIn{7}}) {
    const auto d_out = typed.map(d_in);
    EXPECT_EQ(erased.map(d_in), AnyDistance(d_out));
    EXPECT_TRUE(erased.check(d_in, d_out));
    EXPECT_EQ(erased.check(d_in, decltype(d_out){0}), typed.check(d_in, 0));
  }
}

}  // namespace scrim::test
