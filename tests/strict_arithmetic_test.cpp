// Whatever another library has told the processor, maps, constructors and runs give the same to the
// bit, and leave the setting as they found it.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "scrim/any/any_objects.hpp"
#include "scrim/any/collecting_run.hpp"
#include "scrim/columns/column.hpp"
#include "scrim/measurements/report_noisy_top_k/algorithm/report_noisy_top_k.hpp"
#include "scrim/scrim.hpp"
#include "support/arithmetic_settings.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::strict_arithmetic_test {
namespace {

constexpr double smallest = std::numeric_limits<double>::denorm_min();
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Numbers of every size, most of them tiny. They are made once, under the standard setting.
const std::vector<double>& extreme_numbers() {
  static const std::vector<double> made = [] {
    std::mt19937_64 random(4);
    std::vector<double> numbers = {0.0, smallest, 3 * smallest, 0x1p-1022, 0x1p-1000, 1.0, 0.1};
    while (numbers.size() < 60) {
      const auto exponent = static_cast<int>(random() % 400) - 1074 + (random() % 3 == 0 ? 700 : 0);
      const double fraction = 0x1p-53 * static_cast<double>(random() >> 11);
      numbers.push_back(std::ldexp(1.0 + fraction, exponent));
    }
    return numbers;
  }();
  return made;
}

/// What the function gives, or the text of what it throws, as something that compares to the bit.
std::string outcome(const std::function<double()>& function) {
  try {
    return std::to_string(std::bit_cast<std::uint64_t>(function()));
  } catch (const std::exception& error) {
    return error.what();
  }
}

using Outcomes = std::function<std::vector<std::string>()>;

void expect_same_under_every_setting(const Outcomes& outcomes) {
  ASSERT_TRUE(strict_arithmetic::is_standard(strict_arithmetic::control()));
  const auto expected = outcomes();
  for (const auto& setting : test::arithmetic_settings()) {
    const test::ForcedArithmetic forced(setting);
    const auto before = test::settings_now();
    const auto got = outcomes();
    EXPECT_EQ(test::settings_now(), before) << setting.name;
    ASSERT_EQ(got.size(), expected.size());
    std::string different;
    for (std::size_t i = 0; i < got.size(); ++i) {
      if (got[i] != expected[i]) different += "[" + expected[i] + " is " + got[i] + "] ";
    }
    EXPECT_EQ(different, "") << "of " << got.size() << " under " << setting.name;
  }
}

template <class MO>
auto selection(double scale) {
  return make_report_noisy_top_k(vector_domain<double>(), LInfDistance<double>{}, MO{},
                                 {.k = 3, .scale = scale, .optimize = Optimize::max});
}

template <class MO>
std::vector<std::string> outcomes_of_maps() {
  std::vector<std::string> outcomes;
  const auto& numbers = extreme_numbers();
  for (const double scale : numbers) {
    const auto release = selection<MO>(scale);
    for (const double d_in : numbers) {
      outcomes.push_back(outcome([&] { return release.map(d_in); }));
      outcomes.push_back(outcome([&] { return release.check(d_in, scale) ? 1.0 : 0.0; }));
    }
  }
  return outcomes;
}

TEST(StrictArithmetic, maps_are_the_same_under_every_setting) {
  expect_same_under_every_setting(outcomes_of_maps<MaxDivergence>);
  expect_same_under_every_setting(outcomes_of_maps<RangeDivergence>);
  expect_same_under_every_setting(outcomes_of_maps<ZeroConcentratedDivergence>);
}

TEST(StrictArithmetic, conversions_of_measures_are_the_same) {
  expect_same_under_every_setting([] {
    std::vector<std::string> outcomes;
    for (const double scale : extreme_numbers()) {
      const auto release =
          make_convert_measure(selection<RangeDivergence>(scale), ZeroConcentratedDivergence{});
      for (const double d_in : extreme_numbers()) {
        outcomes.push_back(outcome([&] { return release.map(d_in); }));
      }
    }
    return outcomes;
  });
}

TEST(StrictArithmetic, checks_with_the_types_hidden_are_the_same) {
  expect_same_under_every_setting([] {
    std::vector<std::string> outcomes;
    for (const double d_out : {0.0, smallest, 2 * smallest, 1.0}) {
      const AnyMeasurement release = hide(selection<MaxDivergence>(1.0));
      for (const double d_in : {0.0, smallest, 3 * smallest}) {
        outcomes.push_back(outcome([&] { return release.check(d_in, d_out) ? 1.0 : 0.0; }));
      }
    }
    return outcomes;
  });
}

TEST(StrictArithmetic, searches_and_backward_maps_are_the_same) {
  expect_same_under_every_setting([] {
    std::vector<std::string> outcomes;
    for (const double d_out : extreme_numbers()) {
      const auto map = selection<ZeroConcentratedDivergence>(0x1p-500).privacy_map();
      outcomes.push_back(outcome([&] { return map.backward(d_out); }));
      outcomes.push_back(outcome([&] {
        return binary_search<double>([&](double d_in) { return d_in <= d_out; },
                                     Bounds{0.0, 1e300});
      }));
      outcomes.push_back(outcome(
          [&] { return binary_search<double>([](double) { return true; }, Bounds{d_out, 0.0}); }));
    }
    return outcomes;
  });
}

/// The same bits. A conversion would be the test's own, made under the setting: clang's makes -0 of
/// 0 where that is to round down.
double as_double(std::uint64_t number) { return std::bit_cast<double>(number); }

TEST(StrictArithmetic, constructors_refuse_and_accept_the_same) {
  expect_same_under_every_setting([] {
    std::vector<std::string> outcomes;
    const auto& numbers = extreme_numbers();
    for (const double alpha : {0.0, smallest, -smallest, 0x1p-1022, 0.1, 1.0 / 3.0, 0.99999}) {
      outcomes.push_back(outcome([&] { return as_double(Alpha(alpha).num()); }));
      outcomes.push_back(outcome([&] { return as_double(Alpha(alpha).den()); }));
    }
    for (const double a : numbers) {
      outcomes.push_back(outcome([&] { return quantile_score_scale(a, Alpha(Fraction{1, 3})); }));
      outcomes.push_back(
          outcome([&] { return DistanceMap<double, double>::from_constant(-a).forward(1.0); }));
      for (const double b : numbers) {
        outcomes.push_back(outcome([&] {
          return make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds{a, b}).map(1);
        }));
        outcomes.push_back(outcome([&] {
          check_candidates(std::span<const double>(std::vector{a, b}), "");
          return 0.0;
        }));
      }
    }
    return outcomes;
  });
}

TEST(StrictArithmetic, domains_that_differ_by_the_smallest_number_do_not_chain) {
  expect_same_under_every_setting([] {
    const auto clamped =
        make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds{0.0, smallest});
    const auto on_another = make_clamp(vector_domain(atom_domain(Bounds{0.0, 0.0})),
                                       SymmetricDistance{}, Bounds{0.0, 0.0});
    return std::vector{
        outcome([&] { return (clamped >> on_another).map(1); }), outcome([&] {
          return std::get<std::uint32_t>((hide(clamped) >> hide(on_another)).map(std::uint32_t{1}));
        })};
  });
}

/// Candidates that are told apart by the smallest numbers, in a table and in a tree.
std::vector<std::vector<double>> lists_of_candidates() {
  std::vector<double> even;
  std::vector<double> uneven = {-infinity};
  for (int i = 0; i < 50; ++i) even.push_back(i * 3 * smallest);
  for (int i = -1074; i < -700; i += 7) uneven.push_back(std::ldexp(1.0, i));
  return {even, uneven};
}

std::vector<std::string> texts_of(const std::vector<std::uint64_t>& scores) {
  std::vector<std::string> texts;
  for (const std::uint64_t score : scores) texts.push_back(std::to_string(score));
  return texts;
}

TEST(StrictArithmetic, scores_are_the_same_on_any_number_of_threads) {
  std::vector<double> rows;
  for (int i = 0; i < 300'000; ++i) rows.push_back((i % 200) * smallest);
  for (const auto& candidates : lists_of_candidates()) {
    for (const std::size_t threads : {1U, 2U}) {
      expect_same_under_every_setting([&] {
        const auto scores = make_quantile_score_candidates(
            vector_domain<double>(), SymmetricDistance{}, candidates, Alpha(Fraction{1, 3}));
        return texts_of(scores.invoke(rows, {.threads = threads}));
      });
    }
  }
}

TEST(StrictArithmetic, integers_are_rounded_to_the_nearest_double_where_a_column_is_read) {
  std::vector<std::int64_t> integers;
  for (std::int64_t i = 0; i < 1000; ++i) integers.push_back((std::int64_t{1} << 60) + 37 * i);
  const Column column{.type = ColumnType::int64,
                      .rows = integers.size(),
                      .values = reinterpret_cast<const std::byte*>(integers.data()),
                      .stride = 8};
  std::vector<double> candidates;
  for (int i = 0; i < 100; ++i) candidates.push_back(0x1p60 + 256.0 * i);
  const AnyTransformation scores = hide(make_quantile_score_candidates(
      vector_domain<double>(), SymmetricDistance{}, candidates, Alpha(0.5)));
  const AnyTransformation rows =
      hide(make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds{0.0, 0x1p62}));
  expect_same_under_every_setting([&] {
    auto aggregate = start_run(scores);
    aggregate.update(column);
    auto texts = texts_of(std::get<std::vector<std::uint64_t>>(std::move(aggregate).finish()));
    auto collected = start_run(rows);
    collected.update(column);
    const AnyValue finished = std::move(collected).finish();
    for (const double row : std::get<std::vector<double>>(finished)) {
      texts.push_back(outcome([&] { return row; }));
    }
    return texts;
  });
}

TEST(StrictArithmetic, selections_are_the_same) {
  const std::vector<double> scores = {0.0, 3 * smallest, smallest, 7 * smallest, 0x1p-1022};
  expect_same_under_every_setting([&] {
    std::vector<std::string> outcomes;
    for (const double scale : {0.0, 2 * smallest, 0x1p-1023, 0x1p-1000}) {
      test::SeededStream stream(3);
      const ValueMap<std::span<const double>, std::vector<std::size_t>> select(
          [&](std::span<const double> given) {
            return report_noisy_top_k<MaxDivergence>(
                given, {.k = 2, .scale = scale, .optimize = Optimize::max}, stream);
          });
      for (int i = 0; i < 300; ++i) {
        for (const std::size_t best : select.apply(scores)) {
          outcomes.push_back(std::to_string(best));
        }
      }
    }
    return outcomes;
  });
}

}  // namespace
}  // namespace scrim::strict_arithmetic_test
