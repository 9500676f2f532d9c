// Rows counted by key per second: few and many keys, integers and texts, beside one pass over
// memory.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/count_by_key/make_count_by_key.hpp"
#include "support/scoring_times.hpp"

namespace scrim {
namespace {

constexpr std::size_t keyed_row_count = 4'000'000;

void report_keyed(benchmark::State& state) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(keyed_row_count));
}

/// The argument is the number of different ones.
std::vector<std::int64_t> random_keys(std::size_t different) {
  std::mt19937_64 random(20'26);
  std::vector<std::int64_t> rows(keyed_row_count);
  for (std::int64_t& row : rows) {
    row = static_cast<std::int64_t>(random() % different * 1'000'003);
  }
  return rows;
}

void one_pass_over_keys(benchmark::State& state) {
  const auto rows = random_keys(1000);
  for (auto _ : state) benchmark::DoNotOptimize(test::sum(std::span<const std::int64_t>(rows)));
  report_keyed(state);
}

void integer_keys(benchmark::State& state) {
  const auto rows = random_keys(static_cast<std::size_t>(state.range(0)));
  const auto groups = make_count_by_key(vector_domain<std::int64_t>(), SymmetricDistance{});
  for (auto _ : state) benchmark::DoNotOptimize(groups.invoke(rows));
  report_keyed(state);
}

struct Texts {
  std::vector<std::string> keys;
  std::vector<std::string_view> rows;
};

Texts random_texts(std::size_t different) {
  Texts texts;
  for (std::size_t i = 0; i < different; ++i) texts.keys.push_back("key " + std::to_string(i));
  std::mt19937_64 random(20'26);
  texts.rows.resize(keyed_row_count);
  for (std::string_view& row : texts.rows) row = texts.keys[random() % different];
  return texts;
}

void text_keys(benchmark::State& state) {
  const Texts texts = random_texts(static_cast<std::size_t>(state.range(0)));
  const auto groups = make_count_by_key(vector_domain<std::string_view>(), SymmetricDistance{});
  for (auto _ : state) benchmark::DoNotOptimize(groups.invoke(texts.rows));
  report_keyed(state);
}

/// What one would write without the library; it also keeps the order of a hash table.
void text_keys_in_an_unordered_map(benchmark::State& state) {
  const Texts texts = random_texts(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    std::unordered_map<std::string, std::uint64_t> counts;
    for (const std::string_view row : texts.rows) ++counts[std::string(row)];
    benchmark::DoNotOptimize(counts);
  }
  report_keyed(state);
}

BENCHMARK(one_pass_over_keys)->MinTime(0.2);
BENCHMARK(integer_keys)->Arg(100)->Arg(100'000)->MinTime(0.2);
BENCHMARK(text_keys)->Arg(100)->Arg(100'000)->MinTime(0.2);
BENCHMARK(text_keys_in_an_unordered_map)->Arg(100)->Arg(100'000)->MinTime(0.2);

}  // namespace
}  // namespace scrim
