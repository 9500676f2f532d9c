// Rows of persons bounded per second: 10^7 rows of 10^6 persons, 4 rows of each in at most 2
// groups, in both forms, and counted.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/core/fold.hpp"
#include "scrim/transformations/bound_contributions/make_bound_contributions.hpp"

namespace scrim {
namespace {

constexpr std::size_t row_count = 10'000'000;
constexpr std::size_t person_count = 1'000'000;

/// How many rows there are.
class RowsRead {
 public:
  void update(const Batch& block) { rows_ += block.size(); }
  void merge(const RowsRead& other) { rows_ += other.rows_; }
  [[nodiscard]] static Identity identity() { return Identity("rows read"); }
  void save(StateWriter& writer) const { writer.write(rows_); }
  void load(StateReader& reader) { rows_ = reader.read(); }
  [[nodiscard]] std::uint64_t finish() const noexcept { return rows_; }

 private:
  std::uint64_t rows_ = 0;
};

/// An id, one of 1000 regions, a cost.
class Visits {
 public:
  explicit Visits(bool is_sorted) : ids_(row_count), regions_(row_count), costs_(row_count) {
    std::mt19937_64 random(20'26);
    for (auto& id : ids_) id = static_cast<std::int64_t>(random() % person_count * 7919);
    if (is_sorted) std::sort(ids_.begin(), ids_.end());
    for (auto& region : regions_) region = static_cast<std::int64_t>(random() % 1000);
    for (auto& cost : costs_) cost = static_cast<double>(random() % 100'000) / 16;
    fields_ = {{"id", ColumnType::int64}, {"region", ColumnType::int64}, {"cost"}};
    columns_ = {column(ids_.data(), ColumnType::int64), column(regions_.data(), ColumnType::int64),
                column(costs_.data(), ColumnType::float64)};
  }
  [[nodiscard]] Batch batch() const { return Batch(fields_, columns_); }

  [[nodiscard]] static PersonTableDomain domain() {
    return PersonTableDomain(
        {{"id", RowKind::integer, false}},
        TableDomain({{"region", RowKind::integer, false}, {"cost", RowKind::real, false}}));
  }

 private:
  static Column column(const void* values, ColumnType type) {
    Column column;
    column.type = type;
    column.rows = row_count;
    column.values = static_cast<const std::byte*>(values);
    column.stride = 8;
    return column;
  }

  std::vector<std::int64_t> ids_;
  std::vector<std::int64_t> regions_;
  std::vector<double> costs_;
  std::vector<Field> fields_;
  std::vector<Column> columns_;
};

template <class T>
void read_visits(benchmark::State& state, const T& bounding, const Visits& visits,
                 std::size_t threads) {
  const auto fold = chain_functions(bounding.function(), make_fold<Batch>(RowsRead()));
  for (auto _ : state) {
    Run<Batch, std::uint64_t> run(fold, run_input(bounding.input_domain()));
    run.update(visits.batch(), {.threads = threads});
    state.counters["kept"] = static_cast<double>(std::move(run).finish());
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(row_count));
}

void rows_in_any_order(benchmark::State& state) {
  static const Visits visits(false);
  read_visits(state,
              make_bound_contributions(Visits::domain(), PersonDistance{},
                                       BoundRows{.rows = 4, .values = {"region", "cost"}}),
              visits, static_cast<std::size_t>(state.range(0)));
}

void groups_in_any_order(benchmark::State& state) {
  static const Visits visits(false);
  read_visits(state,
              make_bound_contributions(
                  Visits::domain(), PersonDistance{},
                  BoundGroups{.group = "region", .groups = 4, .rows = 1, .values = {"cost"}}),
              visits, static_cast<std::size_t>(state.range(0)));
}

void rows_in_order_of_ids(benchmark::State& state) {
  static const Visits visits(true);
  read_visits(state,
              make_bound_contributions(
                  Visits::domain(), PersonDistance{},
                  BoundRows{.rows = 4, .values = {"region", "cost"}, .in_order_of_ids = true}),
              visits, 1);
}

BENCHMARK(rows_in_any_order)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK(groups_in_any_order)->Arg(1)->Arg(2)->Unit(benchmark::kMillisecond);
BENCHMARK(rows_in_order_of_ids)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace scrim
