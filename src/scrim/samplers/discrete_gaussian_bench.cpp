// Time per draw of discrete Gaussian noise: from what is built for many, and alone.
#include "scrim/samplers/discrete_gaussian.hpp"

#include <benchmark/benchmark.h>

#include "scrim/entropy/secure_generator.hpp"

namespace scrim {
namespace {

constexpr std::int64_t draws = 4096;

/// The scale is the argument of the benchmark over 2.
Rational variance_of(const benchmark::State& state) {
  const Rational scale(static_cast<long>(state.range(0)), 2);
  return scale * scale;
}

void bulk(benchmark::State& state) {
  const BulkGaussian noise(variance_of(state));
  auto& source = entropy::thread_source();
  noise.visit([&](const auto& sampler) {
    for (auto _ : state) {
      std::int64_t sum = 0;
      for (std::int64_t i = 0; i < draws; ++i) {
        sum ^= add_noise<std::int64_t>(i, sampler.sample(source));
      }
      benchmark::DoNotOptimize(sum);
    }
  });
  state.SetItemsProcessed(state.iterations() * draws);
}
BENCHMARK(bulk)->Arg(1)->Arg(2)->Arg(20)->Arg(256)->Arg(258)->Arg(20'000)->Arg(2'000'000);

void single(benchmark::State& state) {
  const DiscreteGaussian<> noise(variance_of(state));
  auto& source = entropy::thread_source();
  for (auto _ : state) benchmark::DoNotOptimize(noise.sample(source));
}
BENCHMARK(single)->Arg(1)->Arg(20)->Arg(2'000'000)->Arg(std::int64_t{1} << 53);

void build(benchmark::State& state) {
  const Rational variance = variance_of(state);
  for (auto _ : state) benchmark::DoNotOptimize(BulkGaussian(variance));
}
BENCHMARK(build)->Arg(1)->Arg(256)->Arg(2'000'000);

}  // namespace
}  // namespace scrim
