// Time per random word.
#include "scrim/entropy/secure_generator.hpp"

#include <benchmark/benchmark.h>

namespace scrim::entropy {
namespace {

void one_word(benchmark::State& state) {
  SecureGenerator& source = thread_source();
  for (auto _ : state) benchmark::DoNotOptimize(source.next_word());
}
BENCHMARK(one_word);

}  // namespace
}  // namespace scrim::entropy
