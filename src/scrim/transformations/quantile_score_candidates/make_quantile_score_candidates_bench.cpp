// Rows scored per second: against one plain pass over the same memory, and for rows and candidates
// of every kind.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"
#include "support/instruction_sets.hpp"
#include "support/scoring_times.hpp"
#include "support/scoring_workloads.hpp"

namespace scrim {
namespace {

using test::Shape;
using test::Spacing;

/// More than fits a cache.
constexpr std::size_t row_count = 8'000'000;

template <class T>
const std::vector<T>& many_rows() {
  static const auto rows = test::shaped_rows<T>(
      Shape::random, test::spaced_candidates<T>(Spacing::even, 1000), row_count);
  return rows;
}

template <class T>
auto scores_among(std::size_t candidates) {
  return then_quantile_score_candidates(test::spaced_candidates<T>(Spacing::even, candidates), 0.5);
}

void report(benchmark::State& state, std::size_t rows) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(rows));
}

template <class T>
void one_pass_over_memory(benchmark::State& state) {
  const auto& rows = many_rows<T>();
  for (auto _ : state) benchmark::DoNotOptimize(test::sum(std::span<const T>(rows)));
  report(state, rows.size());
}

template <class T>
void scores_of_1000(benchmark::State& state) {
  const auto& rows = many_rows<T>();
  const auto scores = Space{vector_domain<T>(), SymmetricDistance{}} >> scores_among<T>(1000);
  for (auto _ : state) benchmark::DoNotOptimize(scores.invoke(rows));
  report(state, rows.size());
}

template <class T>
void clamp_then_scores_of_1000(benchmark::State& state) {
  const auto& rows = many_rows<T>();
  const auto scores = Space{vector_domain<T>(), SymmetricDistance{}} >>
                      then_clamp(T{100}, T{9000}) >> scores_among<T>(1000);
  for (auto _ : state) benchmark::DoNotOptimize(scores.invoke(rows));
  report(state, rows.size());
}

#define SCRIM_BENCHMARK_OF(function)         \
  BENCHMARK(function<double>)->MinTime(0.2); \
  BENCHMARK(function<std::int64_t>)->MinTime(0.2)

SCRIM_BENCHMARK_OF(one_pass_over_memory);
SCRIM_BENCHMARK_OF(scores_of_1000);
SCRIM_BENCHMARK_OF(clamp_then_scores_of_1000);

/// One line for each list of candidates: nanoseconds a row for random rows, and how many times that
/// each other shape of rows takes.
template <class T>
void shapes_of_rows(benchmark::State& state, Spacing spacing, std::size_t candidates) {
  constexpr std::size_t rows = std::size_t{1} << 17;
  std::map<Shape, double> times;
  for (auto _ : state) times = test::scoring_times<T>(spacing, candidates, rows, 10);
  for (const auto& [shape, time] : times) {
    const bool is_reference = shape == Shape::random;
    state.counters[is_reference ? "_ns_per_row" : std::string(name_of(shape))] =
        is_reference ? time : time / times.at(Shape::random);
  }
}

template <class T>
void register_shapes(const std::string& type) {
  for (const std::size_t candidates : {100UL, 1000UL, 10'000UL, 1'000'000UL}) {
    for (const Spacing spacing : test::all_spacings) {
      const std::string name = "shapes_of_rows/" + type + '/' + std::to_string(candidates) + '/' +
                               std::string(name_of(spacing));
      benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State& state) {
        shapes_of_rows<T>(state, spacing, candidates);
      })->Iterations(1);
    }
  }
}

/// Random rows among 1000 candidates, nanoseconds a row.
void random_rows_on(benchmark::State& state, const test::InstructionSet& set) {
  const test::ForcedInstructionSet forced(set);
  for (auto _ : state) {
    for (const Spacing spacing : {Spacing::even, Spacing::geometric}) {
      const auto times = test::scoring_times<double>(spacing, 1000, std::size_t{1} << 17, 10);
      state.counters[std::string(name_of(spacing))] = times.at(Shape::random);
    }
  }
}

void register_instruction_sets() {
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    benchmark::RegisterBenchmark(("random_rows_on/" + set.name).c_str(),
                                 [=](benchmark::State& state) { random_rows_on(state, set); })
        ->Iterations(1);
  }
}

[[maybe_unused]] const bool are_registered = [] {
  benchmark::AddCustomContext("instruction set", test::usable_instruction_sets().front().name);
  register_shapes<double>("double");
  register_shapes<std::int64_t>("int64");
  register_instruction_sets();
  return true;
}();

}  // namespace
}  // namespace scrim
