// Rows scored per second, against one plain pass over the same memory.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"

namespace scrim {
namespace {

constexpr std::size_t row_count = 4'000'000;

template <class T>
std::vector<T> random_rows(double spread) {
  std::mt19937_64 random(1);
  std::vector<T> rows(row_count);
  for (T& row : rows) row = static_cast<T>(static_cast<double>(random() >> 11) * 0x1p-53 * spread);
  return rows;
}

template <class T>
std::vector<T> even_candidates(std::size_t count) {
  std::vector<T> candidates;
  for (std::size_t i = 0; i < count; ++i) candidates.push_back(static_cast<T>(10 * i));
  return candidates;
}

void report(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(row_count));
}

void one_pass_over_memory(benchmark::State& state) {
  const auto rows = random_rows<double>(1000.0);
  for (auto _ : state) {
    double sums[8] = {};
    for (std::size_t i = 0; i + 8 <= rows.size(); i += 8) {
      for (std::size_t j = 0; j < 8; ++j) sums[j] += rows[i + j];
    }
    benchmark::DoNotOptimize(std::accumulate(sums, sums + 8, 0.0));
  }
  report(state);
}
BENCHMARK(one_pass_over_memory);

template <class T>
void score(benchmark::State& state, const std::vector<T>& rows, const std::vector<T>& candidates) {
  const auto scores =
      make_quantile_score_candidates(vector_domain<T>(), SymmetricDistance{}, candidates, 0.5);
  for (auto _ : state) benchmark::DoNotOptimize(scores.invoke(rows));
  report(state);
}

template <class T>
void random_data(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  score(state, random_rows<T>(10.0 * static_cast<double>(count)), even_candidates<T>(count));
}
BENCHMARK(random_data<double>)->Arg(100)->Arg(1000)->Arg(10'000);
BENCHMARK(random_data<std::int64_t>)->Arg(100)->Arg(1000)->Arg(10'000);

void constant_data(benchmark::State& state) {
  score(state, std::vector<double>(row_count, 5000.0), even_candidates<double>(1000));
}
BENCHMARK(constant_data);

void data_beyond_the_candidates(benchmark::State& state) {
  auto rows = random_rows<double>(1e9);
  for (std::size_t i = 0; i < rows.size(); i += 3) rows[i] = -INFINITY;
  for (std::size_t i = 1; i < rows.size(); i += 3) rows[i] = NAN;
  score(state, rows, even_candidates<double>(1000));
}
BENCHMARK(data_beyond_the_candidates);

void uneven_candidates(benchmark::State& state) {
  std::vector<double> candidates;
  for (int i = 0; i < 1000; ++i) candidates.push_back(std::pow(1.02, i));
  score(state, random_rows<double>(1e8), candidates);
}
BENCHMARK(uneven_candidates);

void clamp_then_score(benchmark::State& state) {
  const auto rows = random_rows<double>(10'000.0);
  const auto chain = Space{vector_domain<double>(), SymmetricDistance{}} >>
                     then_clamp(100.0, 9000.0) >>
                     then_quantile_score_candidates(even_candidates<double>(1000), 0.5);
  for (auto _ : state) benchmark::DoNotOptimize(chain.invoke(rows));
  report(state);
}
BENCHMARK(clamp_then_score);

}  // namespace
}  // namespace scrim
