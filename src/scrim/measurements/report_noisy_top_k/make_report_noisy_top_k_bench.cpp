// Time per candidate of the selections, whatever the scores.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"

namespace scrim {
namespace {

enum Scores : std::int64_t { all_equal, one_spike, two_far_apart, linear, crowded };

std::vector<std::uint64_t> make_scores(std::int64_t kind, std::size_t count) {
  std::vector<std::uint64_t> scores(count, 5);
  if (kind == one_spike) scores[count / 2] = 1'000'000;
  if (kind == two_far_apart) {
    scores.front() = 1'000'000'000;
    scores.back() = 999'999'990;
  }
  if (kind == linear) {
    for (std::size_t i = 0; i < count; ++i) scores[i] = i;
  }
  if (kind ==
      crowded) {  // within some scales of each other: every coin is undecided at first sight
    for (std::size_t i = 0; i < count; ++i) scores[i] = i * 2654435761 % 8;
  }
  return scores;
}

template <class MO>
void select(benchmark::State& state) {
  const auto count = static_cast<std::size_t>(state.range(0));
  const auto scores = make_scores(state.range(1), count);
  const auto top =
      make_report_noisy_top_k(vector_domain<std::uint64_t>(), LInfDistance<std::uint64_t>{}, MO{},
                              {.k = static_cast<std::size_t>(state.range(2)),
                               .scale = 7.0 / 5.0,
                               .optimize = Optimize::max});
  for (auto _ : state) benchmark::DoNotOptimize(top.invoke(scores));
  state.SetItemsProcessed(state.iterations() * state.range(0));
}

/// n candidates, kind of scores, k.
void shapes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"n", "scores", "k"});
  for (const std::int64_t count : {1000, 10'000, 1'000'000}) {
    for (const std::int64_t kind : {all_equal, one_spike, two_far_apart, linear, crowded}) {
      benchmark->Args({count, kind, 1});
    }
  }
  for (const std::int64_t kind : {all_equal, one_spike, two_far_apart, linear, crowded}) {
    benchmark->Args({10'000, kind, 10});
  }
}
BENCHMARK(select<MaxDivergence>)->Apply(shapes);
BENCHMARK(select<RangeDivergence>)->Apply(shapes);

}  // namespace
}  // namespace scrim
