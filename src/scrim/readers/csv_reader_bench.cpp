// Rows of three cells, and rows of a hundred of which one is asked for, read in pieces of 4 MiB.
// Bytes of the file per second.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

#include "scrim/readers/csv_reader.hpp"

namespace scrim::readers {
namespace {

constexpr std::size_t piece_size = std::size_t{1} << 22;

std::string narrow() {
  std::mt19937_64 stream(20'26);
  std::string file;
  for (std::size_t row = 0; row < 500'000; ++row) {
    file += std::to_string(18 + stream() % 80) + "," + std::to_string(stream() % 150'000) +
            ",Corvale\n";
  }
  return file;
}

std::string wide() {
  std::mt19937_64 stream(20'26);
  std::string file;
  for (std::size_t row = 0; row < 20'000; ++row) {
    for (std::size_t cell = 0; cell < 100; ++cell) {
      file += std::to_string(stream() % 100'000) + (cell < 99 ? "," : "\n");
    }
  }
  return file;
}

std::string quoted() {
  std::mt19937_64 stream(20'26);
  std::string file;
  for (std::size_t row = 0; row < 200'000; ++row) {
    file +=
        "\"" + std::to_string(stream() % 150'000) + "\",\"a longer text, with a comma in it\"\n";
  }
  return file;
}

void read(benchmark::State& state, const std::string& file, CsvField field) {
  for (auto _ : state) {
    CsvReader reader({}, {field});
    for (std::string_view left = file; !left.empty();) {
      left.remove_prefix(reader.feed(left.substr(0, piece_size)));
      if (reader.is_full()) benchmark::DoNotOptimize(reader.take());
    }
    reader.finish();
    benchmark::DoNotOptimize(reader.take());
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(file.size()));
}

void numbers_of_three(benchmark::State& state) { read(state, narrow(), {1, {CellType::number}}); }
void texts_of_three(benchmark::State& state) { read(state, narrow(), {2, {CellType::text}}); }
void numbers_of_a_hundred(benchmark::State& state) {
  read(state, wide(), {50, {CellType::number}});
}
void numbers_in_quotes(benchmark::State& state) { read(state, quoted(), {0, {CellType::number}}); }

BENCHMARK(numbers_of_three)->Unit(benchmark::kMillisecond);
BENCHMARK(texts_of_three)->Unit(benchmark::kMillisecond);
BENCHMARK(numbers_of_a_hundred)->Unit(benchmark::kMillisecond);
BENCHMARK(numbers_in_quotes)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace scrim::readers
