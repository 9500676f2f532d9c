// Objects of ten keys, one of which is asked for, read in pieces of a MiB. Bytes of the file per
// second. Rows are found by line breaks in the first, by brackets in the second; the third asks for
// all keys.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/readers/json_reader.hpp"

namespace scrim::readers {
namespace {

constexpr std::size_t row_count = 200'000;
constexpr std::size_t piece_size = std::size_t{1} << 20;

std::string people() {
  std::mt19937_64 stream(20'26);
  const auto below = [&](std::uint64_t end) { return std::to_string(stream() % end); };
  const auto word = [&] {
    return std::string(1 + stream() % 12, static_cast<char>('a' + stream() % 26));
  };
  std::string file;
  for (std::size_t row = 0; row < row_count; ++row) {
    file += R"({"id": )" + below(10'000'000) + R"(, "name": ")" + word() + " " + word() +
            R"(", "city": ")" + word() + R"(", "active": )" +
            (stream() % 2 == 0 ? "true" : "false") + R"(, "age": )" + below(100) +
            R"(, "income": )" + below(100'000) + "." + below(100) + R"(, "email": ")" + word() +
            R"(@example.org", "note": ")" + word() + R"( \"ok\"",)" + R"( "tags": ["a", "b", )" +
            below(10) + R"(], "score": )" + (stream() % 8 == 0 ? "null" : below(1000)) + "}\n";
  }
  return file;
}

void read(benchmark::State& state, JsonLayout layout, const std::vector<JsonField>& fields) {
  const std::string file = people();
  for (auto _ : state) {
    JsonReader reader(layout, fields);
    for (std::string_view rest = file; !rest.empty();) {
      reader.feed(rest.substr(0, piece_size));
      rest.remove_prefix(std::min(rest.size(), piece_size));
      benchmark::DoNotOptimize(reader.columns().front().missing());
      (void)reader.take();
    }
    reader.finish();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(file.size()));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(row_count));
}

void one_key_of_lines(benchmark::State& state) { read(state, JsonLayout::lines, {{.key = "age"}}); }

void one_key_of_values(benchmark::State& state) {
  read(state, JsonLayout::values, {{.key = "age"}});
}

void ten_keys_of_lines(benchmark::State& state) {
  const CellFormat text{.type = CellType::text};
  read(state, JsonLayout::lines,
       {{"id", {.type = CellType::integer}},
        {"name", text},
        {"city", text},
        {"active", text},
        {"age", {}},
        {"income", {}},
        {"email", text},
        {"note", text},
        {"tags", text},
        {"score", {}}});
}

BENCHMARK(one_key_of_lines)->Unit(benchmark::kMillisecond);
BENCHMARK(one_key_of_values)->Unit(benchmark::kMillisecond);
BENCHMARK(ten_keys_of_lines)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace scrim::readers
