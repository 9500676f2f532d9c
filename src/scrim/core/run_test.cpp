#include "scrim/core/run.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "scrim/core/fold.hpp"
#include "support/error_of.hpp"

namespace scrim::run_test {
namespace {

/// Counts rows and sums them, and remembers how large the blocks were.
struct Sum {
  std::int64_t sum = 0;
  std::size_t largest_block = 0;

  void update(std::span<const int> rows) {
    for (const int row : rows) sum += row;
    largest_block = std::max(largest_block, rows.size());
  }
  void merge(const Sum& other) { sum += other.sum; }
  [[nodiscard]] static Identity identity() { return Identity("sum"); }
  void save(StateWriter& writer) const { writer.write(static_cast<std::uint64_t>(sum)); }
  void load(StateReader& reader) { sum = static_cast<std::int64_t>(reader.read()); }
  [[nodiscard]] std::int64_t finish() const {
    EXPECT_LE(largest_block, block_rows);
    return sum;
  }
};

using Rows = std::span<const int>;
using SumRun = Run<Rows, std::int64_t>;

Fold<Rows, std::int64_t> sum_fold() { return make_fold<Rows>(Sum{}); }

TEST(Run, gives_the_same_value_however_the_rows_arrive) {
  std::vector<int> rows(2 * block_rows + 3);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<int>(i);
  const std::span<const int> all(rows);
  const auto fold = sum_fold();
  const auto expected = static_cast<std::int64_t>(rows.size() * (rows.size() - 1) / 2);
  for (const std::size_t piece :
       {std::size_t{1}, std::size_t{2}, block_rows - 1, block_rows, block_rows + 1, rows.size()}) {
    SumRun run(fold, {});
    for (std::size_t i = 0; i < rows.size(); i += piece) {
      run.update(all.subspan(i, std::min(piece, rows.size() - i)));
    }
    EXPECT_EQ(std::move(run).finish(), expected);
  }
}

constexpr Part first_half{.index = 0, .count = 2};
constexpr Part second_half{.index = 1, .count = 2};

TEST(Run, merges_with_runs_of_the_same_fold) {
  const auto fold = sum_fold();
  const auto copy = fold;
  SumRun first(fold, {}, first_half);
  SumRun second(copy, {}, second_half);
  first.update(std::vector{1, 2});
  second.update(std::vector{30});
  first.merge(std::move(second));
  first.update(std::vector{100});
  EXPECT_EQ(std::move(first).finish(), 133);
}

TEST(Run, refuses_to_merge_with_another_fold_or_with_itself) {
  SumRun first(sum_fold(), {}, first_half);
  SumRun other(sum_fold(), {}, second_half);
  SCRIM_EXPECT_ERROR(first.merge(std::move(other)), ErrorKind::misuse, "same");
  SCRIM_EXPECT_ERROR(first.merge(std::move(first)), ErrorKind::misuse, "different runs");
}

TEST(Run, refuses_to_merge_rows_that_it_has_and_goes_on) {
  const auto fold = sum_fold();
  SumRun whole(fold, {});
  SumRun other(fold, {});
  whole.update(std::vector{1});
  SCRIM_EXPECT_ERROR(whole.merge(std::move(other)), ErrorKind::misuse, "this run holds the whole",
                     "counted twice", "start runs that are to be merged as parts");
  other.update(std::vector{4});  // a refused merge leaves both sides as they were
  whole.update(std::vector{2});
  EXPECT_EQ(std::move(other).finish(), 4);
  EXPECT_EQ(std::move(whole).finish(), 3);
}

TEST(Run, cannot_be_finished_before_all_parts_are_there) {
  const auto fold = sum_fold();
  SumRun first(fold, {}, first_half);
  first.update(std::vector{1});
  SCRIM_EXPECT_ERROR(std::move(first).finish(), ErrorKind::misuse, "without part 1");
  SumRun second(fold, {}, second_half);
  second.update(std::vector{2});
  first.merge(std::move(second));  // it was refused beforehand, and is as it was
  EXPECT_EQ(std::move(first).finish(), 3);
}

// A second finish of a measurement would be a second release that nobody charges.
TEST(Run, can_be_finished_once) {
  SumRun run(sum_fold(), {});
  EXPECT_EQ(std::move(run).finish(), 0);
  SCRIM_EXPECT_ERROR(std::move(run).finish(), ErrorKind::misuse, "start a new one");
  SCRIM_EXPECT_ERROR(run.update(std::vector{1}), ErrorKind::misuse, "finished");
}

TEST(Run, cannot_be_copied) {
  EXPECT_FALSE(std::is_copy_constructible_v<SumRun>);
  EXPECT_FALSE(std::is_copy_assignable_v<SumRun>);
}

TEST(Run, is_spent_after_it_was_merged_away_or_moved_from) {
  const auto fold = sum_fold();
  SumRun first(fold, {}, first_half);
  SumRun second(fold, {}, second_half);
  first.merge(std::move(second));
  SCRIM_EXPECT_ERROR(std::move(second).finish(), ErrorKind::misuse, "merged");
  SumRun third(std::move(first));
  SCRIM_EXPECT_ERROR(first.update(std::vector{1}), ErrorKind::misuse, "moved from");
  EXPECT_EQ(std::move(third).finish(), 0);
}

TEST(Run, checks_the_declared_size_over_all_pieces_and_merges) {
  const auto fold = sum_fold();
  SumRun exact(fold, {3}, first_half);
  SumRun part(fold, {3}, second_half);
  exact.update(std::vector{1});
  part.update(std::vector{1, 1});
  exact.merge(std::move(part));
  EXPECT_EQ(std::move(exact).finish(), 3);

  SumRun short_run(fold, {3});
  short_run.update(std::vector{1, 1});
  const auto error = test::error_of([&] { (void)std::move(short_run).finish(); });
  EXPECT_EQ(error.kind, ErrorKind::wrong_size);
  EXPECT_TRUE(error.is_invoke_error);
  // The failed run is spent too: nothing can be coaxed out of it by feeding it the missing row.
  SCRIM_EXPECT_ERROR(short_run.update(std::vector{1}), ErrorKind::misuse, "finished");
}

}  // namespace
}  // namespace scrim::run_test
