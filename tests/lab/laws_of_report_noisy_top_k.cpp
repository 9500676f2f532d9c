#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "lab/law_of_measurements.hpp"
#include "lab/registry.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"

namespace scrim::test::laws_of_report_noisy_top_k {
namespace {

constexpr std::size_t scores = 3;

template <Number T, ScoreMetric M, SelectionMeasure MO>
void expect_top_k_laws(Laws& laws, M metric, MO measure, TopKOptions options) {
  const auto domain = vector_domain<T>();
  const std::string instance = domain.describe() + ", k " + std::to_string(options.k) + ", scale " +
                               describe_value(options.scale);
  const auto is_public = [&](const std::vector<std::size_t>& indices) {
    return are_distinct_indices(indices, options.k, scores);
  };
  const Noise noise = options.scale == 0.0 ? Noise::none : Noise::some;
  const auto [letters, few] = edge_alphabet<T>();
  expect_release_laws_on_values(laws, instance + ", size unknown",
                                make_report_noisy_top_k(domain, metric, measure, options),
                                datasets_of_size(few, scores), is_public, noise);
  expect_release_laws_on_values(
      laws, instance + ", size known",
      make_report_noisy_top_k(domain.with_size(scores), metric, measure, options),
      datasets_up_to(letters, scores), is_public, noise);
}

template <Number T, ScoreMetric M>
void expect_top_k_laws_for_every_measure(Laws& laws, M metric) {
  for (const TopKOptions options :
       {TopKOptions{.k = 1, .scale = 0.0, .optimize = Optimize::max},
        TopKOptions{.k = 3, .scale = 0x1p-20, .optimize = Optimize::max},
        TopKOptions{.k = 2, .scale = 7.0 / 5.0, .optimize = Optimize::max},
        TopKOptions{.k = 2, .scale = 0.0, .optimize = Optimize::min},
        TopKOptions{.k = 1, .scale = 1e6 + 1.0 / 3.0, .optimize = Optimize::min}}) {
    expect_top_k_laws<T>(laws, metric, MaxDivergence{}, options);
    expect_top_k_laws<T>(laws, metric, RangeDivergence{}, options);
    expect_top_k_laws<T>(laws, metric, ZeroConcentratedDivergence{}, options);
  }
}

/// With fewer scores than are to be selected, the error is one and the same whatever the scores.
void expect_one_error_for_too_few_scores() {
  const auto top =
      make_report_noisy_top_k(vector_domain<double>(), LInfDistance<double>{}, MaxDivergence{},
                              {.k = 3, .scale = 1.0, .optimize = Optimize::max});
  const auto expected = error_of([&] { (void)top.invoke(std::vector<double>{}); });
  EXPECT_TRUE(expected.is_invoke_error);
  for (const auto& few : datasets_up_to(edge_alphabet<double>().letters, 2)) {
    EXPECT_EQ(error_of([&] { (void)top.invoke(few); }).text, expected.text);
  }
}

SCRIM_LAWS_OF(make_report_noisy_top_k, indices) {
  expect_top_k_laws_for_every_measure<double>(laws, LInfDistance<double>{});
  expect_top_k_laws_for_every_measure<double>(laws, RangeDistance<double>{});
  expect_top_k_laws_for_every_measure<std::uint64_t>(
      laws, LInfDistance<std::uint64_t>{.monotonic = true});
  expect_top_k_laws_for_every_measure<std::int8_t>(laws, LInfDistance<std::uint8_t>{});
  expect_one_error_for_too_few_scores();
}

}  // namespace
}  // namespace scrim::test::laws_of_report_noisy_top_k
