#include "scrim/any/registry.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "scrim/core/chain.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "support/error_of.hpp"

namespace scrim {
namespace {

const Constructor& named(std::string_view name) {
  for (const Constructor& constructor : constructors()) {
    if (constructor.name == name) return constructor;
  }
  throw std::out_of_range("no such constructor");
}

AnyObject build(std::string_view name, const AnyDomain& domain, const AnyMetric& metric,
                std::vector<Argument> arguments) {
  return std::get<Constructor::FromSpace>(named(name).build)(domain, metric,
                                                             Arguments(std::move(arguments)));
}

template <class T>
AnyNumbers numbers(std::vector<T> values) {
  return values;
}

TEST(Registry, has_every_unit_but_the_one_that_takes_a_function_over_rows) {
  std::set<std::string> units;
  for (const char* layer : {"transformations", "measurements", "combinators"}) {
    for (const auto& unit :
         std::filesystem::directory_iterator(std::filesystem::path("src/scrim") / layer)) {
      units.insert(unit.path().filename());
    }
  }
  units.erase("row_by_row");  // docs/decisions/0012-python-sees-releases-not-rows.md
  std::set<std::string> registered;
  for (const Constructor& constructor : constructors()) registered.emplace(constructor.name);
  EXPECT_EQ(registered, units);
}

TEST(Registry, describes_what_it_offers) {
  for (const Constructor& constructor : constructors()) {
    EXPECT_EQ(constructor.summary.back(), '.') << constructor.name;
    EXPECT_FALSE(constructor.parameters.empty()) << constructor.name;
    std::set<std::string_view> names;
    bool has_default = false;
    for (const Parameter& parameter : constructor.parameters) {
      EXPECT_TRUE(names.insert(parameter.name).second) << constructor.name;
      EXPECT_FALSE(parameter.doc.empty()) << constructor.name << " " << parameter.name;
      EXPECT_FALSE(has_default && !parameter.default_text) << "a default before " << parameter.name;
      has_default = parameter.default_text.has_value();
    }
  }
}

TEST(Registry, says_whether_a_measurement_is_made) {
  const AnyDomain rows = vector_domain<double>();
  const auto clamp = build("clamp", rows, SymmetricDistance{}, {AnyBounds{0.0, 1.0}});
  EXPECT_EQ(std::holds_alternative<AnyMeasurement>(clamp), named("clamp").makes_measurement);
  const auto quantile = build("private_quantile", rows, SymmetricDistance{},
                              {AnyMeasure(MaxDivergence{}), numbers<double>({1.0}), 0.5, 1.0});
  EXPECT_EQ(std::holds_alternative<AnyMeasurement>(quantile),
            named("private_quantile").makes_measurement);
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

template <class Typed>
void expect_same_map(const AnyMechanism& erased, const Typed& typed) {
  using DistanceIn = typename Typed::DistanceIn;
  for (const DistanceIn d_in : {DistanceIn{0}, DistanceIn{1}, DistanceIn{2}, DistanceIn{7}}) {
    const auto d_out = typed.map(d_in);
    EXPECT_EQ(erased.map(d_in), AnyDistance(d_out));
    EXPECT_TRUE(erased.check(d_in, d_out));
    EXPECT_EQ(erased.check(d_in, decltype(d_out){0}), typed.check(d_in, 0));
  }
}

template <class T>
void expect_quantile_as_typed() {
  for_each_dataset_space<T>([](const auto& domain, const auto& metric) {
    const auto expect_as_typed = [&](auto measure) {
      const QuantileOptions<T> options{.candidates = {T{1}, T{2}}, .alpha = 0.25, .scale = 3.0};
      const auto typed = make_private_quantile(domain, metric, measure, options);
      const AnyObject erased =
          build("private_quantile", domain, metric,
                {AnyMeasure(measure), numbers<T>(options.candidates), 0.25, 3.0});
      expect_same_map(std::get<AnyMeasurement>(erased), typed);
      EXPECT_EQ(std::get<AnyMeasurement>(erased).output_measure(), AnyMeasure(measure));
    };
    expect_as_typed(MaxDivergence{});
    expect_as_typed(RangeDivergence{});
    expect_as_typed(ZeroConcentratedDivergence{});
  });
}

TEST(Registry, private_quantile_is_the_typed_one) {
  expect_quantile_as_typed<double>();
  expect_quantile_as_typed<std::int64_t>();
  expect_quantile_as_typed<std::uint64_t>();
}

TEST(Registry, count_by_categories_is_the_typed_one) {
  for_each_dataset_space<std::string_view>([](const auto& domain, const auto& metric) {
    const std::vector<std::string> categories = {"a", "b"};
    const auto typed = make_count_by_categories(domain, metric, categories);
    const auto object = build("count_by_categories", domain, metric, {categories});
    const auto& erased = std::get<AnyTransformation>(object);
    expect_same_map(erased, typed);
    EXPECT_EQ(erased.output_metric(), AnyMetric(typed.output_metric()));
    EXPECT_EQ(erased.output_domain(), AnyDomain(typed.output_domain()));
    const std::vector<std::string_view> rows = {"b", "a", "c", "b"};
    auto run = erased.start();
    run->update(std::span<const std::string_view>(rows), {});
    EXPECT_EQ(run->finish(), AnyValue(typed.invoke(rows)));
  });
}

TEST(Registry, a_selection_goes_the_way_it_is_told) {
  const AnyDomain scores = vector_domain<double>();
  const std::vector<double> given = {2.0, 1.0, 3.0};
  const auto selected = [&](const char* optimize) {
    const auto object =
        build("report_noisy_top_k", scores, LInfDistance<double>{},
              {AnyMeasure(MaxDivergence{}), std::uint64_t{2}, 0.0, std::string(optimize)});
    auto run = std::get<AnyMeasurement>(object).start();
    run->update(std::span<const double>(given), {});
    return run->finish();
  };
  EXPECT_EQ(selected("max"), AnyValue(std::vector<std::uint64_t>{2, 0}));
  EXPECT_EQ(selected("min"), AnyValue(std::vector<std::uint64_t>{1, 0}));
  EXPECT_THROW((void)selected("best"), Error);
}

TEST(Registry, arguments_must_be_exact_in_the_type_of_the_rows) {
  const AnyDomain rows = vector_domain<std::int64_t>();
  const auto clamp = [&](AnyNumber upper) {
    return [&rows, upper] {
      (void)build("clamp", rows, SymmetricDistance{}, {AnyBounds{std::int64_t{0}, upper}});
    };
  };
  EXPECT_NO_THROW(clamp(2.0)());
  EXPECT_THROW(clamp(2.5)(), Error);
  EXPECT_THROW(clamp(std::uint64_t{1} << 63)(), Error);
}

TEST(Registry, spaces_that_a_constructor_does_not_take_are_refused_by_name) {
  const std::vector<Argument> bounds = {AnyBounds{0.0, 1.0}};
  const auto clamp = [&](const AnyDomain& domain, const AnyMetric& metric) {
    try {
      (void)build("clamp", domain, metric, bounds);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::mismatch);
      return std::string(error.what()).starts_with("make_clamp does not take ");
    }
    return false;
  };
  EXPECT_TRUE(clamp(vector_domain<std::string_view>(), SymmetricDistance{}));
  EXPECT_TRUE(clamp(atom_domain<double>(), SymmetricDistance{}));
  EXPECT_TRUE(clamp(vector_domain<double>(), RangeDistance<double>{}));
  EXPECT_TRUE(clamp(vector_domain<double>(), LInfDistance<std::uint64_t>{}));
  EXPECT_FALSE(clamp(vector_domain<double>(), LInfDistance<double>{}));
  EXPECT_FALSE(clamp(atom_domain<double>(), AbsoluteDistance<double>{}));
}

}  // namespace
}  // namespace scrim
