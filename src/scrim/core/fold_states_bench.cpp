// Rows read on one thread and on more: by the wall clock, as that is what threads are for.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "scrim/scrim.hpp"

namespace scrim {
namespace {

std::vector<double> random_rows(std::size_t count) {
  std::mt19937_64 stream(20'26);
  std::vector<double> rows(count);
  for (double& row : rows) row = static_cast<double>(stream() >> 11) * 0x1p-53 * 10'000.0;
  return rows;
}

auto clamp_then_score(std::size_t candidate_count) {
  std::vector<double> candidates(candidate_count);
  for (std::size_t i = 0; i < candidate_count; ++i) {
    candidates[i] = static_cast<double>(i) * 10'000.0 / static_cast<double>(candidate_count);
  }
  return Space{vector_domain<double>(), SymmetricDistance{}} >> then_clamp(100.0, 9000.0) >>
         then_quantile_score_candidates(candidates, 0.5);
}

/// One array. Arguments: rows, candidates, threads.
void whole_array(benchmark::State& state) {
  const auto rows = random_rows(static_cast<std::size_t>(state.range(0)));
  const auto scores = clamp_then_score(static_cast<std::size_t>(state.range(1)));
  const ReadOptions options{.threads = static_cast<std::size_t>(state.range(2))};
  for (auto _ : state) benchmark::DoNotOptimize(scores.invoke(rows, options));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(whole_array)
    ->ArgNames({"rows", "candidates", "threads"})
    ->ArgsProduct({{10'000'000}, {1000, 100'000}, {1, 2}})
    // Few rows: asking for threads costs nothing where none is started, and pays where one is.
    ->ArgsProduct({{2 * static_cast<std::int64_t>(rows_per_thread) - 1,
                    2 * static_cast<std::int64_t>(rows_per_thread), 100'000, 1'000'000},
                   {1000},
                   {1, 2}})
    ->UseRealTime();

/// A stream, as column stores hand it out. Arguments: rows a piece, threads.
void stream_of_pieces(benchmark::State& state) {
  constexpr std::size_t row_count = 5'000'000;
  const auto rows = random_rows(row_count);
  const auto piece = static_cast<std::size_t>(state.range(0));
  const auto scores = clamp_then_score(1000);
  const ReadOptions options{.threads = static_cast<std::size_t>(state.range(1))};
  for (auto _ : state) {
    auto run = scores.start();
    for (std::span<const double> rest(rows); !rest.empty();) {
      const std::size_t length = std::min(piece, rest.size());
      run.update(rest.first(length), options);
      rest = rest.subspan(length);
    }
    benchmark::DoNotOptimize(std::move(run).finish());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(row_count));
}
BENCHMARK(stream_of_pieces)
    ->ArgNames({"piece", "threads"})
    ->ArgsProduct({{16'384, 65'536, 131'072, 1'000'000}, {1, 2}})
    ->UseRealTime();

}  // namespace
}  // namespace scrim
