#include "scrim/combinators/parallel/make_parallel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "scrim/combinators/composition/make_composition.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/combinators/sample/make_sample.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/gaussian/make_gaussian.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/spaces/value_metrics.hpp"
#include "scrim/transformations/count/row_count.hpp"
#include "scrim/transformations/sum/row_sum.hpp"
#include "support/error_of.hpp"
#include "support/grouped_rows.hpp"

namespace scrim::make_parallel_test {
namespace {

using test::BlockMemory;
using test::GroupedRow;
using test::values_table;

constexpr double no_noise = 0.0;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The number of rows of a table.
auto row_count() {
  return Transformation<TableDomain, SymmetricDistance, AtomDomain<std::int64_t>,
                        AbsoluteDistance<std::uint64_t>>(
      values_table(), SymmetricDistance{}, atom_domain<std::int64_t>(),
      AbsoluteDistance<std::uint64_t>{}, make_fold<Batch>(RowCount()),
      StabilityMap<std::uint32_t, std::uint64_t>::from_constant(1));
}

auto noisy_count(double scale) {
  return row_count() >> then_laplace(MaxDivergence{}, {.scale = scale});
}
auto gaussian_count(double scale) {
  return row_count() >> then_gaussian(ZeroConcentratedDivergence{}, {.scale = scale});
}

/// A measurement of tables that says it loses this.
template <class MO>
auto that_loses(MO measure, std::function<typename MO::Distance(std::uint32_t)> loss) {
  return Measurement<TableDomain, SymmetricDistance, MO, std::int64_t>(
      values_table(), SymmetricDistance{}, measure, make_fold<Batch>(RowCount()),
      PrivacyMap<std::uint32_t, typename MO::Distance>(std::move(loss)));
}

/// The values in their order, which it keeps.
struct InOrder {
  static constexpr bool keeps_order = true;

  void update(const Batch& rows) {
    ColumnBuffer<std::int64_t> buffer;
    const auto read = read_column(rows.column(0), buffer);
    longest = std::max(longest, rows.size());
    values.insert(values.end(), read.values.begin(), read.values.end());
  }
  void merge(const InOrder&) {}
  [[nodiscard]] Identity identity() const { return Identity("in_order"); }
  void save(StateWriter&) const {}
  void load(StateReader&) {}
  [[nodiscard]] std::vector<std::int64_t> finish() const {
    EXPECT_LE(longest, block_rows);
    return values;
  }

  std::vector<std::int64_t> values;
  std::size_t longest = 0;
};

auto values_in_order() {
  return Measurement<TableDomain, SymmetricDistance, MaxDivergence, std::vector<std::int64_t>>(
      values_table(), SymmetricDistance{}, MaxDivergence{}, make_fold<Batch>(InOrder()),
      PrivacyMap<std::uint32_t>([](std::uint32_t d_in) { return d_in == 0 ? 0.0 : infinity; }));
}

TEST(MakeParallel, releases_one_value_for_each_key_also_for_those_without_rows) {
  const auto counts = make_parallel(noisy_count(no_noise), 4);
  const BlockMemory<GroupedRow> rows({{2, 0}, {0, 0}, {2, 0}, {-1, 0}, {4, 0}, {2, 5}});
  EXPECT_EQ(counts.invoke(rows.block()), (std::vector<std::int64_t>{1, 0, 3, 0}));
  EXPECT_EQ(counts.invoke(rows.block().subspan(0, 0)), (std::vector<std::int64_t>{0, 0, 0, 0}));
  EXPECT_EQ(counts.input_domain(), test::grouped_values_table());
  static_assert(std::same_as<std::remove_cvref_t<decltype(counts)>,
                             Measurement<GroupedTableDomain, GroupedDistance, MaxDivergence,
                                         std::vector<std::int64_t>>>);
}

TEST(MakeParallel, gives_each_group_its_rows_in_their_order_a_block_at_a_time) {
  const std::uint64_t keys = 3;
  std::vector<GroupedRow> rows;
  std::vector<std::vector<std::int64_t>> wanted(keys);
  for (std::int64_t i = 0; i < 200'000; ++i) {
    const std::int64_t group = (i * i) % 5 - 1;
    rows.push_back({group, i});
    if (group >= 0 && group < 3) wanted[static_cast<std::size_t>(group)].push_back(i);
  }
  const BlockMemory<GroupedRow> memory(rows);
  const auto in_order = make_parallel(values_in_order(), keys);
  EXPECT_EQ(in_order.invoke(memory.block()), wanted);
  EXPECT_EQ(in_order.invoke(memory.block(), {.threads = 4}), wanted);
}

/// Rows and their values added up, where places are said to stay, or not.
Accumulation<Batch> count_and_sum(RowPlaces places) {
  using Values = std::span<const std::int64_t>;
  const auto values = make_row_map<Batch, Values, ColumnBuffer<std::int64_t>>(
      [](const Batch& rows, ColumnBuffer<std::int64_t>& buffer) -> Values {
        return read_column(rows.column(0), buffer).values;
      },
      Identity("values"), places);
  return make_product<Batch>(
      {make_accumulation<Batch>(RowCount()),
       gather_behind(values, make_accumulation<Values>(RowSum<std::int64_t>({-90, 100'000})))});
}

TEST(MakeParallel, gathers_the_same_for_all_keys_at_once_as_for_each_of_them) {
  for (const std::uint32_t keys : {1U, 2U, 7U, 2000U, (1U << 20U) + 1}) {
    const auto at_once = gather_in_groups(values_table(), keys, count_and_sum(RowPlaces::stay));
    const auto apart = gather_in_groups(values_table(), keys, count_and_sum(RowPlaces::change));
    for (const std::int64_t size : {0, 1, 2, 2047, 2049, 150'000}) {
      std::vector<GroupedRow> rows;
      for (std::int64_t i = 0; i < size; ++i) {
        rows.push_back({(i * i) % (keys + 3) - 1, i % 100 - 95 + 7 * i});
      }
      const BlockMemory<GroupedRow> memory(rows);
      const auto state_of = [&](const Accumulation<Batch>& gathering) {
        auto state = gathering.start();
        auto other = gathering.start();
        for_each_block(memory.block(), [&](const Batch& block) {
          state->update(block);
          other->update(block);
          other->settle();  // more comes afterwards
        });
        state->merge(*other);
        state->settle();
        StateWriter writer;
        state->save(writer);
        return std::vector<std::byte>(writer.bytes().begin(), writer.bytes().end());
      };
      EXPECT_TRUE(state_of(at_once) == state_of(apart)) << keys << " keys, " << size << " rows";
      if (keys > 2000) break;
    }
  }
}

TEST(MakeParallel, draws_noise_for_each_group_by_itself) {
  const auto counts = make_parallel(noisy_count(1e6), 50);
  const auto releases = counts.invoke(BlockMemory<GroupedRow>({}).block());
  std::map<std::int64_t, int> times;
  for (const std::int64_t release : releases) ++times[release];
  EXPECT_GT(times.size(), 40U);
}

TEST(MakeParallel, works_for_many_keys) {
  std::vector<GroupedRow> rows;
  const std::uint64_t keys = 100'000;
  for (std::int64_t i = 0; i < 300'000; ++i) rows.push_back({(i * 7919) % 150'000, i});
  const auto counts = make_parallel(noisy_count(no_noise), keys);
  EXPECT_EQ(counts.invoke(BlockMemory<GroupedRow>(rows).block()),
            std::vector<std::int64_t>(keys, 2));
}

TEST(MakeParallel, of_samples_draws_one_for_each_group_and_saves_none) {
  const auto counts = make_parallel(make_sample(noisy_count(no_noise), 0.5), 4);
  std::vector<GroupedRow> rows;
  for (std::int64_t i = 0; i < 40'000; ++i) rows.push_back({i % 4, i});
  const BlockMemory<GroupedRow> memory(rows);
  for (const std::int64_t count : counts.invoke(memory.block())) {
    EXPECT_NEAR(static_cast<double>(count), 5000.0, 8 * 50.0);
  }
  auto run = counts.start();
  run.update(memory.block());
  EXPECT_THROW((void)std::move(run).save(), InvokeError);
}

TEST(MakeParallel, costs_each_row_once_under_a_linear_map) {
  for (const double scale : {4.0, 7.0 / 5.0, 10.0, 1e6 + 1.0 / 3.0}) {
    const auto count = noisy_count(scale);
    const auto counts = make_parallel(count, 1'000'000);
    EXPECT_EQ(counts.map(KeyedChange()), 0.0);
    EXPECT_EQ(counts.map({1, 1, 1}), count.map(1));
    for (const std::uint64_t n : {2ULL, 3ULL, 10ULL, 1'000'000ULL}) {
      const double all = to_double_up(to_rational(count.map(1)) * to_rational(n));
      EXPECT_EQ(counts.map({n, n, n}), all);
      EXPECT_EQ(counts.map({n, n, 1}), all);
      EXPECT_LE(counts.map({2, 2 * n, n}), all * 2);
    }
    EXPECT_TRUE(counts.check({3, 3, 3}, counts.map({3, 3, 3})));
    EXPECT_FALSE(counts.check({3, 3, 3}, std::nextafter(counts.map({3, 3, 3}), 0.0)));
  }
}

TEST(MakeParallel, costs_whole_groups_under_squares) {
  const auto count = gaussian_count(2.0);  // one row: 1 / 8
  const auto counts = make_parallel(count, 1'000'000);
  EXPECT_EQ(counts.map({1, 3, 3}), 9.0 / 8);
  EXPECT_EQ(counts.map({3, 3, 3}), 9.0 / 8);
  EXPECT_EQ(counts.map({3, 3, 1}), 3.0 / 8);
  EXPECT_EQ(counts.map({4, 11, 4}), 41.0 / 8);
  EXPECT_EQ(counts.map({7, 21, 3}), 63.0 / 8);
  EXPECT_EQ(counts.map({1'000'000, 1'000'000, 1'000'000}), 1e12 / 8);
  EXPECT_EQ(counts.map({1000, 1'000'001, 2000}), (500 * 4e6 + 1) / 8);
}

TEST(MakeParallel, costs_several_groups_where_one_loses_no_more_for_more_rows) {
  const auto any = that_loses(MaxDivergence{}, [](std::uint32_t rows) { return rows ? 0.5 : 0.0; });
  const auto counts = make_parallel(any, 7);
  EXPECT_EQ(counts.map({1, 3, 3}), 0.5);
  EXPECT_EQ(counts.map({2, 3, 3}), 1.0);
  EXPECT_EQ(counts.map({3, 3, 3}), 1.5);
  EXPECT_EQ(counts.map({3, 30, 10}), 1.5);
  // Groups that are no keys cost nothing.
  EXPECT_EQ(make_parallel(any, 2).map({3, 3, 3}), 1.0);
  EXPECT_EQ(make_parallel(any, 1).map({3, 30, 10}), 0.5);
}

TEST(MakeParallel, costs_no_more_than_steps_from_row_to_row) {
  // A map that says too much of many rows.
  const auto loose =
      that_loses(MaxDivergence{}, [](std::uint32_t rows) { return 1.0 * rows * rows; });
  EXPECT_EQ(make_parallel(loose, 2).map({2, 10, 5}), 10.0);
  const auto range =
      that_loses(RangeDivergence{}, [](std::uint32_t rows) { return 1.0 * rows * rows; });
  EXPECT_EQ(make_parallel(range, 2).map({2, 10, 5}), 10.0);
  const auto cubes = that_loses(ZeroConcentratedDivergence{},
                                [](std::uint32_t rows) { return std::pow(rows, 3.0); });
  EXPECT_EQ(make_parallel(cubes, 2).map({2, 10, 5}), 50.0);
}

TEST(MakeParallel, takes_losses_and_deltas_at_the_worst_of_each) {
  // Losses are worst in one group, deltas in three.
  const auto count = that_loses(Approximate<MaxDivergence>{}, [](std::uint32_t rows) {
    return rows == 0 ? LossWithDelta{} : LossWithDelta{1.0 * rows * rows, 0x1p-10};
  });
  EXPECT_EQ(make_parallel(count, 5).map({3, 3, 3}), (LossWithDelta{9.0, 3 * 0x1p-10}));
  EXPECT_EQ(make_parallel(count, 5).map(KeyedChange()), LossWithDelta{});
  const auto rho = that_loses(Approximate<ZeroConcentratedDivergence>{},
                              [](std::uint32_t rows) { return LossWithDelta{0.5 * rows, 0.0}; });
  EXPECT_EQ(make_parallel(rho, 5).map({3, 3, 3}), (LossWithDelta{1.5, 0.0}));
}

TEST(MakeParallel, never_tells_a_loss_with_the_delta_of_another_number_of_rows) {
  // A map that loses more epsilon and less delta at more rows: (1, 0) would be nobody's loss.
  const LossOfRows<LossWithDelta> loss = [](std::uint32_t rows) {
    return rows == 1 ? LossWithDelta{1.0, 0.5} : LossWithDelta{2.0, 0.0};
  };
  const auto told = parallel_loss(Approximate<MaxDivergence>{}, loss, KeyedChange(2, 3, 2));
  EXPECT_EQ(told.loss, 3.0);
  EXPECT_EQ(told.delta, 1.0);
}

TEST(MakeParallel, takes_renyi_losses_at_the_worst_of_each_order) {
  const RenyiDivergence measure({2.0, 8.0});
  const auto count = that_loses(measure, [](std::uint32_t rows) {
    return rows == 0 ? RenyiLosses{} : RenyiLosses{{1.0, 1.0 * rows * rows}};
  });
  EXPECT_EQ(make_parallel(count, 5).map({3, 3, 3}), (RenyiLosses{{3.0, 9.0}}));
}

TEST(MakeParallel, charges_profiles_by_the_rank_of_groups) {
  const auto count = row_count() >> then_gaussian(ProfileDivergence{}, {.scale = 3.0});
  const auto counts = make_parallel(count, 7);
  const auto of = [](std::uint64_t sensitivity) {
    return PrivacyProfile::of_gaussian(3.0, sensitivity);
  };
  EXPECT_EQ(counts.map(KeyedChange()), PrivacyProfile());
  EXPECT_EQ(counts.map({1, 3, 3}), of(3));
  PrivacyProfile whole;
  whole.add(of(4), 2);
  EXPECT_EQ(counts.map({2, 8, 4}), whole);
  PrivacyProfile ranks = of(7);  // 7; 3 and 3; 2, 2 and 2; 1 each
  ranks.add(of(3));
  ranks.add(of(2));
  ranks.add(of(1), 4);
  EXPECT_EQ(counts.map({7, 7, 7}), ranks);
  PrivacyProfile capped;
  capped.add(of(3), 2);
  capped.add(of(2));
  capped.add(of(1));
  EXPECT_EQ(counts.map({4, 7, 3}), capped);
  // It is never below one of the spreads.
  const double epsilon = 0.5;
  for (const auto& spread : {std::vector<std::uint64_t>{3, 3, 1}, {3, 2, 2}, {3, 2, 1, 1}}) {
    PrivacyProfile one;
    for (const std::uint64_t rows : spread) one.add(of(rows));
    EXPECT_GE(counts.map({4, 7, 3}).delta(epsilon), one.delta(epsilon));
  }
}

TEST(MakeParallel, charges_profiles_of_many_groups_in_few_steps) {
  const auto count = row_count() >> then_gaussian(ProfileDivergence{}, {.scale = 3.0});
  const PrivacyProfile many =
      make_parallel(count, 1'000'000).map({1'000'000, 1'000'000, 1'000'000});
  // As a sum of squares, the ranks lose no more than 1 + 1/4 + 1/9 + ... times the largest, and
  // that every step is taken for its longest a little more.
  EXPECT_LE(many.rho(), 1.66 * count.map(1'000'000).rho());
  EXPECT_GE(many.rho(), 1.64 * count.map(1'000'000).rho());
}

TEST(MakeParallel, forgets_the_direction_of_profiles_in_several_groups) {
  const auto count =
      make_sample(row_count() >> then_gaussian(ProfileDivergence{}, {.scale = 2.0}), 0.125);
  const auto counts = make_parallel(count, 5);
  EXPECT_EQ(counts.map({1, 1, 1}), count.map(1));
  PrivacyProfile two;
  two.add(count.map(1).either_way(), 2);
  EXPECT_EQ(counts.map({2, 2, 1}), two);
}

TEST(MakeParallel, refuses_what_its_price_does_not_cover) {
  const auto count = noisy_count(1.0);
  SCRIM_EXPECT_ERROR((void)make_parallel(count, 0), ErrorKind::invalid_argument, "keys is 0");
  SCRIM_EXPECT_ERROR((void)make_parallel(count, std::uint64_t{1} << 31),
                     ErrorKind::invalid_argument, "1073741824");
  EXPECT_THROW((void)make_parallel(count, 3, "value"), Error);
  EXPECT_EQ(make_parallel(count, 3, "ward").input_domain().group().name, "ward");
  SCRIM_EXPECT_ERROR(
      (void)make_parallel(that_loses(MaxDivergence{}, [](std::uint32_t) { return 0.5; }), 3),
      ErrorKind::invalid_argument, "between equal data");
  const auto counts = make_parallel(count, 3);
  const KeyedChange too_large(1, std::uint64_t{1} << 32, std::uint64_t{1} << 32);
  SCRIM_EXPECT_ERROR((void)counts.map(too_large), ErrorKind::overflow, "4294967296");
  EXPECT_FALSE(counts.check(too_large, 1e9));
}

TEST(MakeParallel, refuses_saved_groups_that_are_none) {
  // The state is the number of groups that have rows, and for each its key and its count.
  const auto counts = make_parallel(noisy_count(no_noise), 3);
  const auto& accumulation = MeasurementAccess::function_of(counts).accumulation();
  const auto load = [&](const std::vector<std::uint64_t>& words) {
    StateWriter writer;
    for (const std::uint64_t word : words) writer.write(word);
    StateReader reader(writer.bytes());
    const auto state = accumulation.start();
    state->load(reader);
    return MeasurementAccess::function_of(counts).finish(*state);
  };
  EXPECT_EQ(load({2, 0, 5, 2, 7}), (std::vector<std::int64_t>{5, 0, 7}));
  EXPECT_THROW((void)load({1, 3, 5}), InvokeError);
  EXPECT_THROW((void)load({2, 2, 7, 0, 5}), InvokeError);
  EXPECT_THROW((void)load({2, 1, 7, 1, 5}), InvokeError);
  EXPECT_THROW((void)load({std::uint64_t{1} << 60, 0, 5}), InvokeError);
}

TEST(MakeParallel, shares_what_is_gathered_alike_and_tells_other_keys_apart) {
  const auto three = make_parallel(noisy_count(no_noise), 3);
  const auto accumulation = [](const auto& measurement) {
    return MeasurementAccess::function_of(measurement).accumulation();
  };
  EXPECT_TRUE(accumulation(three).gathers_as(accumulation(make_parallel(noisy_count(9.0), 3))));
  EXPECT_FALSE(accumulation(three).gathers_as(accumulation(make_parallel(noisy_count(9.0), 4))));
  const auto both = make_composition(three, make_parallel(noisy_count(no_noise), 2));
  const BlockMemory<GroupedRow> rows({{2, 0}, {0, 0}, {1, 0}, {1, 0}});
  const auto [first, second] = both.invoke(rows.block());
  EXPECT_EQ(first, (std::vector<std::int64_t>{1, 2, 1}));
  EXPECT_EQ(second, (std::vector<std::int64_t>{1, 2}));
}

TEST(MakeParallel, of_a_composition_costs_what_one_in_each_group_does) {
  const auto count = noisy_count(4.0);
  const auto twice = make_parallel(make_composition(std::vector{count, count}), 3);
  EXPECT_EQ(twice.map({3, 3, 3}), 1.5);
  const auto releases = make_parallel(make_composition(std::vector{noisy_count(no_noise)}), 2)
                            .invoke(BlockMemory<GroupedRow>({{1, 0}}).block());
  EXPECT_EQ(releases, (std::vector<std::vector<std::int64_t>>{{0}, {1}}));
}

}  // namespace
}  // namespace scrim::make_parallel_test
