#include "scrim/any/registry.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>
#include <string>

#include "scrim/core/chain.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/row_by_row/make_row_by_row.hpp"
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

TEST(Registry, has_every_unit) {
  std::set<std::string> units;
  for (const char* layer : {"transformations", "measurements", "combinators"}) {
    for (const auto& unit :
         std::filesystem::directory_iterator(std::filesystem::path("src/scrim") / layer)) {
      units.insert(unit.path().filename());
    }
  }
  std::set<std::string> registered;
  for (const Constructor& constructor : constructors()) registered.emplace(constructor.name);
  EXPECT_EQ(registered, units);
}

TEST(Registry, describes_what_it_offers) {
  for (const Constructor& constructor : constructors()) {
    EXPECT_EQ(constructor.summary.back(), '.') << constructor.name;
    EXPECT_FALSE(constructor.parameters.empty()) << constructor.name;
    std::set<std::string_view> names;
    bool is_optional_before = false;
    for (const Parameter& parameter : constructor.parameters) {
      EXPECT_TRUE(names.insert(parameter.name).second) << constructor.name;
      EXPECT_FALSE(parameter.doc.empty()) << constructor.name << " " << parameter.name;
      EXPECT_FALSE(is_optional_before && !parameter.may_be_left_out)
          << "what may be left out stands before " << parameter.name;
      is_optional_before = parameter.may_be_left_out;
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

template <class T>
void expect_row_by_row_as_typed(const RowExpression& expression, const std::vector<T>& rows,
                                const std::vector<std::int64_t>& expected) {
  for_each_dataset_space<T>([&](const auto& domain, const auto& metric) {
    const auto object = build("row_by_row", domain, metric, {expression, MaybeNumber()});
    const auto& erased = std::get<AnyTransformation>(object);
    const VectorDomain<AtomDomain<std::int64_t>> output{
        AtomDomain<std::int64_t>(Bounds<std::int64_t>{0, 1}), domain.size};
    const auto typed =
        make_row_by_row(domain, metric, output, [](std::span<const T>, std::span<std::int64_t>) {});
    expect_same_map(erased, typed);
    EXPECT_EQ(erased.output_metric(), AnyMetric(metric));
    EXPECT_EQ(erased.output_domain(), AnyDomain(output));
    auto run = erased.start();
    run->update(std::span<const T>(rows), {});
    EXPECT_EQ(run->finish(), AnyValue(expected));
  });
}

TEST(Registry, row_by_row_is_the_typed_one) {
  const RowExpression row = RowExpression::row();
  const auto is_two = [&](RowConstant two) {
    return RowExpression::of(RowOperation::equal, {row, RowExpression::constant(std::move(two))});
  };
  expect_row_by_row_as_typed<double>(is_two(2.0), {1, 2, 2.5, 2}, {0, 1, 0, 1});
  expect_row_by_row_as_typed<std::int64_t>(is_two(2.0), {1, 2, 3, 2}, {0, 1, 0, 1});
  expect_row_by_row_as_typed<std::uint64_t>(is_two(std::int64_t{2}), {1, 2, 3, 2}, {0, 1, 0, 1});
  expect_row_by_row_as_typed<std::string_view>(is_two(std::string("2")), {"1", "2", "", "2"},
                                               {0, 1, 0, 1});
}

TEST(Registry, row_functions_go_from_any_type_to_floats_and_integers) {
  const RowExpression row = RowExpression::row();
  const auto plus = [&](RowConstant constant) {
    return RowExpression::of(RowOperation::add,
                             {row, RowExpression::constant(std::move(constant))});
  };
  const auto expect = [&]<class T>(const RowExpression& expression, std::vector<T> rows,
                                   const AnyValue& expected) {
    const auto object =
        build("row_by_row", vector_domain<T>(), SymmetricDistance{}, {expression, MaybeNumber()});
    auto run = std::get<AnyTransformation>(object).start();
    run->update(std::span<const T>(rows), {});
    EXPECT_EQ(run->finish(), expected);
  };
  const AnyValue reals = std::vector<double>{1.5, 2.5};
  const AnyValue integers = std::vector<std::int64_t>{2, 3};
  expect(plus(0.5), std::vector<double>{1, 2}, reals);
  expect(plus(0.5), std::vector<std::int64_t>{1, 2}, reals);
  expect(plus(0.5), std::vector<std::uint64_t>{1, 2}, reals);
  expect(RowExpression::of(RowOperation::floor, {plus(1.0)}), std::vector<double>{1, 2}, integers);
  expect(plus(std::int64_t{1}), std::vector<std::int64_t>{1, 2}, integers);
  expect(plus(std::int64_t{1}), std::vector<std::uint64_t>{1, 2}, integers);
  const auto is_a = RowExpression::is_in(row, {std::string("a")});
  const auto choose = [&](RowConstant then, RowConstant otherwise) {
    return RowExpression::of(RowOperation::where, {is_a, RowExpression::constant(std::move(then)),
                                                   RowExpression::constant(std::move(otherwise))});
  };
  expect(choose(1.5, 2.5), std::vector<std::string_view>{"a", "b"}, reals);
  expect(choose(std::int64_t{2}, std::int64_t{3}), std::vector<std::string_view>{"a", "b"},
         integers);
}

TEST(Registry, rows_without_a_value_need_another) {
  const AnyDomain rows = vector_domain<std::int64_t>();
  const auto inverse = RowExpression::of(
      RowOperation::floor_divide, {RowExpression::constant(std::int64_t{6}), RowExpression::row()});
  const auto build_with = [&](MaybeNumber otherwise) {
    return build("row_by_row", rows, SymmetricDistance{}, {inverse, otherwise});
  };
  SCRIM_EXPECT_ERROR(build_with({}), ErrorKind::invalid_argument, "(6 // row)", "otherwise=");
  EXPECT_THROW((void)build_with(AnyNumber(0.5)), Error);
  const auto object = build_with(AnyNumber(-1.0));
  auto run = std::get<AnyTransformation>(object).start();
  const std::vector<std::int64_t> given = {3, 0};
  run->update(std::span<const std::int64_t>(given), {});
  EXPECT_EQ(run->finish(), AnyValue(std::vector<std::int64_t>{2, -1}));

  const AnyDomain reals = vector_domain<double>();
  const auto log = RowExpression::of(RowOperation::log, {RowExpression::row()});
  EXPECT_THROW((void)build("row_by_row", reals, SymmetricDistance{},
                           {log, MaybeNumber(AnyNumber(std::numeric_limits<double>::quiet_NaN()))}),
               Error);
}

/// A run saved behind one function of rows must not be loaded behind another.
TEST(Registry, saved_runs_know_their_row_function) {
  const AnyDomain rows = vector_domain<std::int64_t>();
  const auto counts = [&](RowConstant divisor, std::int64_t otherwise) {
    const auto expression =
        RowExpression::of(RowOperation::floor_divide,
                          {RowExpression::row(), RowExpression::constant(std::move(divisor))});
    auto bands = std::get<AnyTransformation>(
        build("row_by_row", rows, SymmetricDistance{}, {expression, MaybeNumber(otherwise)}));
    const auto count = build("count_by_categories", bands.output_domain(), SymmetricDistance{},
                             {numbers<std::int64_t>({0, 1})});
    return AnyTransformation::chain(bands, std::get<AnyTransformation>(count));
  };
  const auto chain = counts(std::int64_t{10}, 0);
  const std::vector<std::int64_t> given = {1, 12, 13};
  auto run = chain.start();
  run->update(std::span<const std::int64_t>(given), {});
  const auto saved = run->save();
  EXPECT_EQ(chain.load(saved)->finish(), AnyValue(std::vector<std::uint64_t>{1, 2}));
  EXPECT_EQ(counts(std::int64_t{10}, 0).load(saved)->finish(),
            AnyValue(std::vector<std::uint64_t>{1, 2}));
  EXPECT_THROW((void)counts(std::int64_t{11}, 0).load(saved), Error);
  EXPECT_THROW((void)counts(std::int64_t{10}, 1).load(saved), Error);
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
  EXPECT_FALSE(named("report_noisy_top_k").parameters.back().may_be_left_out);
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
