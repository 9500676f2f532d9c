#include "scrim/combinators/sample/make_sample.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "scrim/combinators/composition/make_composition.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/gaussian/make_gaussian.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/count/make_count.hpp"
#include "scrim/transformations/sum/make_sum.hpp"
#include "support/block_memory.hpp"
#include "support/error_of.hpp"

namespace scrim::make_sample_test {
namespace {

/// So little noise that none is ever drawn.
constexpr double no_noise = 0x1p-20;

auto noisy_count(double scale) {
  return Space{vector_domain<double>(), SymmetricDistance{}} >> then_count() >>
         then_laplace(MaxDivergence{}, {.scale = scale});
}

auto approximate_count(double scale, double delta) {
  const auto noise = Space{vector_domain<double>(), InsertDeleteDistance{}} >> then_count() >>
                     then_gaussian(ZeroConcentratedDivergence{}, {.scale = scale});
  return make_convert_measure(noise, Approximate<MaxDivergence>{}, AtDelta{delta});
}

using Count = decltype(noisy_count(1.0));

std::vector<double> rows_of(std::size_t size) { return std::vector<double>(size, 1.0); }

// --- the price

auto profiled_count(double scale) {
  return Space{vector_domain<double>(), SymmetricDistance{}} >> then_count() >>
         then_gaussian(ProfileDivergence{}, {.scale = scale});
}

TEST(MakeSample, of_a_profile_costs_what_the_mixture_does) {
  const auto sampled = make_sample(profiled_count(2.0), Fraction{1, 8});
  const PrivacyProfile all = PrivacyProfile::of_gaussian(2.0, 1);
  EXPECT_EQ(sampled.map(1), all.sampled(Fraction{1, 8}));
  EXPECT_EQ(sampled.map(3), all.sampled(Fraction{1, 8}).in_steps(3));
  EXPECT_EQ(sampled.map(0), PrivacyProfile{});
  EXPECT_EQ(make_sample(profiled_count(2.0), 1.0).map(3), PrivacyProfile::of_gaussian(2.0, 3));
  // Less than by way of one epsilon and delta.
  const double delta = 1e-6;
  const auto by_pair = make_sample(
      make_convert_measure(profiled_count(2.0), Approximate<MaxDivergence>{}, AtDelta{8 * delta}),
      Fraction{1, 8});
  EXPECT_LT(sampled.map(1).epsilon(delta), by_pair.map(1).loss);
  EXPECT_LT(100 * sampled.map(1).delta(by_pair.map(1).loss), 101 * delta);
}

TEST(MakeSample, of_profiles_adds_up_in_one_direction_but_behind_a_transformation) {
  const auto sampled = make_sample(profiled_count(2.0), 0.125);
  const auto both = make_composition(std::vector(2, sampled));
  PrivacyProfile twice;
  twice.add(sampled.map(1), 2);
  EXPECT_EQ(both.map(1), twice);
  // A transformation may give a row less for a row more, for one of the two.
  const auto clamp = make_clamp(vector_domain<double>(), SymmetricDistance{}, {0.0, 1.0});
  const auto behind = make_chain(
      clamp, make_sample(Space{clamp.output_domain(), SymmetricDistance{}} >> then_count() >>
                             then_gaussian(ProfileDivergence{}, {.scale = 2.0}),
                         0.125));
  EXPECT_EQ(behind.map(1), sampled.map(1).either_way());
  EXPECT_GT(make_composition(std::vector(2, behind)).map(1).delta(0.1), both.map(1).delta(0.1));
}

TEST(MakeSample, costs_what_one_row_of_a_sample_does_and_then_goes_by_steps) {
  const auto count = noisy_count(7.0 / 5.0);
  for (const double rate : {0x1p-20, 0.1, 1.0 / 3.0}) {
    const auto sampled = make_sample(count, rate);
    const double one = amplified_loss(count.map(1), rate);
    EXPECT_EQ(sampled.map(0), 0.0);
    EXPECT_EQ(sampled.map(1), one);
    EXPECT_EQ(sampled.map(2), loss_of_steps(one, 2));
    EXPECT_EQ(sampled.map(3), loss_of_steps(one, 3));
    EXPECT_EQ(sampled.privacy_map().backward(loss_of_steps(one, 3)), 3U);
  }
  EXPECT_NEAR(make_sample(count, Fraction{1, 10}).map(1), std::log1p(0.1 * std::expm1(5.0 / 7.0)),
              1e-15);
}

TEST(MakeSample, costs_what_one_row_does_with_a_delta) {
  const auto count = approximate_count(10.0, 1e-6);
  const auto sampled = make_sample(count, 0.1);
  const LossWithDelta one = amplified_loss(count.map(1), 0.1);
  EXPECT_EQ(one.delta, amplified_loss(LossWithDelta{0.0, 1e-6}, 0.1).delta);
  EXPECT_EQ(sampled.map(0), (LossWithDelta{0.0, 0.0}));
  EXPECT_EQ(sampled.map(1), one);
  EXPECT_EQ(sampled.map(3), loss_of_steps(one, 3));
  EXPECT_EQ(make_sample(count, 1.0).map(3), count.map(3));
}

/// What tells whether there is any row loses no more from several than from one.
Count saturating(double epsilon) {
  const auto count = noisy_count(1.0);
  return Count(count.input_domain(), count.input_metric(), count.output_measure(),
               MeasurementAccess::function_of(count),
               Count::Map::from_monotone(
                   [epsilon](std::uint32_t d_in) { return d_in == 0 ? 0.0 : epsilon; }));
}

TEST(MakeSample, does_not_apply_the_rate_to_what_is_lost_at_a_distance) {
  const auto sampled = make_sample(saturating(1.0), 0.25);
  const double one = amplified_loss(1.0, 0.25);
  // The truth is ln(1 + (1 - 0.75^2)(e - 1)), more than at distance 1.
  EXPECT_GE(sampled.map(2), std::log1p((1 - 0.75 * 0.75) * std::expm1(1.0)));
  EXPECT_EQ(sampled.map(2), loss_of_steps(one, 2));
  EXPECT_EQ(sampled.map(1000), 1.0);  // no more than all rows lose
}

TEST(MakeSample, is_free_at_rate_0_and_full_at_rate_1) {
  const auto count = noisy_count(0.5);
  EXPECT_EQ(make_sample(count, 0.0).map(7), 0.0);
  EXPECT_EQ(make_sample(count, 1.0).map(7), count.map(7));
  const auto rows = rows_of(10'000);
  EXPECT_EQ(make_sample(noisy_count(no_noise), 0.0).invoke(rows), 0);
  EXPECT_EQ(make_sample(noisy_count(no_noise), 1.0).invoke(rows), 10'000);
}

TEST(MakeSample, says_nothing_less_where_the_map_does_not) {
  const Count known = noisy_count(1.0);
  const auto with_map = [&](Count::Map map) {
    return Count(known.input_domain(), known.input_metric(), known.output_measure(),
                 MeasurementAccess::function_of(known), std::move(map));
  };
  SCRIM_EXPECT_ERROR(
      (void)make_sample(with_map(Count::Map([](std::uint32_t) { return 0.5; })), 0.1),
      ErrorKind::invalid_argument, "between equal data");
  SCRIM_EXPECT_ERROR(
      (void)make_sample(
          with_map(Count::Map::from_relation([](std::uint32_t, double) { return true; })), 0.1),
      ErrorKind::no_answer, "no forward map");
  const auto limited = make_sample(with_map(Count::Map([](std::uint32_t d_in) {
                                     if (d_in > 1) fail(ErrorKind::overflow, "too far");
                                     return 0.5 * d_in;
                                   })),
                                   0.1);
  EXPECT_EQ(limited.map(4), loss_of_steps(amplified_loss(0.5, 0.1), 4));
  EXPECT_FALSE(limited.privacy_map().has_backward());
}

// --- the sample

TEST(MakeSample, takes_about_as_many_rows_as_the_rate_says) {
  constexpr std::size_t size = 400'000;
  const auto rows = rows_of(size);
  for (const double rate : {0.001, 0.1, 0.5, 0.9}) {
    const double mean = rate * static_cast<double>(size);
    const double deviation = std::sqrt(mean * (1 - rate));
    for (const std::size_t threads : {1U, 2U}) {
      const auto taken =
          make_sample(noisy_count(no_noise), rate).invoke(rows, {.threads = threads});
      EXPECT_LT(std::abs(static_cast<double>(taken) - mean), 8 * deviation) << rate;
    }
  }
}

TEST(MakeSample, passes_on_the_rows_that_were_taken) {
  std::vector<double> rows;
  for (int i = 0; i < 3000; ++i) rows.push_back(i % 2 == 0 ? 1.0 : 1000.0);
  const auto domain = vector_domain(atom_domain<std::int64_t>().with_bounds({1, 1000}));
  std::vector<std::int64_t> integers(rows.begin(), rows.end());
  const auto sum = Space{domain, SymmetricDistance{}} >> then_sum() >>
                   then_laplace(MaxDivergence{}, {.scale = no_noise});
  const std::int64_t taken = make_sample(sum, 0.5).invoke(integers);
  // 750 of each, up to eight deviations of 19.4.
  EXPECT_NEAR(static_cast<double>(taken % 1000), 750.0, 156.0);
  EXPECT_NEAR(static_cast<double>(taken / 1000), 750.0, 156.0);
}

TEST(MakeSample, takes_rows_of_other_blocks_than_spans_of_numbers) {
  const auto count = Space{vector_domain<std::string_view>(), SymmetricDistance{}} >>
                     then_count() >> then_laplace(MaxDivergence{}, {.scale = no_noise});
  const std::vector<std::string_view> texts(20'000, "a");
  const test::BlockMemory<std::string_view> memory(texts);
  EXPECT_NEAR(static_cast<double>(make_sample(count, 0.5).invoke(memory.block())), 10'000.0, 600.0);
  EXPECT_EQ(make_sample(count, 1.0).invoke(memory.block()), 20'000);
}

TEST(MakeSample, releases_of_an_empty_sample_as_of_any_other) {
  const auto sampled = make_sample(noisy_count(1.0), 0.5);
  EXPECT_NO_THROW((void)sampled.invoke(std::vector<double>{}));
  EXPECT_EQ(make_sample(noisy_count(no_noise), 0x1p-60).invoke(rows_of(100)), 0);
}

TEST(MakeSample, is_merged_from_parts) {
  const auto sampled = make_sample(noisy_count(no_noise), 0.5);
  const auto rows = rows_of(100'000);
  auto first = sampled.start({.index = 0, .count = 2});
  auto second = sampled.start({.index = 1, .count = 2});
  first.update(rows);
  second.update(rows);
  first.merge(std::move(second));
  EXPECT_NEAR(static_cast<double>(std::move(first).finish()), 100'000.0, 8 * 224.0);
}

// --- no two releases have a sample in common

/// How often all of some counts of samples agree, in so many trials.
template <class Release>
int agreements(const Release& release) {
  int agreed = 0;
  for (int trial = 0; trial < 50; ++trial) {
    const auto counts = release();
    bool agree = true;
    for (const auto count : counts) agree = agree && count == counts.front();
    agreed += agree ? 1 : 0;
  }
  return agreed;
}

/// Three samples of 10 000 rows agree with a probability below 6e-5.
constexpr int most_agreements = 2;

TEST(MakeSample, draws_afresh_for_each_release) {
  const auto sampled = make_sample(noisy_count(no_noise), 0.5);
  const auto rows = rows_of(10'000);
  EXPECT_LE(agreements([&] {
              return std::vector{sampled.invoke(rows), sampled.invoke(rows), sampled.invoke(rows)};
            }),
            most_agreements);
}

TEST(MakeSample, shares_no_sample_in_a_composition) {
  const auto rows = rows_of(10'000);
  const auto sampled = make_sample(noisy_count(no_noise), 0.5);
  const auto again = make_sample(noisy_count(no_noise), 0.5);
  const auto copies = make_composition(std::vector{sampled, sampled, again});
  EXPECT_LE(agreements([&] { return copies.invoke(rows); }), most_agreements);
  EXPECT_EQ(copies.map(1), composed_loss(MaxDivergence{}, std::vector(3, sampled.map(1))));

  const auto clamp = make_clamp(vector_domain<double>(), SymmetricDistance{}, {0.0, 1.0});
  const auto behind_a_row_map = make_chain(
      clamp, make_sample(Space{clamp.output_domain(), SymmetricDistance{}} >> then_count() >>
                             then_laplace(MaxDivergence{}, {.scale = no_noise}),
                         0.5));
  const auto chained = make_composition(std::vector(3, behind_a_row_map));
  EXPECT_LE(agreements([&] { return chained.invoke(rows); }), most_agreements);

  const auto nested = make_composition(std::vector(3, make_composition(std::vector{sampled})));
  EXPECT_LE(agreements([&] {
              std::vector<std::int64_t> counts;
              for (const auto& each : nested.invoke(rows)) counts.push_back(each.front());
              return counts;
            }),
            most_agreements);
}

TEST(MakeSample, shares_nothing_with_what_sees_all_rows) {
  const auto rows = rows_of(10'000);
  const auto plain = noisy_count(no_noise);
  const auto counts =
      make_composition(std::vector{plain, make_sample(plain, 0.5), plain}).invoke(rows);
  EXPECT_EQ(counts[0], 10'000);
  EXPECT_LT(counts[1], 6'000);
  EXPECT_EQ(counts[2], 10'000);
}

TEST(MakeSample, of_a_composition_gives_all_its_parts_one_sample_and_pays_for_them_together) {
  const auto both = make_composition(std::vector(2, noisy_count(no_noise)));
  const auto counts = make_sample(both, 0.5).invoke(rows_of(10'000));
  EXPECT_EQ(counts[0], counts[1]);
  EXPECT_EQ(make_sample(both, 0.5).map(1), amplified_loss(both.map(1), 0.5));
}

TEST(MakeSample, saves_no_sample) {
  const auto sampled = make_sample(noisy_count(1.0), 0.5);
  SCRIM_EXPECT_ERROR((void)sampled.start().save(), ErrorKind::misuse, "draws a sample");
  const auto composed = make_composition(std::vector{noisy_count(1.0), sampled});
  SCRIM_EXPECT_ERROR((void)composed.start().save(), ErrorKind::misuse, "draws a sample");
  const auto plain = noisy_count(1.0).start().save();
  SCRIM_EXPECT_ERROR((void)sampled.load(plain), ErrorKind::misuse, "draws a sample");
}

TEST(MakeSample, refuses_what_it_cannot_price) {
  SCRIM_EXPECT_ERROR((void)make_sample(noisy_count(1.0), 1.5), ErrorKind::invalid_argument,
                     "from 0 to 1");
  SCRIM_EXPECT_ERROR((void)make_sample(noisy_count(1.0), std::nan("")), ErrorKind::invalid_argument,
                     "from 0 to 1");
  const auto of_known_size = Space{vector_domain<double>().with_size(3), SymmetricDistance{}} >>
                             then_count() >> then_laplace(MaxDivergence{}, {.scale = 1.0});
  SCRIM_EXPECT_ERROR((void)make_sample(of_known_size, 0.5), ErrorKind::mismatch,
                     "make_sample_of_size");
}

}  // namespace
}  // namespace scrim::make_sample_test
