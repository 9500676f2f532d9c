// Columns of several kinds read into an aggregate, on one thread and on two, by the wall clock.
// The first needs no buffer; the others show what bringing rows into their type costs.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/any/any_objects.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/drop_null/make_drop_null.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"

namespace scrim {
namespace {

constexpr std::size_t row_count = 10'000'000;
constexpr std::size_t category_count = 100;

void read(benchmark::State& state, const AnyTransformation& aggregate, const Column& column) {
  const ReadOptions options{.threads = static_cast<std::size_t>(state.range(0))};
  for (auto _ : state) {
    auto run = aggregate.start();
    run.update(column, options);
    benchmark::DoNotOptimize(std::move(run).finish());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(row_count));
}

AnyTransformation scores() {
  std::vector<double> candidates(1000);
  for (std::size_t i = 0; i < candidates.size(); ++i) candidates[i] = 10.0 * static_cast<double>(i);
  return hide(Space(vector_domain(option_domain(atom_domain<double>())), SymmetricDistance{}) >>
              then_drop_null() >> then_clamp(100.0, 9000.0) >>
              then_quantile_score_candidates(candidates, 0.5));
}

std::vector<std::string> categories() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < category_count; ++i) names.push_back("category " + std::to_string(i));
  return names;
}

AnyTransformation counts() {
  return hide(
      Space(vector_domain(option_domain(atom_domain<std::string_view>())), SymmetricDistance{}) >>
      then_drop_null() >> then_count_by_categories(categories()));
}

template <class Stored>
std::vector<Stored> random_numbers(std::uint64_t below) {
  std::mt19937_64 stream(20'26);
  std::vector<Stored> numbers(row_count);
  for (Stored& number : numbers) number = static_cast<Stored>(stream() % below);
  return numbers;
}

template <class Stored>
Column column_of(ColumnType type, const std::vector<Stored>& values) {
  return {.type = type,
          .rows = row_count,
          .values = reinterpret_cast<const std::byte*>(values.data()),
          .stride = sizeof(Stored)};
}

void float64(benchmark::State& state) {
  const auto values = random_numbers<double>(10'000);
  read(state, scores(), column_of(ColumnType::float64, values));
}

void int32(benchmark::State& state) {
  const auto values = random_numbers<std::int32_t>(10'000);
  read(state, scores(), column_of(ColumnType::int32, values));
}

void float64_with_nulls(benchmark::State& state) {
  const auto values = random_numbers<double>(10'000);
  std::vector<std::uint8_t> bits(row_count / 8);
  std::mt19937_64 stream(5);  // one row in sixteen is null
  for (std::uint8_t& byte : bits) {
    byte = static_cast<std::uint8_t>(stream() | stream() | stream() | stream());
  }
  Column column = column_of(ColumnType::float64, values);
  column.is_valid = {bits.data(), 0};
  read(state, scores(), column);
}

void dictionary_of_texts(benchmark::State& state) {
  const auto names = categories();
  const TextDictionary entries({names.begin(), names.end()});
  const auto indices = random_numbers<std::int32_t>(category_count);
  Column column = column_of(ColumnType::int32, indices);
  column.dictionary = &entries;
  read(state, counts(), column);
}

void texts(benchmark::State& state) {
  const auto names = categories();
  std::string text;
  std::vector<std::int32_t> offsets = {0};
  for (const auto index : random_numbers<std::uint8_t>(category_count)) {
    text += names[index];
    offsets.push_back(static_cast<std::int32_t>(text.size()));
  }
  Column column = column_of(ColumnType::text32, offsets);
  column.text = text.data();
  column.text_size = static_cast<std::int64_t>(text.size());
  read(state, counts(), column);
}

#define SCRIM_ON_ONE_AND_TWO_THREADS(column) \
  BENCHMARK(column)->ArgName("threads")->Arg(1)->Arg(2)->UseRealTime()
SCRIM_ON_ONE_AND_TWO_THREADS(float64);
SCRIM_ON_ONE_AND_TWO_THREADS(int32);
SCRIM_ON_ONE_AND_TWO_THREADS(float64_with_nulls);
SCRIM_ON_ONE_AND_TWO_THREADS(dictionary_of_texts);
SCRIM_ON_ONE_AND_TWO_THREADS(texts);

}  // namespace
}  // namespace scrim
