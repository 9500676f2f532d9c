// Rows that have keys, read for the states of all keys at once.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/fold.hpp"
#include "scrim/core/product.hpp"
#include "scrim/transformations/count/row_count.hpp"
#include "scrim/transformations/count_numbers/number_count.hpp"
#include "scrim/transformations/sum/row_sum.hpp"
#include "support/error_of.hpp"

namespace scrim::keyed_reading_test {
namespace {

using Reals = std::span<const double>;
using Integers = std::span<const std::int64_t>;

constexpr std::uint32_t keys = 5;
constexpr std::int64_t largest = (std::int64_t{1} << 62) - 1;

template <Block In>
std::vector<std::byte> bytes_of(AccumulationState<In>& state) {
  state.settle();
  StateWriter writer;
  state.save(writer);
  return {writer.bytes().begin(), writer.bytes().end()};
}

/// States that were handed what one reader read are those that read their rows by themselves, also
/// when they are handed more later.
template <Block In>
void expect_the_same(const Accumulation<In>& accumulation, const In& rows) {
  ASSERT_TRUE(accumulation.keyed_start());
  std::mt19937_64 random(rows.size());
  const auto reader = accumulation.keyed_start()(keys);
  std::vector<std::unique_ptr<AccumulationState<In>>> handed;
  std::vector<std::unique_ptr<AccumulationState<In>>> alone;
  for (std::uint32_t key = 0; key < keys; ++key) {
    handed.push_back(accumulation.start());
    alone.push_back(accumulation.start());
  }
  for (int round = 0; round < 3; ++round) {
    std::vector<std::uint32_t> key_of(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      key_of[i] = static_cast<std::uint32_t>(random() % (keys - 1));  // the last has none
      alone[key_of[i]]->update(rows.subspan(i, 1));
    }
    reader->update(rows, key_of);
    if (round == 1) continue;  // two blocks are handed over together
    for (std::uint32_t key = 0; key < keys; ++key) {
      reader->hand_over(key, *handed[key]);
      EXPECT_EQ(bytes_of(*handed[key]), bytes_of(*alone[key])) << key << " in round " << round;
    }
  }
}

std::vector<std::int64_t> some_integers(std::size_t size) {
  std::mt19937_64 random(size);
  std::vector<std::int64_t> rows{largest, -largest, largest, 0};
  while (rows.size() < size) rows.push_back(static_cast<std::int64_t>(random()));
  return rows;
}

std::vector<double> some_reals(std::size_t size) {
  std::vector<double> rows;
  for (std::size_t i = 0; i < size; ++i) {
    rows.push_back(i % 3 == 0 ? std::numeric_limits<double>::quiet_NaN()
                              : 0.25 * static_cast<double>(i));
  }
  return rows;
}

const auto truncated = [](RowPlaces places) {
  using Buffer = std::vector<std::int64_t>;
  return make_row_map<Reals, Integers, Buffer>(
      [](const Reals& rows, Buffer& buffer) -> Integers {
        buffer.clear();
        for (const double row : rows) {
          buffer.push_back(row == row ? static_cast<std::int64_t>(row) : -1);
        }
        return buffer;
      },
      Identity("truncated"), places);
};

const auto sum = make_accumulation<Integers>(RowSum<std::int64_t>({-largest, largest}));

TEST(KeyedReading, gives_each_state_what_it_would_have_read) {
  const auto integers = some_integers(2000);
  const auto reals = some_reals(2000);
  const std::vector<std::uint64_t> naturals{0, 7, 9, 10, 11, ~std::uint64_t{0}};
  expect_the_same(sum, Integers(integers));
  expect_the_same(make_accumulation<Integers>(RowSum<std::int64_t>({-3, 1000})),
                  Integers(integers));
  expect_the_same(make_accumulation<std::span<const std::uint64_t>>(RowSum<std::uint64_t>({1, 10})),
                  std::span<const std::uint64_t>(naturals));
  expect_the_same(make_accumulation<Integers>(RowCount()), Integers(integers));
  expect_the_same(make_accumulation<Reals>(NumberCount<double>()), Reals(reals));
  expect_the_same(gather_behind(truncated(RowPlaces::stay), sum), Reals(reals));
  expect_the_same(make_product<Reals>({make_accumulation<Reals>(NumberCount<double>()),
                                       gather_behind(truncated(RowPlaces::stay), sum),
                                       make_accumulation<Reals>(RowCount())}),
                  Reals(reals));
  expect_the_same(make_accumulation<Reals>(RowCount()), Reals(reals).first(0));
}

struct InOrder : RowCount {
  static constexpr bool keeps_order = true;
};

TEST(KeyedReading, is_not_offered_where_rows_may_change_places_or_order_counts) {
  EXPECT_FALSE(gather_behind(truncated(RowPlaces::change), sum).keyed_start());
  EXPECT_FALSE(make_accumulation<Reals>(InOrder()).keyed_start());
  const auto count = make_accumulation<Reals>(RowCount());
  EXPECT_FALSE(
      make_product<Reals>({count, gather_behind(truncated(RowPlaces::change), sum)}).keyed_start());
}

TEST(KeyedReading, takes_rows_for_moved_unless_both_functions_leave_them) {
  const auto same = [](RowPlaces places) {
    return make_row_map<Reals, Reals, NoBuffer>([](const Reals& rows, NoBuffer&) { return rows; },
                                                Identity("same"), places);
  };
  EXPECT_EQ(same(RowPlaces::stay).places(), RowPlaces::stay);
  for (const RowPlaces first : {RowPlaces::stay, RowPlaces::change}) {
    for (const RowPlaces second : {RowPlaces::stay, RowPlaces::change}) {
      const bool both = first == RowPlaces::stay && second == RowPlaces::stay;
      EXPECT_EQ(chain_functions(same(first), truncated(second)).places(),
                both ? RowPlaces::stay : RowPlaces::change);
    }
  }
}

TEST(KeyedReading, ends_where_a_function_leaves_out_rows_that_should_stay) {
  const auto liar = make_row_map<Reals, Reals, NoBuffer>(
      [](const Reals& rows, NoBuffer&) { return rows.first(rows.size() - 1); }, Identity("liar"),
      RowPlaces::stay);
  const auto reader = gather_behind(liar, make_accumulation<Reals>(RowCount())).keyed_start()(keys);
  const auto rows = some_reals(3);
  const std::vector<std::uint32_t> key_of(rows.size());
  SCRIM_EXPECT_ERROR(reader->update(rows, key_of), ErrorKind::misuse, "in their places");
}

}  // namespace
}  // namespace scrim::keyed_reading_test
