#include "scrim/any/registry.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "scrim/any/collecting_run.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"
#include "scrim/measurements/private_quantiles/make_private_quantiles.hpp"
#include "scrim/measurements/private_variance/make_private_variance.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/count/make_count.hpp"
#include "scrim/transformations/drop_null/make_drop_null.hpp"
#include "scrim/transformations/impute/make_impute.hpp"
#include "scrim/transformations/quantise/make_quantise.hpp"
#include "scrim/transformations/quantise_square/make_quantise_square.hpp"
#include "scrim/transformations/sum/make_sum.hpp"
#include "support/error_of.hpp"
#include "support/registry_calls.hpp"

namespace scrim::registry_test {
namespace {

using test::build;
using test::expect_same_map;
using test::for_each_dataset_space;
using test::Named;
using test::numbers;
using test::value_on;

/// What several units share; no constructor.
const std::set<std::string> shared = {"noise", "bins", "threshold"};

TEST(Registry, has_every_unit) {
  std::set<std::string> units;
  for (const char* layer : {"transformations", "measurements", "combinators"}) {
    for (const auto& unit :
         std::filesystem::directory_iterator(std::filesystem::path("src/scrim") / layer)) {
      const std::string name = unit.path().filename();
      if (shared.contains(name)) continue;
      const bool is_offered = exists(unit.path() / ("offer_" + name + ".cpp"));
      EXPECT_TRUE(is_offered) << name;
      if (is_offered) units.insert(name);
    }
  }
  std::set<std::string> registered;
  for (const Constructor& constructor : constructors()) {
    EXPECT_TRUE(registered.emplace(constructor.name).second) << constructor.name;
    EXPECT_EQ(&constructor_named(constructor.name), &constructor);
  }
  EXPECT_EQ(registered, units);
  SCRIM_EXPECT_ERROR(constructor_named("clam"), ErrorKind::invalid_argument, "make_clam");
}

/// What takes nothing but a space, or but measurements.
const std::set<std::string_view> without_parameters = {"drop_null",    "count", "count_numbers",
                                                       "count_by_key", "sum",   "composition"};

TEST(Registry, describes_what_it_offers) {
  for (const Constructor& constructor : constructors()) {
    EXPECT_EQ(constructor.summary.back(), '.') << constructor.name;
    EXPECT_FALSE(constructor.details.empty()) << constructor.name;
    EXPECT_EQ(constructor.parameters.empty(), without_parameters.contains(constructor.name))
        << constructor.name;
    std::set<std::string_view> names;
    bool is_optional_before = false;
    for (const Parameter& parameter : constructor.parameters) {
      EXPECT_TRUE(names.insert(parameter.name).second) << constructor.name;
      EXPECT_FALSE(parameter.doc.empty()) << constructor.name << " " << parameter.name;
      const bool may_have_default =
          parameter.type == ParameterType::text && parameter.may_be_left_out;
      EXPECT_TRUE(parameter.type == ParameterType::choice
                      ? parameter.choices.size() > 1
                      : parameter.choices.empty() || may_have_default)
          << constructor.name << " " << parameter.name;
      EXPECT_FALSE(is_optional_before && !parameter.may_be_left_out)
          << "what may be left out stands before " << parameter.name;
      is_optional_before = parameter.may_be_left_out;
    }
  }
}

TEST(Registry, says_whether_a_measurement_is_made) {
  const AnyDomain rows = vector_domain<double>();
  const auto clamp = build("clamp", rows, SymmetricDistance{}, {{"bounds", AnyBounds{0.0, 1.0}}});
  EXPECT_EQ(std::holds_alternative<AnyMeasurement>(clamp),
            constructor_named("clamp").makes_measurement);
  const auto quantile = build("private_quantile", rows, SymmetricDistance{},
                              {{"output_measure", AnyMeasure(MaxDivergence{})},
                               {"candidates", numbers<double>({1.0})},
                               {"alpha", 0.5},
                               {"scale", 1.0},
                               {"ties", std::string("discounted")}});
  EXPECT_EQ(std::holds_alternative<AnyMeasurement>(quantile),
            constructor_named("private_quantile").makes_measurement);
}

template <class T>
void expect_quantile_as_typed() {
  for_each_dataset_space<T>([](const auto& domain, const auto& metric) {
    const auto expect_as_typed = [&](auto measure) {
      const QuantileOptions<T> options{.candidates = {T{1}, T{2}}, .alpha = 0.25, .scale = 3.0};
      const auto typed = make_private_quantile(domain, metric, measure, options);
      const AnyObject erased = build("private_quantile", domain, metric,
                                     {{"output_measure", AnyMeasure(measure)},
                                      {"candidates", numbers<T>(options.candidates)},
                                      {"alpha", 0.25},
                                      {"scale", 3.0},
                                      {"ties", std::string("discounted")}});
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

TEST(Registry, private_quantiles_are_the_typed_ones) {
  const auto counts = vector_domain<std::uint64_t>().with_size(7);
  const LpDistance<1, std::uint64_t> metric;
  const auto named = [](const AnyMeasure& measure) {
    return Named{{"output_measure", measure},
                 {"alphas", numbers<double>({0.25, 0.5})},
                 {"smallest", std::uint64_t{3}},
                 {"largest", std::uint64_t{0}},
                 {"scale", 0.0}};
  };
  const auto typed = make_private_quantiles(counts, metric, MaxDivergence{},
                                            {.alphas = {0.25, 0.5}, .smallest = 3, .scale = 0.0});
  const auto erased =
      std::get<AnyMeasurement>(build("private_quantiles", counts, metric, named(MaxDivergence{})));
  expect_same_map(erased, typed);
  const std::vector<std::uint64_t> rows{3, 4, 1, 9, 9, 2, 0};
  const auto positions = typed.invoke(rows);
  EXPECT_EQ(std::get<std::vector<std::uint64_t>>(value_on(erased, std::span(rows))),
            std::vector<std::uint64_t>(positions.begin(), positions.end()));
  SCRIM_EXPECT_ERROR(build("private_quantiles", counts, metric, named(RangeDivergence{})),
                     ErrorKind::mismatch, "max_divergence() and zero_concentrated_divergence()");
}

TEST(Registry, private_variance_is_the_typed_one) {
  const auto rows_of_four = vector_domain<std::int64_t>().with_size(4);
  const auto named = [](const AnyMeasure& measure, double scale) {
    return Named{
        {"output_measure", measure},   {"bounds", AnyBounds{std::int64_t{-5}, std::int64_t{9}}},
        {"divisor", std::uint64_t{3}}, {"shift", std::int64_t{1}},
        {"sum_scale", scale},          {"squares_scale", 2.0 * scale}};
  };
  const auto options = [](double scale) {
    return VarianceOptions{.bounds = {-5, 9},
                           .divisor = 3,
                           .shift = 1,
                           .sum_scale = scale,
                           .squares_scale = 2.0 * scale};
  };
  const auto expect_as_typed = [&](const auto& measure, double scale) {
    const ChangeOneDistance metric;
    const auto typed = make_private_variance(rows_of_four, metric, measure, options(scale));
    const auto erased = std::get<AnyMeasurement>(
        build("private_variance", rows_of_four, metric, named(measure, scale)));
    expect_same_map(erased, typed);
    if (scale > 0.0) return;
    const std::vector<std::int64_t> rows{4, -5, 10, 8};
    EXPECT_EQ(std::get<std::vector<std::int64_t>>(value_on(erased, std::span(rows))),
              typed.invoke(rows));
  };
  for (const double scale : {0.0, 7.0 / 5.0}) {
    expect_as_typed(MaxDivergence{}, scale);
    expect_as_typed(ZeroConcentratedDivergence{}, scale);
  }
  SCRIM_EXPECT_ERROR(
      build("private_variance", rows_of_four, HammingDistance{}, named(RangeDivergence{}, 1.0)),
      ErrorKind::mismatch, "max_divergence() and zero_concentrated_divergence()");
  SCRIM_EXPECT_ERROR(build("private_variance", vector_domain<double>(), SymmetricDistance{},
                           named(MaxDivergence{}, 1.0)),
                     ErrorKind::mismatch, "vectors of int64");
}

/// An aggregate without parameters, on rows of which there are four.
template <class T, class Make>
void expect_aggregate_as_typed(std::string_view name, const VectorDomain<AtomDomain<T>>& domain,
                               const auto& metric, const std::vector<T>& rows, const Make& make) {
  const auto typed = make(domain, metric);
  const auto object = build(name, domain, metric, {});
  const auto& erased = std::get<AnyTransformation>(object);
  expect_same_map(erased, typed);
  EXPECT_EQ(erased.output_metric(), AnyMetric(typed.output_metric()));
  EXPECT_EQ(erased.output_domain(), AnyDomain(typed.output_domain()));
  EXPECT_EQ(value_on(erased, std::span<const T>(rows)), AnyValue(typed.invoke(rows)));
}

template <class T>
void expect_count_as_typed(const std::vector<T>& rows) {
  for_each_dataset_space<T>([&](const auto& domain, const auto& metric) {
    expect_aggregate_as_typed("count", domain, metric, rows,
                              [](const auto& d, const auto& m) { return make_count(d, m); });
  });
}

TEST(Registry, count_is_the_typed_one) {
  expect_count_as_typed<double>({1, 2, 3, 4});
  expect_count_as_typed<std::int64_t>({1, 2, 3, 4});
  expect_count_as_typed<std::uint64_t>({1, 2, 3, 4});
  expect_count_as_typed<std::string_view>({"a", "b", "", "b"});
  // A null is a row, where the domain has nulls.
  const auto object =
      build("count", vector_domain(option_domain(atom_domain<double>())), SymmetricDistance{}, {});
  const std::vector<double> values = {1.0, 2.0, 3.0};
  const std::uint8_t bits = 0b101;
  EXPECT_EQ(
      value_on(std::get<AnyTransformation>(object), NullableRows<double>{values, Bitmap{&bits}}),
      AnyValue(std::int64_t{3}));
  SCRIM_EXPECT_ERROR(build("count", atom_domain<double>(), AbsoluteDistance<double>{}, {}),
                     ErrorKind::mismatch, "make_count does not take", "dataset metric");
}

template <class T>
void expect_sum_as_typed(Bounds<T> bounds, const std::vector<T>& rows) {
  for_each_dataset_space<T>([&](const auto& domain, const auto& metric) {
    expect_aggregate_as_typed("sum", domain.with_element(atom_domain(bounds)), metric, rows,
                              [](const auto& d, const auto& m) { return make_sum(d, m); });
  });
}

TEST(Registry, sum_is_the_typed_one) {
  expect_sum_as_typed<std::int64_t>({-7, 5}, {5, -7, 3, -7});
  expect_sum_as_typed<std::uint64_t>({0, std::uint64_t{1} << 60}, {1, 2, 3, 4});
  SCRIM_EXPECT_ERROR(build("sum", vector_domain<std::int64_t>(), SymmetricDistance{}, {}),
                     ErrorKind::invalid_argument, "make_sum", "clamp first");
  SCRIM_EXPECT_ERROR(build("sum", vector_domain<double>(Bounds{0.0, 1.0}), SymmetricDistance{}, {}),
                     ErrorKind::mismatch, "make_sum does not take", "then_quantise");
}

/// A function of rows, on four of them.
template <class T>
void expect_row_map_as_typed(std::string_view name, const auto& typed, const Named& arguments,
                             const std::vector<T>& rows) {
  const auto object = build(name, typed.input_domain(), typed.input_metric(), arguments);
  const auto& erased = std::get<AnyTransformation>(object);
  expect_same_map(erased, typed);
  EXPECT_EQ(erased.output_metric(), AnyMetric(typed.output_metric()));
  EXPECT_EQ(erased.output_domain(), AnyDomain(typed.output_domain()));
  EXPECT_EQ(value_on(erased, std::span<const T>(rows)), AnyValue(typed.invoke(rows)));
}

TEST(Registry, quantise_is_the_typed_one) {
  const std::vector<double> rows = {0.4, -1e9, 1e9, 2.6};
  for_each_dataset_space<double>([&](const auto& domain, const auto& metric) {
    expect_row_map_as_typed("quantise",
                            make_quantise(domain, metric, -3, Bounds<std::int64_t>{-7, 100}),
                            {{"exponent", std::int64_t{-3}},
                             {"bounds", AnyBounds{std::int64_t{-7}, 100.0}},
                             {"center", LeftOut()},
                             {"nan", LeftOut()}},
                            rows);
    expect_row_map_as_typed(
        "quantise_square",
        make_quantise_square(domain, metric, {.center = 0.5, .exponent = -2, .upper = 100}),
        {{"center", 0.5},
         {"exponent", std::int64_t{-2}},
         {"upper", std::int64_t{100}},
         {"offset", LeftOut()},
         {"rows", LeftOut()}},
        rows);
  });
  const auto quantise = [](const AnyDomain& domain, std::int64_t exponent, AnyBounds bounds) {
    return build(
        "quantise", domain, SymmetricDistance{},
        {{"exponent", exponent}, {"bounds", bounds}, {"center", LeftOut()}, {"nan", LeftOut()}});
  };
  const AnyBounds bounds{std::int64_t{0}, std::int64_t{1}};
  SCRIM_EXPECT_ERROR(quantise(vector_domain<std::int64_t>(), 0, bounds), ErrorKind::mismatch,
                     "make_quantise does not take", "floats");
  EXPECT_THROW((void)quantise(vector_domain<double>(), std::int64_t{1} << 40, bounds), Error);
  EXPECT_THROW((void)quantise(vector_domain<double>(), 0, {0.5, 1.0}), Error);
}

TEST(Registry, a_selection_goes_the_way_it_is_told) {
  const AnyDomain scores = vector_domain<double>();
  const std::vector<double> given = {2.0, 1.0, 3.0};
  const auto selected = [&](const char* optimize) {
    const auto object = build("report_noisy_top_k", scores, LInfDistance<double>{},
                              {{"output_measure", AnyMeasure(MaxDivergence{})},
                               {"k", std::uint64_t{2}},
                               {"scale", 0.0},
                               {"optimize", std::string(optimize)}});
    return value_on(std::get<AnyMeasurement>(object), std::span<const double>(given));
  };
  EXPECT_FALSE(constructor_named("report_noisy_top_k").parameters.back().may_be_left_out);
  EXPECT_EQ(selected("max"), AnyValue(std::vector<std::uint64_t>{2, 0}));
  EXPECT_EQ(selected("min"), AnyValue(std::vector<std::uint64_t>{1, 0}));
  EXPECT_THROW((void)selected("best"), Error);
}

TEST(Registry, arguments_must_be_exact_in_the_type_of_the_rows) {
  const AnyDomain rows = vector_domain<std::int64_t>();
  const auto clamp = [&](AnyNumber upper) {
    return [&rows, upper] {
      (void)build("clamp", rows, SymmetricDistance{},
                  {{"bounds", AnyBounds{std::int64_t{0}, upper}}});
    };
  };
  EXPECT_NO_THROW(clamp(2.0)());
  EXPECT_THROW(clamp(2.5)(), Error);
  EXPECT_THROW(clamp(std::uint64_t{1} << 63)(), Error);
}

TEST(Registry, spaces_that_a_constructor_does_not_take_are_refused_by_name) {
  const Named bounds = {{"bounds", AnyBounds{0.0, 1.0}}};
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

TEST(Registry, arguments_that_are_missing_are_named) {
  SCRIM_EXPECT_ERROR(build("clamp", vector_domain<double>(), SymmetricDistance{},
                           {{"bound", AnyBounds{0.0, 1.0}}}),
                     ErrorKind::invalid_argument, "bounds", "missing");
}

AnyDomain nullable(const auto& rows) {
  return vector_domain(option_domain(rows.element), rows.size);
}

TEST(Registry, drop_null_is_the_typed_one) {
  for_each_dataset_space<double>([](const auto& domain, const auto& metric) {
    using M = std::remove_cvref_t<decltype(metric)>;
    const auto drop = [&] { return build("drop_null", nullable(domain), metric, {}); };
    if constexpr (M::needs_known_size) {
      SCRIM_EXPECT_ERROR(drop(), ErrorKind::mismatch, "make_drop_null does not take");
    } else if (domain.size) {
      SCRIM_EXPECT_ERROR(drop(), ErrorKind::mismatch, "make_drop_null", "size=4", "make_impute");
    } else {
      const auto typed = make_drop_null(vector_domain(option_domain(domain.element)), metric);
      const auto object = drop();
      const auto& erased = std::get<AnyTransformation>(object);
      expect_same_map(erased, typed);
      EXPECT_EQ(erased.input_domain(), AnyDomain(typed.input_domain()));
      EXPECT_EQ(erased.output_domain(), AnyDomain(domain));
      const std::vector<double> values = {1.0, 2.0, 3.0};
      const std::uint8_t bits = 0b101;
      EXPECT_EQ(value_on(erased, NullableRows<double>{values, Bitmap{&bits}}),
                AnyValue(std::vector{1.0, 3.0}));
      EXPECT_EQ(value_on(erased, std::span<const double>(values)), AnyValue(values));
    }
  });
  SCRIM_EXPECT_ERROR(build("drop_null", vector_domain<double>(), SymmetricDistance{}, {}),
                     ErrorKind::mismatch, "make_drop_null does not take", "may be missing");
}

template <class T>
void expect_impute_as_typed(const OwnedAtom<T>& value, const std::vector<T>& values,
                            const std::vector<AnyAtom>& other_values) {
  for_each_dataset_space<T>([&](const auto& domain, const auto& metric) {
    const auto rows = vector_domain(option_domain(domain.element), domain.size);
    const auto typed = make_impute(rows, metric, value);
    const auto impute = [&](AnyAtom given) {
      return build("impute", nullable(domain), metric, {{"value", std::move(given)}});
    };
    const auto object = impute(value);
    const auto& erased = std::get<AnyTransformation>(object);
    expect_same_map(erased, typed);
    EXPECT_EQ(erased.input_domain(), AnyDomain(typed.input_domain()));
    EXPECT_EQ(erased.output_domain(), AnyDomain(domain));
    // Aggregates, since rows of text are not collected.
    const std::uint8_t bits = 0b1010;
    const NullableRows<T> given{values, Bitmap{&bits}};
    std::vector<T> imputed(4, T(value));
    imputed[1] = values[1];
    imputed[3] = values[3];
    EXPECT_EQ(typed.invoke(given), imputed);
    if constexpr (Number<T>) {
      EXPECT_EQ(value_on(erased, given), AnyValue(imputed));
    }
    for (const AnyAtom& other : other_values) EXPECT_THROW((void)impute(other), Error);
  });
}

TEST(Registry, impute_is_the_typed_one) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  expect_impute_as_typed<double>(-0.1, {1, 2, 3, 4}, {std::string("1"), nan});
  expect_impute_as_typed<std::int64_t>(-7, {1, 2, 3, 4}, {std::string("1"), 0.5, 1e30});
  expect_impute_as_typed<std::uint64_t>(7, {1, 2, 3, 4}, {std::string(), std::int64_t{-1}});
  expect_impute_as_typed<std::string_view>("x", {"a", "b", "c", "d"}, {1.0, std::int64_t{1}});
  SCRIM_EXPECT_ERROR(build("impute", nullable(vector_domain<double>(Bounds{0.0, 1.0})),
                           SymmetricDistance{}, {{"value", AnyAtom(1.5)}}),
                     ErrorKind::invalid_argument, "1.5", "(0.0, 1.0)");
}

}  // namespace
}  // namespace scrim::registry_test
