// Rows counted by category per second: integers that lie close together and apart, and texts.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "support/scoring_times.hpp"

namespace scrim {
namespace {

constexpr std::size_t row_count = 8'000'000;
constexpr std::size_t category_count = 100;

void report(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(row_count));
}

std::vector<std::int64_t> spaced_categories(std::int64_t distance) {
  std::vector<std::int64_t> categories(category_count);
  for (std::size_t i = 0; i < categories.size(); ++i) {
    categories[i] = distance * static_cast<std::int64_t>(i);
  }
  return categories;
}

template <class T>
std::vector<T> random_rows(const std::vector<T>& categories) {
  std::mt19937_64 random(20'26);
  std::vector<T> rows(row_count);
  for (T& row : rows) row = categories[random() % categories.size()];
  return rows;
}

void one_pass_over_memory(benchmark::State& state) {
  const auto rows = random_rows(spaced_categories(1));
  for (auto _ : state) benchmark::DoNotOptimize(test::sum(std::span<const std::int64_t>(rows)));
  report(state);
}

/// The argument is how far apart they lie.
void integers(benchmark::State& state) {
  const auto categories = spaced_categories(state.range(0));
  const auto rows = random_rows(categories);
  const auto counts =
      make_count_by_categories(vector_domain<std::int64_t>(), SymmetricDistance{}, categories);
  for (auto _ : state) benchmark::DoNotOptimize(counts.invoke(rows));
  report(state);
}

void texts(benchmark::State& state) {
  std::vector<std::string> categories;
  for (std::size_t i = 0; i < category_count; ++i) {
    categories.push_back("category " + std::to_string(i));
  }
  const auto rows =
      random_rows(std::vector<std::string_view>(categories.begin(), categories.end()));
  const auto counts =
      make_count_by_categories(vector_domain<std::string_view>(), SymmetricDistance{}, categories);
  for (auto _ : state) benchmark::DoNotOptimize(counts.invoke(rows));
  report(state);
}

BENCHMARK(one_pass_over_memory)->MinTime(0.2);
BENCHMARK(integers)->Arg(1)->Arg(10)->Arg(1'000'003)->MinTime(0.2);
BENCHMARK(texts)->MinTime(0.2);

}  // namespace
}  // namespace scrim
