// A noisy count and a noisy sum in every one of many groups, against the same without groups.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "scrim/combinators/parallel/row_partition.hpp"
#include "scrim/scrim.hpp"

namespace scrim {
namespace {

constexpr std::size_t row_count = 10'000'000;

/// A group, and a number between 0 and 1000.
struct Table {
  explicit Table(std::uint64_t keys) : groups(row_count), values(row_count) {
    std::mt19937_64 stream(20'26);
    std::uniform_real_distribution<double> even(0.0, 1000.0);
    for (std::size_t i = 0; i < row_count; ++i) {
      groups[i] = static_cast<std::int64_t>(stream() % keys);
      values[i] = even(stream);
    }
    columns[0].type = ColumnType::int64;
    columns[0].values = reinterpret_cast<const std::byte*>(groups.data());
    columns[1].type = ColumnType::float64;
    columns[1].values = reinterpret_cast<const std::byte*>(values.data());
    for (Column& column : columns) {
      column.rows = row_count;
      column.stride = 8;
    }
  }

  [[nodiscard]] Batch grouped() const { return {fields, columns}; }
  [[nodiscard]] Batch ungrouped() const {
    return {std::span(fields).subspan(1), std::span(columns).subspan(1)};
  }

  std::vector<std::int64_t> groups;
  std::vector<double> values;
  std::vector<Field> fields{{.name = "group", .type = ColumnType::int64}, {.name = "cost"}};
  std::vector<Column> columns{2};
};

const TableDomain costs({{"cost", RowKind::real, false}});

auto cost_column() {
  return Space{costs, SymmetricDistance{}} >> then_select_column<double>("cost");
}

auto noisy_count() {
  return cost_column() >> then_count() >> then_laplace(MaxDivergence{}, {.scale = 20.0});
}

auto noisy_sum() {
  return cost_column() >> then_quantise(-20, {0, std::int64_t{1000} << 20}) >> then_sum() >>
         then_laplace(MaxDivergence{}, {.scale = 20.0 * 0x1p30});
}

void partition_alone(benchmark::State& state) {
  const auto keys = static_cast<std::uint32_t>(state.range(0));
  const Table table(keys);
  for (auto _ : state) {
    RowPartition partition(costs.columns(), keys);
    std::size_t rows = 0;
    const auto hand_out = [&] {
      partition.hand_out([&](std::uint32_t, const Batch& group) {
        benchmark::DoNotOptimize(group.column(0).values);
        rows += group.size();
      });
    };
    for_each_block(table.grouped(), [&](const Batch& block) {
      partition.add(block);
      if (partition.is_full()) hand_out();
    });
    hand_out();
    if (rows != row_count) state.SkipWithError("rows are missing");
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(row_count));
}
BENCHMARK(partition_alone)->Arg(10)->Arg(1000)->Arg(100'000)->Unit(benchmark::kMillisecond);

template <class M>
void in_groups(benchmark::State& state, const M& measurement) {
  const auto keys = static_cast<std::uint64_t>(state.range(0));
  const Table table(keys);
  const auto all = make_parallel(measurement, keys);
  for (auto _ : state) benchmark::DoNotOptimize(all.invoke(table.grouped()));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(row_count));
}
template <class M>
void without_groups(benchmark::State& state, const M& measurement) {
  const Table table(1);
  for (auto _ : state) benchmark::DoNotOptimize(measurement.invoke(table.ungrouped()));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(row_count));
}

BENCHMARK_CAPTURE(without_groups, count, noisy_count())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(without_groups, sum, noisy_sum())->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(in_groups, count, noisy_count())
    ->Arg(10)
    ->Arg(1000)
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(in_groups, sum, noisy_sum())
    ->Arg(10)
    ->Arg(1000)
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(in_groups, mean, make_composition(noisy_count(), noisy_sum()))
    ->Arg(10)
    ->Arg(1000)
    ->Arg(100'000)
    ->Unit(benchmark::kMillisecond);

/// Arguments: groups, total and in each.
template <class M>
void map(benchmark::State& state, const M& measurement) {
  const auto all = make_parallel(measurement, 1000);
  const KeyedChange d(static_cast<std::uint64_t>(state.range(0)),
                      static_cast<std::uint64_t>(state.range(1)),
                      static_cast<std::uint64_t>(state.range(2)));
  for (auto _ : state) benchmark::DoNotOptimize(all.map(d));
}
void changes(benchmark::internal::Benchmark* bench) {
  bench->Args({1, 1, 1})
      ->Args({3, 3, 3})
      ->Args({4, 8, 2})
      ->Args({30, 70, 7})
      ->Args({100, 1000, 100})
      ->Args({1000, 1000, 1000})
      ->Args({999, 10'007, 100})
      ->Args({1'000'000, 1'000'000, 1'000'000})
      ->Args({1000, 1'000'000, 999'999})
      ->Unit(benchmark::kMicrosecond);
}
auto noisy_sum_rho() {
  return cost_column() >> then_quantise(-20, {0, std::int64_t{1000} << 20}) >> then_sum() >>
         then_gaussian(ZeroConcentratedDivergence{}, {.scale = 20.0 * 0x1p30});
}
BENCHMARK_CAPTURE(map, pure, noisy_sum())->Apply(changes);
BENCHMARK_CAPTURE(map, concentrated, noisy_sum_rho())->Apply(changes);

}  // namespace
}  // namespace scrim
