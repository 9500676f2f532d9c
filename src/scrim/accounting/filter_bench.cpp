// Debits against a filter, each exact.
#include <benchmark/benchmark.h>

#include "scrim/accounting/filter.hpp"

namespace scrim {
namespace {

void debits(benchmark::State& state, const Filter<Approximate<MaxDivergence>>& filter,
            const AmountWithDelta& amount) {
  for (auto _ : state) filter.spend(amount);
  state.SetItemsProcessed(state.iterations());
}

Filter<Approximate<MaxDivergence>> ample() {
  return Filter<Approximate<MaxDivergence>>({Amount::from_text("1e9"), Amount::ratio(999, 1000)});
}

void typed_epsilons(benchmark::State& state) { debits(state, ample(), {Amount::typed(0.001), {}}); }
BENCHMARK(typed_epsilons);

void typed_pairs(benchmark::State& state) {
  debits(state, ample(), {Amount::typed(0.001), Amount::typed(1e-12)});
}
BENCHMARK(typed_pairs);

// Losses of maps: doubles whose denominators do not fit 64 bits.
void exact_pairs(benchmark::State& state) {
  debits(state, ample(), {Amount::exactly(1e-6), Amount::exactly(1e-12)});
}
BENCHMARK(exact_pairs);

void exact_pairs_of_a_grandchild(benchmark::State& state) {
  const AmountWithDelta limit{Amount::from_text("1e9"), Amount::ratio(99, 100)};
  debits(state, ample().child(limit).child(limit), {Amount::exactly(1e-6), Amount::exactly(1e-12)});
}
BENCHMARK(exact_pairs_of_a_grandchild);

void refusals(benchmark::State& state) {
  const auto filter = ample();
  const AmountWithDelta too_much{Amount::from_text("1e10"), {}};
  for (auto _ : state) benchmark::DoNotOptimize(filter.can_spend(too_much));
}
BENCHMARK(refusals);

}  // namespace
}  // namespace scrim
