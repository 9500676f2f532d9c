// Time per draw of discrete Laplace noise: from what is built for many, and alone.
#include "scrim/samplers/discrete_laplace.hpp"

#include <benchmark/benchmark.h>

#include "scrim/entropy/secure_generator.hpp"

namespace scrim {
namespace {

constexpr std::int64_t draws = 4096;

/// The scale is the argument of the benchmark over 2.
Rational scale_of(const benchmark::State& state) {
  return Rational(static_cast<long>(state.range(0)), 2);
}

void bulk(benchmark::State& state) {
  const BulkLaplace noise(scale_of(state));
  auto& source = entropy::thread_source();
  noise.visit([&](const auto& sampler) {
    for (auto _ : state) {
      std::int64_t sum = 0;
      for (std::int64_t i = 0; i < draws; ++i)
        sum ^= add_noise<std::int64_t>(i, sampler.sample(source));
      benchmark::DoNotOptimize(sum);
    }
  });
  state.SetItemsProcessed(state.iterations() * draws);
}
BENCHMARK(bulk)->Arg(1)->Arg(2)->Arg(20)->Arg(62)->Arg(64)->Arg(200)->Arg(20'000)->Arg(2'000'000);

void words(benchmark::State& state) {
  auto& source = entropy::thread_source();
  for (auto _ : state) {
    std::uint64_t sum = 0;
    for (std::int64_t i = 0; i < draws; ++i) sum ^= source.next_word();
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * draws);
}
BENCHMARK(words);

void single(benchmark::State& state) {
  const DiscreteLaplace<> noise(scale_of(state));
  auto& source = entropy::thread_source();
  for (auto _ : state) benchmark::DoNotOptimize(noise.sample(source));
}
BENCHMARK(single)
    ->Arg(1)
    ->Arg(20)
    ->Arg(2'000'000)
    ->Arg(std::int64_t{1} << 45)
    ->Arg(std::int64_t{1} << 50)
    ->Arg(std::int64_t{1} << 60)
    ->Arg(std::int64_t{1} << 62);

void build(benchmark::State& state) {
  const Rational scale = scale_of(state);
  for (auto _ : state) benchmark::DoNotOptimize(BulkLaplace(scale));
}
BENCHMARK(build)->Arg(1)->Arg(62)->Arg(2'000'000);

}  // namespace
}  // namespace scrim
