#include "scrim/combinators/composition/make_composition.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "scrim/accounting/conversions.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/core/thread_limits.hpp"
#include "scrim/measurements/gaussian/make_gaussian.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/option_domain.hpp"
#include "scrim/spaces/record_domain.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/count_by_edges/make_count_by_edges.hpp"
#include "scrim/transformations/impute/make_impute.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"
#include "scrim/transformations/row_by_row/make_row_by_row.hpp"
#include "scrim/transformations/select_column/make_select_column.hpp"
#include "support/arithmetic_settings.hpp"
#include "support/block_memory.hpp"
#include "support/error_of.hpp"

namespace scrim::make_composition_test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A measurement of one number that loses just `loss` per unit of d_in, and releases `release`.
template <class MO = MaxDivergence>
auto releasing(int release, double loss, MO measure = {}) {
  using Map = PrivacyMap<double>;
  return Measurement<AtomDomain<double>, AbsoluteDistance<double>, MO, int>(
      atom_domain<double>(), AbsoluteDistance<double>{}, measure,
      ValueMap<const double&, int>([release](const double&) { return release; }),
      Map::from_constant(loss));
}

double exact_sum_up(const std::vector<double>& terms) {
  Rational sum = 0;
  for (const double term : terms) {
    if (term == infinity) return infinity;
    sum += to_rational(term);
  }
  return to_double_up(sum);
}

template <class MO>
class Losses : public testing::Test {};
using Measures = testing::Types<MaxDivergence, RangeDivergence, ZeroConcentratedDivergence>;
TYPED_TEST_SUITE(Losses, Measures);

TYPED_TEST(Losses, add_up_and_are_rounded_up) {
  const auto loss = [](const std::vector<double>& losses) {
    std::vector<decltype(releasing<TypeParam>(0, 0.0))> parts;
    for (const double one : losses) parts.push_back(releasing<TypeParam>(0, one));
    return make_composition(parts).map(1.0);
  };
  EXPECT_EQ(loss({0.5, 0.25}), 0.75);
  // The doubles 0.1 and 0.2 have a sum between two doubles; to nearest is above it here...
  EXPECT_EQ(loss({0.1, 0.2}), 0.30000000000000004);
  // ... and below it here.
  EXPECT_EQ(0.1 + 0.7, 0.7999999999999999);
  EXPECT_EQ(loss({0.1, 0.7}), 0.8);
  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(loss({1.0, tiny}), std::nextafter(1.0, 2.0));
  EXPECT_EQ(loss({tiny, tiny}), 2 * tiny);
  // Rounded once, not once a part.
  EXPECT_EQ(loss({1.0, tiny, tiny, tiny}), std::nextafter(1.0, 2.0));
  EXPECT_EQ(loss(std::vector<double>(10, 0.1)), exact_sum_up(std::vector<double>(10, 0.1)));
  const double largest = std::numeric_limits<double>::max();
  EXPECT_EQ(loss({largest, largest}), infinity);
  EXPECT_EQ(loss({largest, tiny}), infinity);
  EXPECT_EQ(loss({infinity, 1.0}), infinity);
  EXPECT_EQ(loss({0.0, 0.0}), 0.0);
  EXPECT_EQ(loss({0.1}), 0.1);
}

TYPED_TEST(Losses, are_those_of_the_parts_at_every_distance) {
  const std::vector<double> losses = {0.1, 1.0 / 3.0, 1e6 + 1.0 / 3.0, 7.0 / 5.0};
  std::vector<decltype(releasing<TypeParam>(0, 0.0))> parts;
  for (const double one : losses) parts.push_back(releasing<TypeParam>(0, one));
  const auto composition = make_composition(parts);
  for (const double d_in : {0.0, 5e-324, 0.1, 1.0 / 3.0, 1.0, 1e300, 1e308, infinity}) {
    std::vector<double> at;
    for (const auto& part : parts) at.push_back(part.map(d_in));
    const double d_out = exact_sum_up(at);
    EXPECT_EQ(composition.map(d_in), d_out);
    EXPECT_TRUE(composition.check(d_in, d_out));
    if (d_out > 0.0) {
      EXPECT_FALSE(composition.check(d_in, std::nextafter(d_out, 0.0)));
    }
    const double back = composition.privacy_map().backward(d_out);
    EXPECT_GE(back, d_in);
    EXPECT_LE(composition.map(back), d_out);
  }
}

TYPED_TEST(Losses, are_the_same_under_every_setting_of_the_processor) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  const auto composition = make_composition(std::vector{
      releasing<TypeParam>(0, 0.5), releasing<TypeParam>(0, 0.25), releasing<TypeParam>(0, tiny)});
  const double expected = composition.map(1.0);
  EXPECT_GT(expected, 0.75);
  for (const auto& setting : test::arithmetic_settings()) {
    const test::ForcedArithmetic forced(setting);
    EXPECT_EQ(composition.map(1.0), expected) << setting.name;
  }
}

TEST(MakeComposition, has_no_backward_map_where_a_part_has_none) {
  const auto with = releasing(0, 1.0);
  const Measurement<AtomDomain<double>, AbsoluteDistance<double>, MaxDivergence, int> without(
      with.input_domain(), with.input_metric(), with.output_measure(),
      ValueMap<const double&, int>([](const double&) { return 0; }),
      PrivacyMap<double>([](double d_in) { return 2 * d_in; }));
  EXPECT_TRUE(make_composition(std::vector{with, with}).privacy_map().has_backward());
  const auto composition = make_composition(std::vector{with, without});
  EXPECT_FALSE(composition.privacy_map().has_backward());
  EXPECT_EQ(composition.map(1.0), 3.0);
  SCRIM_EXPECT_ERROR(composition.privacy_map().backward(1.0), ErrorKind::no_answer,
                     "from absolute_distance(float) to max_divergence()", "no backward map");
}

TEST(MakeComposition, says_which_part_a_loss_is_not_known_of) {
  const auto with = releasing(0, 1.0);
  const Measurement<AtomDomain<double>, AbsoluteDistance<double>, MaxDivergence, int> without(
      with.input_domain(), with.input_metric(), with.output_measure(),
      ValueMap<const double&, int>([](const double&) { return 0; }),
      PrivacyMap<double>::from_relation(
          [](double d_in, double d_out) { return 2 * d_in <= d_out; }));
  const auto composition = make_composition(std::vector{with, without});
  SCRIM_EXPECT_ERROR(composition.map(1.0), ErrorKind::no_answer, "no forward map");
  SCRIM_EXPECT_ERROR(composition.check(1.0, 9.0), ErrorKind::no_answer, "no forward map");
}

// --- what is released ---

TEST(MakeComposition, releases_in_the_order_of_its_parts) {
  const auto list = make_composition(
      std::vector{releasing(3, 1.0), releasing(1, 1.0), releasing(2, 1.0), releasing(1, 1.0)});
  EXPECT_EQ(list.invoke(0.0), (std::vector{3, 1, 2, 1}));
  EXPECT_EQ(make_composition(std::vector{releasing(7, 1.0)}).invoke(0.0), std::vector{7});
  const auto nested = make_composition(std::vector{list, list});
  EXPECT_EQ(nested.invoke(0.0), (std::vector<std::vector<int>>{{3, 1, 2, 1}, {3, 1, 2, 1}}));
  EXPECT_EQ(nested.map(1.0), 8.0);
}

TEST(MakeComposition, of_different_types_is_a_tuple) {
  const auto text = releasing(2, 0.2) >> [](int number) { return std::to_string(number); };
  const auto tuple = make_composition(releasing(1, 0.1), text, releasing(3, 0.3));
  static_assert(std::same_as<decltype(tuple)::Output, std::tuple<int, std::string, int>>);
  EXPECT_EQ(tuple.invoke(0.0), std::tuple(1, std::string("2"), 3));
  EXPECT_EQ(tuple.map(1.0), exact_sum_up({0.1, 0.2, 0.3}));
  const auto one = make_composition(text);
  static_assert(std::same_as<decltype(one)::Output, std::tuple<std::string>>);
  EXPECT_EQ(one.invoke(0.0), std::tuple(std::string("2")));
}

/// Each part draws noise of its own: two equal selections under much noise differ now and then.
TEST(MakeComposition, draws_for_each_part_by_itself) {
  const auto top =
      make_report_noisy_top_k(vector_domain<double>(), LInfDistance<double>{}, MaxDivergence{},
                              {.k = 1, .scale = 1e9, .optimize = Optimize::max});
  const auto twice = make_composition(std::vector{top, top});
  bool have_differed = false;
  for (int i = 0; i < 200; ++i) {  // alike each time by chance: 2^-200
    const auto releases = twice.invoke(std::vector{0.0, 0.0});
    ASSERT_EQ(releases.size(), 2U);
    have_differed = have_differed || releases[0] != releases[1];
  }
  EXPECT_TRUE(have_differed);
}

/// Counts among several lists of candidates are had by one look-up a row, and what parts of parts
/// gather alike is gathered once. Nobody can tell.
TEST(MakeComposition, releases_what_its_parts_release_alone_however_they_are_bracketed) {
  const auto rows_in = Space{vector_domain<double>(Bounds{-100.0, 200.0}), SymmetricDistance{}};
  const auto quantile = [&](std::vector<double> candidates, double alpha) {
    return rows_in >> then_clamp(0.0, 100.0) >>
           then_quantile_score_candidates(std::move(candidates), alpha) >>
           then_report_noisy_top_k(MaxDivergence{},
                                   {.k = 1, .scale = 0.0, .optimize = Optimize::min});
  };
  const auto histogram = [&](std::vector<double> edges) {
    const std::size_t bins = edges.size() - 1;
    return rows_in >> then_clamp(0.0, 100.0) >> then_count_by_edges(std::move(edges)) >>
           then_report_noisy_top_k(MaxDivergence{},
                                   {.k = bins, .scale = 0.0, .optimize = Optimize::max});
  };
  std::vector<double> fine;
  for (int i = 0; i <= 100; ++i) fine.push_back(i);
  const auto median = quantile(fine, 0.5);
  const auto quarter = quantile({0.0, 20.0, 24.5, 25.0, 31.0, 100.0}, 0.25);
  const auto bins = histogram({0.0, 10.0, 50.5, 99.0, 100.0});
  const auto all = make_composition(make_composition(median, bins), quarter,
                                    make_composition(bins, make_composition(quarter, median)));
  std::mt19937_64 stream(7);
  // Many rows: ties between scores would be broken by lot.
  for (const std::size_t size : {20 * block_rows + 1, 2 * rows_per_thread + 3}) {
    std::vector<double> rows(size);
    for (double& row : rows) row = 0.5 * static_cast<double>(stream() % 600) - 100.0;
    for (const std::size_t threads : {1U, 2U}) {
      const auto m = median.invoke(rows, {.threads = threads});
      const auto q = quarter.invoke(rows, {.threads = threads});
      const auto b = bins.invoke(rows, {.threads = threads});
      const auto released = all.invoke(rows, {.threads = threads});
      EXPECT_EQ(released, std::tuple(std::tuple(m, b), q, std::tuple(b, std::tuple(q, m))))
          << size << " rows on " << threads << " threads";
    }
  }
}

// --- what does not fit together ---

TEST(MakeComposition, refuses_nothing_at_all) {
  SCRIM_EXPECT_ERROR(make_composition(std::vector<decltype(releasing(0, 0.0))>{}),
                     ErrorKind::invalid_argument, "make_composition", "at least one");
}

auto quantile_of(double upper, KnownSize size, double alpha = 0.5, double scale = 0.0) {
  return make_private_quantile(vector_domain<double>(Bounds{0.0, upper}, size), SymmetricDistance{},
                               MaxDivergence{},
                               {.candidates = {0.0, 1.0, 2.0}, .alpha = alpha, .scale = scale});
}

TEST(MakeComposition, refuses_parts_on_different_domains_and_names_both) {
  const auto a = quantile_of(5.0, {});
  SCRIM_EXPECT_ERROR(make_composition(std::vector{a, a, quantile_of(6.0, {})}), ErrorKind::mismatch,
                     "make_composition", "input domain", "measurement 0", "bounds=(0.0, 5.0)",
                     "measurement 2", "bounds=(0.0, 6.0)");
  SCRIM_EXPECT_ERROR(make_composition(std::vector{quantile_of(5.0, 3), quantile_of(5.0, 4)}),
                     ErrorKind::mismatch, "measurement 1", "size=3", "size=4");
  SCRIM_EXPECT_ERROR(make_composition(a, quantile_of(5.0, 4)), ErrorKind::mismatch, "input domain",
                     "size=4");
  EXPECT_NO_THROW((void)make_composition(std::vector{a, quantile_of(5.0, {}, 0.9, 7.0)}));
}

/// Bounds that differ by the smallest number differ, however the processor is set.
TEST(MakeComposition, refuses_the_same_under_every_setting_of_the_processor) {
  const auto make = [](double lower) {
    return make_private_quantile(vector_domain<double>(Bounds{lower, 5.0}), SymmetricDistance{},
                                 MaxDivergence{},
                                 {.candidates = {0.0, 1.0}, .alpha = 0.5, .scale = 1.0});
  };
  const std::vector parts = {make(0.0), make(std::numeric_limits<double>::denorm_min())};
  for (const auto& setting : test::arithmetic_settings()) {
    const test::ForcedArithmetic forced(setting);
    SCRIM_EXPECT_ERROR(make_composition(parts), ErrorKind::mismatch, "input domain");
  }
}

TEST(MakeComposition, refuses_parts_under_different_metrics_and_names_both) {
  const auto top = [](bool monotonic) {
    return make_report_noisy_top_k(vector_domain<double>(),
                                   LInfDistance<double>{.monotonic = monotonic}, MaxDivergence{},
                                   {.k = 1, .scale = 1.0, .optimize = Optimize::max});
  };
  SCRIM_EXPECT_ERROR(make_composition(std::vector{top(true), top(false)}), ErrorKind::mismatch,
                     "input metric", "linf_distance(float, monotonic=True)", "measurement 1 is",
                     "linf_distance(float)");
}

template <class... Parts>
concept Composes = requires(const Parts&... parts) { make_composition(parts...); };

TEST(MakeComposition, refuses_other_types_when_it_is_compiled) {
  using Pure = decltype(releasing(0, 0.0, MaxDivergence{}));
  using Ranged = decltype(releasing(0, 0.0, RangeDivergence{}));
  using OnRows = decltype(quantile_of(1.0, {}));
  static_assert(Composes<Pure> && Composes<Pure, Pure> && Composes<Ranged, Ranged>);
  static_assert(!Composes<Pure, Ranged> && !Composes<Pure, OnRows> && !Composes<>);
}

// --- one pass over the rows ---

/// A quantile behind a row function that counts the rows which it is given.
auto counting_quantile(const std::shared_ptr<std::size_t>& rows_seen, const Identity& identity,
                       double alpha) {
  return make_row_by_row(
             vector_domain<double>(), SymmetricDistance{}, vector_domain<double>(),
             [rows_seen](std::span<const double> in, std::span<double> out) {
               *rows_seen += in.size();
               std::copy(in.begin(), in.end(), out.begin());
             },
             identity) >>
         make_private_quantile(vector_domain<double>(), SymmetricDistance{}, MaxDivergence{},
                               {.candidates = {0.0, 1.0, 2.0}, .alpha = alpha, .scale = 0.0});
}

TEST(MakeComposition, passes_rows_once_through_what_its_parts_have_in_common) {
  const Identity name("count rows");
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{2}, block_rows - 1,
                                 block_rows, block_rows + 1}) {
    std::vector<double> rows(size);
    for (std::size_t i = 0; i < size; ++i) rows[i] = static_cast<double>(i % 3);
    const auto rows_seen = std::make_shared<std::size_t>(0);
    const auto part = [&](double alpha) { return counting_quantile(rows_seen, name, alpha); };
    const std::vector parts = {part(0.0), part(1.0), part(0.5)};
    const auto releases = make_composition(parts).invoke(rows);
    EXPECT_EQ(*rows_seen, size);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      EXPECT_EQ(releases[i], parts[i].invoke(rows)) << size << " rows, part " << i;
    }
  }
}

TEST(MakeComposition, does_not_take_functions_without_a_name_for_the_same) {
  const auto rows_seen = std::make_shared<std::size_t>(0);
  const auto part = [&](double alpha) {
    return counting_quantile(rows_seen, Identity::unknown(), alpha);
  };
  const std::vector<double> rows = {0.0, 1.0, 2.0};
  const auto first = part(0.0);
  EXPECT_EQ(make_composition(std::vector{first, part(1.0)}).invoke(rows), (std::vector{0.0, 2.0}));
  EXPECT_EQ(*rows_seen, 6U);
  *rows_seen = 0;
  EXPECT_EQ(make_composition(std::vector{first, first}).invoke(rows), (std::vector{0.0, 0.0}));
  EXPECT_EQ(*rows_seen, 3U) << "copies of one are the same";
  SCRIM_EXPECT_ERROR(make_composition(std::vector{first, first}).start().save(), ErrorKind::misuse,
                     "without a name");
}

/// The saved run is as large as what was gathered.
TEST(MakeComposition, shares_the_state_of_quantiles_of_the_same_candidates) {
  const auto quantile = [](std::vector<double> candidates, double alpha) {
    return make_private_quantile(
        vector_domain<double>(), SymmetricDistance{}, MaxDivergence{},
        {.candidates = std::move(candidates), .alpha = alpha, .scale = 1.0});
  };
  const auto saved_bytes = [](const auto& measurement) {
    return measurement.start().save().size();
  };
  const std::vector<double> candidates = {0.0, 1.0, 2.0};
  const std::vector<double> others = {0.0, 1.0, 3.0};
  const std::size_t one = saved_bytes(quantile(candidates, 0.5));
  const std::size_t around = 64 + 5 * 8 + 32;  // docs/formats/run-state.md
  const auto bytes_of = [&](const auto&... parts) {
    return saved_bytes(make_composition(std::vector{parts...}));
  };
  EXPECT_EQ(bytes_of(quantile(candidates, 0.5)), one);
  EXPECT_EQ(bytes_of(quantile(candidates, 0.25), quantile(candidates, 0.75)), one);
  EXPECT_EQ(bytes_of(quantile(candidates, 0.25), quantile(others, 0.25)), 2 * one - around);
  EXPECT_EQ(bytes_of(quantile(candidates, 0.1), quantile(others, 0.2), quantile(candidates, 0.3),
                     quantile(others, 0.4)),
            2 * one - around);
  // Behind other bounds it is another state.
  const auto clamped = [&](double upper) {
    return make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds{0.0, upper}) >>
           make_private_quantile(vector_domain<double>(Bounds{0.0, upper}), SymmetricDistance{},
                                 MaxDivergence{},
                                 {.candidates = candidates, .alpha = 0.5, .scale = 1.0});
  };
  EXPECT_EQ(bytes_of(clamped(9.0), clamped(9.0)), one);
  EXPECT_EQ(bytes_of(clamped(9.0), clamped(8.0), quantile(candidates, 0.5)), 3 * one - 2 * around);
  // The tuple form shares too.
  EXPECT_EQ(saved_bytes(make_composition(quantile(candidates, 0.25), quantile(candidates, 0.75))),
            one);
}

using Record = std::tuple<std::optional<double>, std::string_view>;

/// The quantile of one column, and the largest count of another.
auto summary(KnownSize size = {}) {
  const Space table{vector_domain(record_domain(option_domain(atom_domain<double>()),
                                                atom_domain<std::string_view>()),
                                  size),
                    SymmetricDistance{}};
  const auto quantile =
      make_select_column<0>(table.domain, table.metric) >> then_impute(1.0) >>
      then_private_quantile(
          RangeDivergence{},
          QuantileOptions<double>{.candidates = {0.0, 1.0, 2.0}, .alpha = 1.0, .scale = 0.0});
  const auto top =
      make_select_column<1>(table.domain, table.metric) >>
      then_count_by_categories(std::vector<std::string>{"a", "b"}) >>
      then_report_noisy_top_k(RangeDivergence{}, {.k = 1, .scale = 0.0, .optimize = Optimize::max});
  return make_composition(quantile, top);
}

TEST(MakeComposition, streams_merges_and_is_saved_on_any_number_of_threads) {
  std::vector<Record> rows;
  for (std::size_t i = 0; i < 2 * rows_per_thread + 17; ++i) {
    rows.emplace_back(i % 3 == 0 ? std::nullopt : std::optional(static_cast<double>(i % 2)),
                      i % 3 == 1 ? "a" : "b");
  }
  rows.front() = Record(2.0, "b");  // the largest number is in the first piece
  const test::BlockMemory<Record> memory(rows);
  const auto table = memory.block();
  const std::tuple expected(2.0, std::vector<std::size_t>{1});
  const auto release = summary();
  EXPECT_EQ(release.invoke(table), expected);
  for (const std::size_t threads : {1U, 2U, 3U}) {
    EXPECT_EQ(release.invoke(table, {.threads = threads}), expected) << threads << " threads";
    auto run = release.start({.index = 0, .count = 2});
    run.update(table.subspan(0, 1001), {.threads = threads});
    auto other = summary().start({.index = 1, .count = 2});
    other.update(table.subspan(1001, rows.size() - 1001), {.threads = threads});
    run.merge(release.load(std::move(other).save()));
    EXPECT_EQ(std::move(run).finish(), expected) << threads << " threads";
    SCRIM_EXPECT_ERROR(std::move(run).finish(), ErrorKind::misuse, "finished");
  }
  EXPECT_EQ(summary(rows.size()).invoke(table), expected);
  SCRIM_EXPECT_ERROR(summary(rows.size() - 1).invoke(table), ErrorKind::wrong_size,
                     "number of rows");
}

TEST(MakeComposition, adds_up_losses_and_deltas_each) {
  const std::vector<LossWithDelta> pairs{{0.1, 1e-9}, {}, {0.2, 0.0}, {1e-30, 1e-30}};
  const LossWithDelta sum = composed_loss(Approximate<MaxDivergence>{}, pairs);
  EXPECT_EQ(sum.loss, exact_sum_up({0.1, 0.2, 1e-30}));
  EXPECT_EQ(sum.delta, exact_sum_up({1e-9, 1e-30}));
  EXPECT_EQ(composed_loss(Approximate<ZeroConcentratedDivergence>{}, pairs), sum);
}

TEST(MakeComposition, adds_up_losses_at_each_order) {
  const RenyiDivergence measure({2.0, 3.0});
  const std::vector<RenyiLosses> losses{{{0.1, 0.2}}, {}, {{1e-30, 0.0}}};
  EXPECT_EQ(composed_loss(measure, losses), (RenyiLosses{{exact_sum_up({0.1, 1e-30}), 0.2}}));
}

TEST(MakeComposition, adds_profiles_up_as_distributions) {
  const auto noise = make_gaussian(atom_domain<std::int64_t>(), AbsoluteDistance<double>{},
                                   ProfileDivergence{}, {.scale = 10.0});
  const auto hundred = make_composition(std::vector(100, noise));
  PrivacyProfile all;
  all.add(PrivacyProfile::of_gaussian(10.0, 1), 100);
  EXPECT_EQ(hundred.map(1.0), all);
  // Which is what the tight account says, and less than rho at the same delta.
  const auto concentrated = make_gaussian(atom_domain<std::int64_t>(), AbsoluteDistance<double>{},
                                          ZeroConcentratedDivergence{}, {.scale = 10.0});
  EXPECT_LT(
      make_convert_measure(hundred, Approximate<MaxDivergence>{}, AtDelta{1e-6}).map(1.0).loss,
      make_convert_measure(make_composition(std::vector(100, concentrated)),
                           Approximate<MaxDivergence>{}, AtDelta{1e-6})
          .map(1.0)
          .loss);
}

TEST(MakeComposition, is_a_measurement_as_any_other) {
  const auto top = [](std::size_t k) {
    return make_report_noisy_top_k(vector_domain<double>(Bounds{0.0, 9.0}), LInfDistance<double>{},
                                   RangeDivergence{},
                                   {.k = k, .scale = 0.5, .optimize = Optimize::max});
  };
  const auto composition = make_composition(std::vector{top(1), top(2)});
  // Behind a transformation, converted, and with its releases processed.
  const auto chain =
      make_clamp(vector_domain<double>(), LInfDistance<double>{}, Bounds{0.0, 9.0}) >>
      make_convert_measure(composition, MaxDivergence{}) >>
      [](const std::vector<std::vector<std::size_t>>& releases) { return releases.size(); };
  EXPECT_EQ(chain.invoke(std::vector{1.0, 2.0, 3.0}), 2U);
  EXPECT_EQ(chain.map(0.1), composition.map(0.1));
  EXPECT_EQ(composition.map(0.1), exact_sum_up({top(1).map(0.1), top(2).map(0.1)}));
  // Losses add up before they are converted, since the conversion is for all releases together.
  const auto concentrated = make_convert_measure(composition, ZeroConcentratedDivergence{});
  EXPECT_EQ(concentrated.map(0.1), rho_of_range(composition.map(0.1)));
  EXPECT_GT(concentrated.map(0.1),
            make_convert_measure(top(1), ZeroConcentratedDivergence{}).map(0.1) +
                make_convert_measure(top(2), ZeroConcentratedDivergence{}).map(0.1));
}

}  // namespace
}  // namespace scrim::make_composition_test
