#include "scrim/any/any_objects.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"

namespace scrim {
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

AnyValue invoke(const AnyMechanism& mechanism, std::span<const double> data) {
  auto run = mechanism.start();
  run->update(data, {});
  return run->finish();
}

TEST(AnyObjects, a_chain_is_the_chain_of_the_typed_ones) {
  const auto typed = clamp(0, 100) >> scores() >> top(2);
  const auto erased = AnyTransformation::chain(
      AnyTransformation::chain(AnyTransformation(clamp(0, 100)), AnyTransformation(scores())),
      AnyMeasurement(top(2)));
  EXPECT_EQ(invoke(erased, rows), AnyValue(typed.invoke(rows)));
  EXPECT_EQ(erased.input_domain(), AnyDomain(typed.input_domain()));
  EXPECT_EQ(erased.input_metric(), AnyMetric(typed.input_metric()));
  EXPECT_EQ(erased.output_measure(), AnyMeasure(RangeDivergence{}));
  for (const std::uint32_t d_in : {0U, 1U, 5U}) {
    EXPECT_EQ(erased.map(d_in), AnyDistance(typed.map(d_in)));
  }
}

TEST(AnyObjects, row_maps_chain_and_collect) {
  const auto inner = make_clamp(vector_domain<double>(Bounds{0.0, 100.0}), SymmetricDistance{},
                                Bounds{20.0, 70.0});
  const auto erased =
      AnyTransformation::chain(AnyTransformation(clamp(0, 100)), AnyTransformation(inner));
  EXPECT_EQ(invoke(erased, rows), AnyValue((clamp(0, 100) >> inner).invoke(rows)));
  EXPECT_FALSE(erased.is_fold());
}

TEST(AnyObjects, functions_of_values_chain) {
  const auto domain = vector_domain<std::uint64_t>(3);
  const auto limit = make_clamp(domain, LInfDistance<std::uint64_t>{}, Bounds<std::uint64_t>{0, 5});
  const AnyTransformation erased_limit(limit);
  const auto erased = AnyTransformation::chain(AnyTransformation(scores()), erased_limit);
  EXPECT_EQ(erased.output_domain(), AnyDomain(limit.output_domain()));
  EXPECT_EQ(invoke(erased, rows), AnyValue((scores() >> limit).invoke(rows)));
  const AnyTransformation atom(
      make_clamp(atom_domain<double>(), AbsoluteDistance<double>{}, Bounds{0.0, 1.0}));
  EXPECT_TRUE(atom.takes_atom());
  EXPECT_EQ(atom.invoke_on_atom(7.0), AnyValue(1.0));
}

TEST(AnyObjects, spaces_that_differ_in_value_do_not_chain) {
  const AnyTransformation first(clamp(0, 99));
  EXPECT_EQ(kind_of([&] { (void)AnyTransformation::chain(first, AnyTransformation(scores())); }),
            ErrorKind::mismatch);
  const auto counted =
      make_count_by_categories(vector_domain<std::int64_t>(), SymmetricDistance{}, {1, 2, 3});
  // The same domain of three counts, but under the monotonic metric.
  EXPECT_EQ(kind_of([&] {
              (void)AnyTransformation::chain(AnyTransformation(counted), AnyMeasurement(top(1)));
            }),
            ErrorKind::mismatch);
  // Of another type altogether.
  EXPECT_EQ(kind_of([&] {
              (void)AnyTransformation::chain(AnyTransformation(clamp(0, 100)),
                                             AnyTransformation(counted));
            }),
            ErrorKind::mismatch);
}

TEST(AnyObjects, a_loss_under_range_divergence_converts) {
  const auto noisy = make_report_noisy_top_k(vector_domain<double>(), RangeDistance<double>{},
                                             RangeDivergence{}, {.k = 1, .scale = 0.7});
  const AnyMeasurement erased(noisy);
  EXPECT_EQ(erased.convert_measure(ZeroConcentratedDivergence{}).map(0.3),
            AnyDistance(make_convert_measure(noisy, ZeroConcentratedDivergence{}).map(0.3)));
  EXPECT_EQ(erased.convert_measure(MaxDivergence{}).output_measure(), AnyMeasure(MaxDivergence{}));
  EXPECT_EQ(kind_of([&] { (void)erased.convert_measure(RangeDivergence{}); }), ErrorKind::mismatch);
  const auto converted = erased.convert_measure(MaxDivergence{});
  EXPECT_EQ(kind_of([&] { (void)converted.convert_measure(MaxDivergence{}); }),
            ErrorKind::mismatch);
}

TEST(AnyObjects, a_map_that_overflows_checks_false) {
  const auto huge =
      make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{}, {1.0},
                                     Fraction{1, std::numeric_limits<std::uint64_t>::max()});
  const AnyTransformation erased(huge);
  const auto largest = std::numeric_limits<std::uint64_t>::max();
  EXPECT_FALSE(erased.check(std::uint32_t{2}, largest));
  EXPECT_TRUE(erased.check(std::uint32_t{1}, largest));
  EXPECT_EQ(kind_of([&] { (void)erased.map(std::uint32_t{2}); }), ErrorKind::overflow);
  const AnyMeasurement selection(top(1));
  EXPECT_EQ(kind_of([&] { (void)selection.check(std::uint64_t{1}, -1.0); }),
            ErrorKind::invalid_argument);
}

TEST(AnyObjects, runs_merge_and_are_consumed) {
  const AnyTransformation erased(scores());
  const std::span<const double> data = rows;
  auto first = erased.start();
  auto second = erased.start();
  first->update(data.first(3), {});
  second->update(data.subspan(3), {});
  first->merge(*second);
  EXPECT_EQ(first->finish(), invoke(erased, rows));
  EXPECT_EQ(kind_of([&] { (void)first->finish(); }), ErrorKind::misuse);
  EXPECT_EQ(kind_of([&] { (void)second->finish(); }), ErrorKind::misuse);
  EXPECT_EQ(kind_of([&] { erased.start()->merge(*AnyTransformation(scores()).start()); }),
            ErrorKind::misuse);
  const AnyTransformation counted(
      make_count_by_categories(vector_domain<std::int64_t>(), SymmetricDistance{}, {1}));
  EXPECT_EQ(kind_of([&] { erased.start()->merge(*counted.start()); }), ErrorKind::misuse);
}

TEST(AnyObjects, runs_that_typed_code_saved_are_loaded) {
  auto typed = (clamp(0, 100) >> scores()).start();
  typed.update(rows);
  const auto saved = std::move(typed).save();
  const auto erased = AnyTransformation::chain(
      AnyTransformation(clamp(0, 100)),
      AnyTransformation::chain(AnyTransformation(scores()), AnyMeasurement(top(1))));
  auto run = erased.load(saved);
  EXPECT_EQ(run->finish(), invoke(erased, rows));
  EXPECT_EQ(kind_of([&] { (void)AnyTransformation(clamp(0, 1)).load(saved); }), ErrorKind::misuse);
  EXPECT_EQ(kind_of([&] { (void)AnyTransformation(scores()).load(saved); }), ErrorKind::bad_state);
}

TEST(AnyObjects, what_collects_is_consumed_too_and_checks_its_size) {
  const AnyMeasurement erased(top(1));
  const std::vector<std::uint64_t> given = {3, 1, 2};
  auto run = erased.start();
  run->update(std::span<const std::uint64_t>(given), {});
  EXPECT_EQ(run->finish(), AnyValue(std::vector<std::uint64_t>{1}));
  EXPECT_EQ(kind_of([&] { (void)run->finish(); }), ErrorKind::misuse);
  auto short_run = erased.start();
  short_run->update(std::span<const std::uint64_t>(given).first(2), {});
  EXPECT_EQ(kind_of([&] { (void)short_run->finish(); }), ErrorKind::wrong_size);
  EXPECT_EQ(kind_of([&] { (void)erased.start()->save(); }), ErrorKind::misuse);
  EXPECT_EQ(kind_of([&] { erased.start()->merge(*erased.start()); }), ErrorKind::misuse);
}

}  // namespace
}  // namespace scrim
