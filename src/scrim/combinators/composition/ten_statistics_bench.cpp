// Ten statistics of one column: count, sum, mean, variance, five quantiles and a histogram, each
// alone, and all in one pass.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "scrim/scrim.hpp"

namespace scrim {
namespace {

constexpr std::size_t row_count = 4'000'000;
constexpr int exponent = -20;
constexpr std::int64_t half_width = std::int64_t{500} << 20;

std::vector<double> random_rows() {
  std::mt19937_64 stream(20'26);
  std::uniform_real_distribution<double> even(0.0, 1000.0);
  std::vector<double> rows(row_count);
  for (double& row : rows) row = even(stream);
  return rows;
}

std::vector<double> evenly_spaced(std::size_t count) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    numbers.push_back(1000.0 * static_cast<double>(i) / static_cast<double>(count - 1));
  }
  return numbers;
}

Space<VectorDomain<AtomDomain<double>>, SymmetricDistance> rows_in() {
  return {vector_domain<double>(), SymmetricDistance{}};
}

auto count() { return rows_in() >> then_count() >> then_laplace(MaxDivergence{}, {.scale = 20.0}); }

auto sum() {
  return rows_in() >> then_quantise(exponent, {0, 2 * half_width}) >> then_sum() >>
         then_laplace(MaxDivergence{}, {.scale = 20.0 * static_cast<double>(half_width)});
}

/// Of squares around the middle, in steps as coarse as the noise allows.
auto squares() {
  return rows_in() >> then_quantise_square({.center = 500.0, .exponent = 0, .upper = 250'000}) >>
         then_sum() >> then_laplace(MaxDivergence{}, {.scale = 20.0 * 250'000});
}

auto mean() { return make_composition(count(), sum()); }

auto variance() { return make_composition(count(), sum(), squares()); }

auto quantiles() {
  return rows_in() >> then_count_among_candidates(evenly_spaced(1001)) >>
         then_private_quantiles(MaxDivergence{},
                                {.alphas = {Fraction{1, 10}, Fraction{1, 4}, Fraction{1, 2},
                                            Fraction{3, 4}, Fraction{9, 10}},
                                 .scale = 20.0});
}

auto histogram() {
  return rows_in() >> then_count_by_edges<LpDistance<1, std::uint64_t>>(evenly_spaced(51)) >>
         then_laplace(MaxDivergence{}, {.scale = 20.0});
}

template <class Measurement>
void run(benchmark::State& state, const Measurement& measurement) {
  const auto rows = random_rows();
  for (auto _ : state) benchmark::DoNotOptimize(measurement.invoke(rows));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(row_count));
}

BENCHMARK_CAPTURE(run, count, count());
BENCHMARK_CAPTURE(run, sum, sum());
BENCHMARK_CAPTURE(run, mean, mean());
BENCHMARK_CAPTURE(run, variance, variance());
BENCHMARK_CAPTURE(run, five_quantiles, quantiles());
BENCHMARK_CAPTURE(run, histogram, histogram());
BENCHMARK_CAPTURE(run, all_in_one_pass,
                  make_composition(count(), sum(), mean(), variance(), quantiles(), histogram()));

}  // namespace
}  // namespace scrim
