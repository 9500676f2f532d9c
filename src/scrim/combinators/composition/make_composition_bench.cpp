// Ten quantiles and two counts of one column: each alone, and all in one pass.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "scrim/scrim.hpp"

namespace scrim {
namespace {

constexpr std::size_t row_count = 4'000'000;

std::vector<std::int64_t> random_rows() {
  std::mt19937_64 stream(20'26);
  std::vector<std::int64_t> rows(row_count);
  for (auto& row : rows) row = static_cast<std::int64_t>(stream() % 1000);
  return rows;
}

std::vector<std::int64_t> numbers_from(std::int64_t first, std::size_t count) {
  std::vector<std::int64_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

using Rows = VectorDomain<AtomDomain<std::int64_t>>;
using Part = Measurement<Rows, SymmetricDistance, MaxDivergence, std::int64_t>;
using Counts = Measurement<Rows, SymmetricDistance, MaxDivergence, std::vector<std::size_t>>;

Part quantile(std::uint64_t tenths) {
  return make_private_quantile(
      vector_domain<std::int64_t>(), SymmetricDistance{}, MaxDivergence{},
      QuantileOptions<std::int64_t>{numbers_from(0, 1000), Fraction{tenths, 11}, 1.0});
}

Counts most_frequent(std::int64_t first) {
  return Space{vector_domain<std::int64_t>(), SymmetricDistance{}} >>
         then_count_by_categories(numbers_from(first, 100)) >>
         then_report_noisy_top_k(MaxDivergence{},
                                 {.k = 1, .scale = 4.0, .optimize = Optimize::max});
}

void one_quantile(benchmark::State& state) {
  const auto rows = random_rows();
  const auto part = quantile(5);
  for (auto _ : state) benchmark::DoNotOptimize(part.invoke(rows));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(row_count));
}
BENCHMARK(one_quantile);

void one_count(benchmark::State& state) {
  const auto rows = random_rows();
  const auto part = most_frequent(0);
  for (auto _ : state) benchmark::DoNotOptimize(part.invoke(rows));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(row_count));
}
BENCHMARK(one_count);

/// Argument: the first category of the second count; that of the first is 0.
void ten_quantiles_and_two_counts(benchmark::State& state) {
  const auto rows = random_rows();
  std::vector<Part> quantiles;
  for (std::uint64_t tenths = 1; tenths <= 10; ++tenths) quantiles.push_back(quantile(tenths));
  const auto all = make_composition(make_composition(quantiles), most_frequent(0),
                                    most_frequent(state.range(0)));
  for (auto _ : state) benchmark::DoNotOptimize(all.invoke(rows));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(row_count));
}
BENCHMARK(ten_quantiles_and_two_counts)->ArgName("second_from")->Arg(0)->Arg(500);

}  // namespace
}  // namespace scrim
