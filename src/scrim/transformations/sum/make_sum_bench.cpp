// Rows added up per second, against one plain pass over the same memory and against what one would
// write by hand: clip into a second array, then sum.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/quantise/make_quantise.hpp"
#include "scrim/transformations/quantise_square/make_quantise_square.hpp"
#include "scrim/transformations/sum/make_sum.hpp"
#include "support/instruction_sets.hpp"
#include "support/scoring_times.hpp"

namespace scrim {
namespace {

/// More than fits a cache.
constexpr std::size_t row_count = 8'000'000;

template <class T>
const std::vector<T>& many_rows() {
  static const auto rows = [] {
    std::mt19937_64 random(20'26);
    std::vector<T> numbers(row_count);
    for (T& number : numbers) number = static_cast<T>(random() % 12'000) - T{1000};
    return numbers;
  }();
  return rows;
}

void report(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(row_count));
}

template <class T>
void one_pass_over_memory(benchmark::State& state) {
  const auto& rows = many_rows<T>();
  for (auto _ : state) benchmark::DoNotOptimize(test::sum(std::span<const T>(rows)));
  report(state);
}

void clip_then_sum_by_hand(benchmark::State& state) {
  const auto& rows = many_rows<double>();
  for (auto _ : state) {
    std::vector<double> clipped(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      clipped[i] = std::min(std::max(rows[i], 0.0), 10'000.0);
    }
    benchmark::DoNotOptimize(test::sum(std::span<const double>(clipped)));
  }
  report(state);
}

template <class T>
void read(benchmark::State& state, const auto& aggregate) {
  for (auto _ : state) benchmark::DoNotOptimize(aggregate.invoke(many_rows<T>()));
  report(state);
}

template <class T>
Space<VectorDomain<AtomDomain<T>>, SymmetricDistance> rows_of() {
  return {vector_domain<T>(), SymmetricDistance{}};
}

void clamp_then_sum_int64(benchmark::State& state) {
  read<std::int64_t>(state, rows_of<std::int64_t>() >> then_clamp(0, 10'000) >> then_sum());
}

void clamp_then_sum_large_int64(benchmark::State& state) {
  read<std::int64_t>(state, rows_of<std::int64_t>() >>
                                then_clamp(std::int64_t{0}, std::int64_t{1} << 61) >> then_sum());
}

void sum_int32(benchmark::State& state) {
  read<std::int32_t>(state, rows_of<std::int32_t>() >> then_sum());
}

/// Steps of 2^exponent, from 0 to 10 000.
void quantise_then_sum(benchmark::State& state) {
  const auto exponent = static_cast<int>(state.range(0));
  const std::int64_t upper = std::int64_t{10'000} << -exponent;
  read<double>(state, rows_of<double>() >> then_quantise(exponent, {0, upper}) >> then_sum());
}

void quantise_square_then_sum(benchmark::State& state) {
  const auto exponent = static_cast<int>(state.range(0));
  const std::int64_t upper = std::int64_t{5'000 * 5'000} << -exponent;
  read<double>(state,
               rows_of<double>() >>
                   then_quantise_square({.center = 5'000, .exponent = exponent, .upper = upper}) >>
                   then_sum());
}

void quantise_then_sum_on(benchmark::State& state, const test::InstructionSet& set) {
  const test::ForcedInstructionSet forced(set);
  quantise_then_sum(state);
}

BENCHMARK(one_pass_over_memory<double>)->MinTime(0.2);
BENCHMARK(one_pass_over_memory<std::int64_t>)->MinTime(0.2);
BENCHMARK(clip_then_sum_by_hand)->MinTime(0.2);
BENCHMARK(clamp_then_sum_int64)->MinTime(0.2);
BENCHMARK(clamp_then_sum_large_int64)->MinTime(0.2);
BENCHMARK(sum_int32)->MinTime(0.2);
BENCHMARK(quantise_then_sum)->Arg(-20)->Arg(-45)->MinTime(0.2);  // narrow steps, and wide ones
BENCHMARK(quantise_square_then_sum)->Arg(-10)->Arg(-35)->MinTime(0.2);

[[maybe_unused]] const bool are_registered = [] {
  benchmark::AddCustomContext("instruction set", test::usable_instruction_sets().front().name);
  for (const test::InstructionSet& set : test::usable_instruction_sets()) {
    benchmark::RegisterBenchmark(("quantise_then_sum_on/" + set.name).c_str(),
                                 [=](benchmark::State& state) { quantise_then_sum_on(state, set); })
        ->Arg(-20)
        ->Arg(-45)
        ->MinTime(0.1);
  }
  return true;
}();

}  // namespace
}  // namespace scrim
