#include "scrim/any/any_objects.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "scrim/any/any_measures.hpp"
#include "scrim/any/collecting_run.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"

namespace scrim::any_objects_test {
namespace {

const std::vector<double> rows = {-5, 10, 30, 30, 60, 80, 500};

auto clamp(double lower, double upper) {
  return make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds{lower, upper});
}

auto scores() {
  return make_quantile_score_candidates(vector_domain<double>(Bounds{0.0, 100.0}),
                                        SymmetricDistance{}, {0.0, 30.0, 100.0}, 0.75);
}

/// Without noise, so that a release can be foreseen.
auto top(std::size_t k) {
  return make_report_noisy_top_k(vector_domain<std::uint64_t>(3), LInfDistance<std::uint64_t>{},
                                 RangeDivergence{},
                                 {.k = k, .scale = 0.0, .optimize = Optimize::min});
}

ErrorKind kind_of(const auto& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.kind();
  }
  ADD_FAILURE() << "nothing was thrown";
  return {};
}

AnyValue invoke(const auto& mechanism, std::span<const double> data) {
  auto run = start_run(mechanism);
  run.update(data);
  return std::move(run).finish();
}

TEST(AnyObjects, a_chain_is_the_chain_of_the_typed_ones) {
  const auto typed = clamp(0, 100) >> scores() >> top(2);
  const auto erased = hide(clamp(0, 100)) >> hide(scores()) >> hide(top(2));
  EXPECT_EQ(invoke(erased, rows), AnyValue(typed.invoke(rows)));
  EXPECT_EQ(erased.input_domain(), AnyDomain(typed.input_domain()));
  EXPECT_EQ(erased.input_metric(), AnyMetric(typed.input_metric()));
  EXPECT_EQ(erased.output_measure(), AnyMeasure(RangeDivergence{}));
  for (const std::uint32_t d_in : {0U, 1U, 5U}) {
    EXPECT_EQ(erased.map(d_in), AnyDistance(typed.map(d_in)));
  }
  // However it is bracketed.
  const auto other_way = make_chain(hide(clamp(0, 100)), make_chain(hide(scores()), hide(top(2))));
  EXPECT_EQ(invoke(other_way, rows), AnyValue(typed.invoke(rows)));
  EXPECT_EQ(other_way.map(std::uint32_t{5}), AnyDistance(typed.map(5)));
}

TEST(AnyObjects, row_maps_chain_and_collect) {
  const auto inner = make_clamp(vector_domain<double>(Bounds{0.0, 100.0}), SymmetricDistance{},
                                Bounds{20.0, 70.0});
  const auto erased = hide(clamp(0, 100)) >> hide(inner);
  EXPECT_EQ(invoke(erased, rows), AnyValue((clamp(0, 100) >> inner).invoke(rows)));
  EXPECT_EQ(erased.invoke(AnyValue(rows)), AnyValue((clamp(0, 100) >> inner).invoke(rows)));
  EXPECT_EQ(erased.function().fold(), nullptr);
  EXPECT_NE(erased.function().row_map(), nullptr);
}

TEST(AnyObjects, functions_of_values_chain) {
  const auto domain = vector_domain<std::uint64_t>(3);
  const auto limit = make_clamp(domain, LInfDistance<std::uint64_t>{}, Bounds<std::uint64_t>{0, 5});
  const auto erased = hide(scores()) >> hide(limit);
  EXPECT_EQ(erased.output_domain(), AnyDomain(limit.output_domain()));
  EXPECT_EQ(invoke(erased, rows), AnyValue((scores() >> limit).invoke(rows)));
  const AnyTransformation atom =
      hide(make_clamp(atom_domain<double>(), AbsoluteDistance<double>{}, Bounds{0.0, 1.0}));
  EXPECT_FALSE(atom.input_domain().is_vector());
  EXPECT_EQ(atom.invoke(AnyValue(7.0)), AnyValue(1.0));
}

TEST(AnyObjects, spaces_that_differ_in_value_do_not_chain) {
  EXPECT_EQ(kind_of([&] { (void)(hide(clamp(0, 99)) >> hide(scores())); }), ErrorKind::mismatch);
  const auto counted =
      make_count_by_categories(vector_domain<std::int64_t>(), SymmetricDistance{}, {1, 2, 3});
  // The same domain of three counts, but under the monotonic metric.
  EXPECT_EQ(kind_of([&] { (void)(hide(counted) >> hide(top(1))); }), ErrorKind::mismatch);
  // Of another type altogether.
  EXPECT_EQ(kind_of([&] { (void)(hide(clamp(0, 100)) >> hide(counted)); }), ErrorKind::mismatch);
}

TEST(AnyObjects, a_loss_under_range_divergence_converts) {
  const auto noisy =
      make_report_noisy_top_k(vector_domain<double>(), RangeDistance<double>{}, RangeDivergence{},
                              {.k = 1, .scale = 0.7, .optimize = Optimize::max});
  const AnyMeasurement erased = hide(noisy);
  const auto convert = [](const AnyMeasurement& measurement, const AnyMeasure& measure) {
    return make_convert_measure(measurement, measure);
  };
  EXPECT_EQ(convert(erased, ZeroConcentratedDivergence{}).map(0.3),
            AnyDistance(make_convert_measure(noisy, ZeroConcentratedDivergence{}).map(0.3)));
  const auto converted = convert(erased, MaxDivergence{});
  EXPECT_EQ(converted.output_measure(), AnyMeasure(MaxDivergence{}));
  EXPECT_EQ(converted.map(0.3), erased.map(0.3));
  EXPECT_EQ(kind_of([&] { (void)convert(erased, RangeDivergence{}); }), ErrorKind::mismatch);
  EXPECT_EQ(kind_of([&] { (void)convert(converted, MaxDivergence{}); }), ErrorKind::mismatch);
}

TEST(AnyObjects, a_map_that_overflows_checks_false) {
  const auto huge =
      make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{}, {1.0},
                                     Fraction{1, std::numeric_limits<std::uint64_t>::max()});
  const AnyTransformation erased = hide(huge);
  const auto largest = std::numeric_limits<std::uint64_t>::max();
  EXPECT_FALSE(erased.check(std::uint32_t{2}, largest));
  EXPECT_TRUE(erased.check(std::uint32_t{1}, largest));
  EXPECT_EQ(kind_of([&] { (void)erased.map(std::uint32_t{2}); }), ErrorKind::overflow);
  const AnyMeasurement selection = hide(top(1));
  EXPECT_EQ(kind_of([&] { (void)selection.check(std::uint64_t{1}, -1.0); }),
            ErrorKind::invalid_argument);
}

TEST(AnyObjects, runs_merge_and_are_consumed) {
  const AnyTransformation erased = hide(scores());
  const std::span<const double> data = rows;
  const Part half{.index = 0, .count = 2};
  const Part other_half{.index = 1, .count = 2};
  auto first = erased.start(half);
  auto second = erased.start(other_half);
  first.update(data.first(3));
  second.update(data.subspan(3));
  first.merge(std::move(second));
  EXPECT_EQ(std::move(first).finish(), invoke(erased, rows));
  EXPECT_EQ(kind_of([&] { (void)std::move(first).finish(); }), ErrorKind::misuse);
  EXPECT_EQ(kind_of([&] { (void)std::move(second).finish(); }), ErrorKind::misuse);
  EXPECT_EQ(kind_of([&] { erased.start(half).merge(hide(scores()).start(other_half)); }),
            ErrorKind::misuse);
  const AnyTransformation counted =
      hide(make_count_by_categories(vector_domain<std::int64_t>(), SymmetricDistance{}, {1}));
  EXPECT_EQ(kind_of([&] { erased.start(half).merge(counted.start(other_half)); }),
            ErrorKind::misuse);
}

TEST(AnyObjects, runs_that_typed_code_saved_are_loaded) {
  const auto typed = clamp(0, 100) >> scores();
  auto typed_run = typed.start();
  typed_run.update(rows);
  const auto saved = std::move(typed_run).save();
  const auto erased = hide(clamp(0, 100)) >> (hide(scores()) >> hide(top(1)));
  EXPECT_EQ(erased.load(saved).finish(), invoke(erased, rows));
  EXPECT_EQ(kind_of([&] { (void)hide(clamp(0, 1)).load(saved); }), ErrorKind::mismatch);
  EXPECT_EQ(kind_of([&] { (void)hide(scores()).load(saved); }), ErrorKind::bad_state);
  // And the other way round.
  auto erased_run = erased.start();
  erased_run.update(std::span<const double>(rows));
  EXPECT_EQ(typed.load(std::move(erased_run).save()).finish(), typed.invoke(rows));
}

TEST(AnyObjects, what_collects_is_consumed_too_and_checks_its_size) {
  const AnyMeasurement erased = hide(top(1));
  const std::vector<std::uint64_t> given = {3, 1, 2};
  auto run = start_run(erased);
  run.update(std::span<const std::uint64_t>(given));
  EXPECT_EQ(std::move(run).finish(), AnyValue(std::vector<std::uint64_t>{1}));
  EXPECT_EQ(kind_of([&] { (void)std::move(run).finish(); }), ErrorKind::misuse);
  auto short_run = start_run(erased);
  short_run.update(std::span<const std::uint64_t>(given).first(2));
  EXPECT_EQ(kind_of([&] { (void)std::move(short_run).finish(); }), ErrorKind::wrong_size);
  EXPECT_EQ(kind_of([&] { (void)start_run(erased).save(); }), ErrorKind::misuse);
  EXPECT_EQ(kind_of([&] { start_run(erased).merge(start_run(erased)); }), ErrorKind::misuse);
  // Only aggregates have runs of their own.
  EXPECT_EQ(kind_of([&] { (void)erased.start(); }), ErrorKind::mismatch);
}

TEST(AnyObjects, rows_of_nothing_are_an_empty_vector) {
  const AnyValue none = std::vector<double>();
  const auto erased = hide(clamp(0, 100));
  EXPECT_EQ(invoke(erased, {}), none);
  EXPECT_EQ(erased.invoke(none), none);
}

TEST(AnyObjects, distances_of_another_type_are_refused) {
  const AnyTransformation erased = hide(clamp(0, 100));
  EXPECT_EQ(kind_of([&] { (void)erased.map(std::uint64_t{1}); }), ErrorKind::mismatch);
  EXPECT_EQ(kind_of([&] { (void)erased.check(1U, 1.0); }), ErrorKind::mismatch);
  EXPECT_EQ(kind_of([&] { (void)erased.stability_map().backward(1.0); }), ErrorKind::mismatch);
  EXPECT_EQ(erased.map(1U), AnyDistance(1U));
}

TEST(AnyObjects, what_collects_says_why_it_is_not_saved) {
  try {
    (void)start_run(hide(clamp(0, 100))).save();
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_NE(std::string_view(error.what()).find("keeps all rows"), std::string_view::npos);
  }
}

TEST(AnyObjects, vectors_of_a_wrong_size_are_refused) {
  const AnyMeasurement erased = hide(top(1));
  EXPECT_EQ(erased.invoke(AnyValue(std::vector<std::uint64_t>{3, 1, 2})),
            AnyValue(std::vector<std::uint64_t>{1}));
  EXPECT_EQ(kind_of([&] { (void)erased.invoke(AnyValue(std::vector<std::uint64_t>{3, 1})); }),
            ErrorKind::wrong_size);
  const AnyTransformation sized = hide(make_quantile_score_candidates(
      vector_domain<double>(2), SymmetricDistance{}, {0.0, 30.0}, 0.5));
  EXPECT_EQ(kind_of([&] { (void)sized.invoke(AnyValue(rows)); }), ErrorKind::wrong_size);
  EXPECT_EQ(sized.invoke(AnyValue(std::vector{1.0, 2.0})).size(), 2U);
}

}  // namespace
}  // namespace scrim::any_objects_test
