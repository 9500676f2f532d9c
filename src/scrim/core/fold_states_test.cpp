// Rows read on several threads: which threads there are, and what is left when one fails.
#include "scrim/core/fold_states.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <latch>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "scrim/core/run.hpp"
#include "support/error_of.hpp"

namespace scrim::fold_states_test {
namespace {

/// What the accumulators of one test have in common, and what the test learns from them.
struct Shared {
  std::size_t numbers_saved = 1;
  std::atomic<int> states{0};  ///< those that exist now
  std::latch* first_blocks = nullptr;
  bool is_slow = false;  ///< so slow that every thread that there is gets something to do
  bool copies_fail = false;
  bool merges_fail = false;

  void on_first_block() {
    if (first_blocks != nullptr) first_blocks->arrive_and_wait();
  }
};

/// Counts rows and sums them; a negative row throws.
class Sum {
 public:
  explicit Sum(Shared& shared) : shared_(&shared) { ++shared_->states; }
  Sum(const Sum& other) : shared_(other.shared_), sum_(other.sum_) {
    if (shared_->copies_fail) throw std::bad_alloc();
    ++shared_->states;
  }
  Sum(Sum&& other) noexcept : shared_(other.shared_), sum_(other.sum_) { ++shared_->states; }
  Sum& operator=(const Sum&) = default;
  ~Sum() { --shared_->states; }

  void update(std::span<const int> rows) {
    if (!std::exchange(has_read_, true)) shared_->on_first_block();
    if (shared_->is_slow) std::this_thread::sleep_for(std::chrono::microseconds(100));
    for (const int row : rows) {
      if (row < 0) throw std::runtime_error(std::to_string(row));
      sum_ += static_cast<std::uint64_t>(row);
    }
  }
  void merge(const Sum& other) {
    if (shared_->merges_fail) throw std::bad_alloc();
    sum_ += other.sum_;
  }
  [[nodiscard]] static Identity identity() { return Identity("sum"); }
  void save(StateWriter& writer) const {
    for (std::size_t i = 0; i < shared_->numbers_saved; ++i) writer.write(sum_);
  }
  void load(StateReader& reader) {
    for (std::size_t i = 0; i < shared_->numbers_saved; ++i) sum_ = reader.read();
  }
  [[nodiscard]] std::uint64_t finish() const { return sum_; }

 private:
  Shared* shared_;
  std::uint64_t sum_ = 0;
  bool has_read_ = false;
};

using Rows = std::span<const int>;
using SumRun = Run<Rows, std::uint64_t>;
using ListRun = Run<Rows, std::vector<std::uint64_t>>;

Fold<Rows, std::uint64_t> sum_fold(Shared& shared) { return make_fold<Rows>(Sum(shared)); }

std::vector<int> ones(std::size_t count) { return std::vector<int>(count, 1); }

constexpr std::size_t enough_for_two = 2 * rows_per_thread;

TEST(FoldStates, read_every_row_once_on_any_number_of_threads) {
  Shared shared;
  const auto fold = sum_fold(shared);
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, enough_for_two - 1, enough_for_two, enough_for_two + 1,
        enough_for_two + chunk_rows - 1, enough_for_two + chunk_rows, 7 * rows_per_thread + 1}) {
    std::vector<int> rows(size);
    for (std::size_t i = 0; i < size; ++i) rows[i] = static_cast<int>(i);
    const std::uint64_t expected = size == 0 ? 0 : std::uint64_t{size} * (size - 1) / 2;
    for (const std::size_t threads : {1U, 2U, 3U, 7U, 1000U}) {
      SumRun run(fold, {size});
      run.update(rows, {.threads = threads});
      EXPECT_EQ(std::move(run).finish(), expected) << size << " rows on " << threads;
    }
  }
}

/// Leaves out what is divisible by three, through a buffer that no two threads may share.
RowMap<Rows, Rows> some_numbers() {
  struct Buffer {
    std::vector<int> rows;
    std::atomic<bool> is_in_use{false};
  };
  return make_row_map<Rows, Rows, Buffer>(
      [](Rows block, Buffer& buffer) -> Rows {
        EXPECT_LE(block.size(), block_rows);
        EXPECT_FALSE(buffer.is_in_use.exchange(true)) << "two threads share a buffer";
        buffer.rows.clear();
        for (const int row : block) {
          if (row % 3 != 0) buffer.rows.push_back(row);
        }
        buffer.is_in_use = false;
        return buffer.rows;
      },
      Identity("some numbers"));
}

TEST(FoldStates, count_the_rows_that_are_given_and_read_those_that_are_left) {
  Shared shared;
  const auto fold = chain_functions(some_numbers(), sum_fold(shared));
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, std::size_t{2}, block_rows + 1,
                                 enough_for_two, 8 * rows_per_thread + 1}) {
    std::vector<int> rows(size);
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
      rows[i] = static_cast<int>(i);
      if (i % 3 != 0) sum += i;
    }
    for (const std::size_t threads : {1U, 2U, 3U, 8U}) {
      SumRun run(fold, {size});
      run.update(rows, {.threads = threads});
      EXPECT_EQ(std::move(run).finish(), sum) << size << " rows on " << threads;
      SumRun wrong(fold, {size + 1});
      wrong.update(rows, {.threads = threads});
      SCRIM_EXPECT_ERROR(std::move(wrong).finish(), ErrorKind::wrong_size, "number of rows");
    }
  }
}

TEST(FoldStates, use_a_second_thread_when_there_is_enough_to_read) {
  Shared shared;
  std::latch two_threads(2);  // or this test would never end
  SumRun run(sum_fold(shared), {});
  shared.first_blocks = &two_threads;
  run.update(ones(enough_for_two), {.threads = 2});
  EXPECT_EQ(std::move(run).finish(), enough_for_two);
}

TEST(FoldStates, start_no_thread_for_few_rows) {
  Shared shared;
  const auto fold = sum_fold(shared);
  SumRun run(fold, {});
  shared.is_slow = true;
  const int before = shared.states;
  for (int piece = 0; piece < 3; ++piece) {
    run.update(ones(enough_for_two - 1), {.threads = 2});
    EXPECT_EQ(shared.states, before);
  }
}

// Else every piece of a stream would pay for making and merging the states of all threads.
TEST(FoldStates, keep_the_states_of_threads_from_one_piece_to_the_next) {
  Shared shared;
  const auto fold = sum_fold(shared);
  SumRun run(fold, {});
  const int before = shared.states;
  std::latch two_threads(2);
  shared.first_blocks = &two_threads;
  run.update(ones(enough_for_two), {.threads = 2});
  shared.first_blocks = nullptr;
  EXPECT_EQ(shared.states, before + 1);
  for (int piece = 0; piece < 10; ++piece) run.update(ones(enough_for_two), {.threads = 2});
  run.update(ones(3), {.threads = 1});
  EXPECT_EQ(shared.states, before + 1);
  EXPECT_EQ(std::move(run).finish(), 11 * enough_for_two + 3);
  EXPECT_EQ(shared.states, before - 1) << "a finished run keeps no state";
}

TEST(FoldStates, are_as_many_as_the_rows_pay_for) {
  Shared shared;
  // A second state is worth its memory from five pieces of this size on, a third from ten on.
  const std::uint64_t piece = 3 * rows_per_thread;
  shared.numbers_saved = 5 * piece / (8 * rows_per_state_byte);
  shared.is_slow = true;
  const auto fold = sum_fold(shared);
  SumRun run(fold, {});
  const int before = shared.states;
  for (int pieces = 1; pieces <= 12; ++pieces) {
    run.update(ones(piece), {.threads = 3});
    EXPECT_LE(shared.states, before + pieces / 5);
  }
  EXPECT_EQ(std::move(run).finish(), 12 * piece);
}

/// A state may be small before it has read, and large behind.
TEST(FoldStates, are_measured_again_as_they_grow) {
  Shared shared;
  shared.is_slow = true;
  const auto fold = sum_fold(shared);
  SumRun run(fold, {});
  const int before = shared.states;
  const std::uint64_t piece = 3 * rows_per_thread;
  run.update(ones(piece), {.threads = 2});
  EXPECT_EQ(shared.states, before + 1);
  shared.numbers_saved = piece;  // a state costs as much as 32 pieces
  for (int pieces = 0; pieces < 3; ++pieces) run.update(ones(piece), {.threads = 3});
  EXPECT_EQ(shared.states, before + 1) << "a third state is not paid for";
}

TEST(FoldStates, merge_and_save_with_what_threads_have_read) {
  Shared shared;
  const auto fold = sum_fold(shared);
  const auto run_over = [&](std::size_t rows, std::uint64_t part) {
    SumRun run(fold, {}, {part, 2});
    std::latch two_threads(2);
    shared.first_blocks = &two_threads;
    run.update(ones(rows), {.threads = 2});
    shared.first_blocks = nullptr;
    return run;
  };
  auto run = run_over(enough_for_two, 0);
  run.merge(run_over(enough_for_two + 5, 1));
  const auto bytes = std::move(run).save();
  auto loaded = SumRun::load(fold, {2 * enough_for_two + 5}, bytes);
  EXPECT_EQ(std::move(loaded).finish(), 2 * enough_for_two + 5);
}

/// Every way to go on with a run is refused, so that nothing of it can be released.
void expect_spent(SumRun& run, const Fold<Rows, std::uint64_t>& fold) {
  constexpr auto text = "cut short by an error";
  SumRun other(fold, {});
  SCRIM_EXPECT_ERROR(run.update(std::vector{1}), ErrorKind::misuse, text);
  SCRIM_EXPECT_ERROR(run.merge(std::move(other)), ErrorKind::misuse, text);
  SCRIM_EXPECT_ERROR(other.merge(std::move(run)), ErrorKind::misuse, text);
  SCRIM_EXPECT_ERROR(std::move(run).save(), ErrorKind::misuse, text);
  SCRIM_EXPECT_ERROR(std::move(run).finish(), ErrorKind::misuse, text);
  EXPECT_EQ(std::move(other).finish(), 0U) << "a refused merge leaves the other run as it was";
}

TEST(FoldStates, are_dropped_when_reading_fails) {
  Shared shared;
  const auto fold = sum_fold(shared);
  const int before = shared.states;
  for (const std::size_t threads : {1U, 2U, 3U, 7U}) {
    for (const std::size_t size : {std::size_t{10}, 4 * rows_per_thread}) {
      SumRun run(fold, {});
      run.update(std::vector{1, 2, 3});
      auto rows = ones(size);
      rows[size / 2] = -7;
      EXPECT_THROW(run.update(rows, {.threads = threads}), std::runtime_error);
      EXPECT_EQ(shared.states, before);
      expect_spent(run, fold);
    }
  }
}

TEST(FoldStates, fail_alike_on_any_number_of_threads) {
  Shared shared;
  const auto fold = sum_fold(shared);
  auto rows = ones(4 * rows_per_thread + 17);
  for (std::size_t i = rows.size() / 5; i < rows.size(); i += 1000) rows[i] = -static_cast<int>(i);
  const std::string first = std::to_string(-static_cast<int>(rows.size() / 5));
  for (int repetition = 0; repetition < 20; ++repetition) {
    for (const std::size_t threads : {1U, 2U, 3U, 7U}) {
      SumRun run(fold, {});
      try {
        run.update(rows, {.threads = threads});
        ADD_FAILURE() << "nothing was thrown on " << threads << " threads";
      } catch (const std::runtime_error& error) {
        EXPECT_EQ(error.what(), first) << threads << " threads";
      }
    }
  }
}

TEST(FoldStates, are_dropped_when_a_thread_has_no_memory) {
  Shared shared;
  const auto fold = sum_fold(shared);
  SumRun run(fold, {});
  shared.copies_fail = true;
  bool has_failed = false;
  for (int attempt = 0; attempt < 1000 && !has_failed; ++attempt) {
    try {  // a calling thread so fast that the other found nothing left to do has not failed
      run.update(ones(16 * enough_for_two), {.threads = 2});
    } catch (const std::bad_alloc&) {
      has_failed = true;
    }
  }
  EXPECT_TRUE(has_failed);
  shared.copies_fail = false;
  expect_spent(run, fold);
}

TEST(FoldStates, are_dropped_on_both_sides_when_merging_fails) {
  Shared shared;
  const auto fold = sum_fold(shared);
  SumRun first(fold, {}, {0, 2});
  SumRun second(fold, {}, {1, 2});
  shared.merges_fail = true;
  EXPECT_THROW(first.merge(std::move(second)), std::bad_alloc);
  shared.merges_fail = false;
  expect_spent(first, fold);
  expect_spent(second, fold);  // NOLINT(bugprone-use-after-move): that is what is looked at
}

TEST(FoldStates, are_dropped_when_threads_cannot_be_merged) {
  Shared shared;
  const auto fold = sum_fold(shared);
  for (const bool by_saving : {false, true}) {
    SumRun run(fold, {});
    std::latch two_threads(2);
    shared.first_blocks = &two_threads;
    run.update(ones(enough_for_two), {.threads = 2});
    shared.first_blocks = nullptr;
    shared.merges_fail = true;
    if (by_saving) {
      EXPECT_THROW((void)std::move(run).save(), std::bad_alloc);
    } else {
      EXPECT_THROW((void)std::move(run).finish(), std::bad_alloc);
    }
    shared.merges_fail = false;
    expect_spent(run, fold);
  }
}

TEST(FoldStates, are_as_before_when_no_thread_is_asked_for) {
  Shared shared;
  SumRun run(sum_fold(shared), {});
  run.update(std::vector{1, 2});
  SCRIM_EXPECT_ERROR(run.update(std::vector{4}, {.threads = 0}), ErrorKind::invalid_argument,
                     "threads is 0");
  run.update(std::vector{8});
  EXPECT_EQ(std::move(run).finish(), 11U);
}

/// Takes over states of other threads itself, and never one by one.
class TakingOver {
 public:
  explicit TakingOver(std::atomic<int>& most_taken_over) : most_taken_over_(&most_taken_over) {}

  void update(Rows rows) {
    for (const int row : rows) unsettled_ += static_cast<std::uint64_t>(row);
  }
  void settle() { sum_ += std::exchange(unsettled_, 0); }
  void gather_from(std::span<TakingOver* const> others) {
    if (static_cast<int>(others.size()) > *most_taken_over_) {
      *most_taken_over_ = static_cast<int>(others.size());
    }
    for (TakingOver* other : others) {
      other->settle();
      sum_ += std::exchange(other->sum_, 0);
    }
    settle();
  }
  void merge(const TakingOver& other) {
    is_merged_ = true;
    sum_ += other.sum_;
  }
  [[nodiscard]] static Identity identity() { return Identity("taking over"); }
  void save(StateWriter& writer) const { writer.write(sum_); }
  void load(StateReader& reader) { sum_ = reader.read(); }
  [[nodiscard]] std::uint64_t finish() const {
    EXPECT_FALSE(is_merged_) << "states of threads are taken over, not merged";
    return sum_;
  }

 private:
  std::atomic<int>* most_taken_over_;
  std::uint64_t unsettled_ = 0;
  std::uint64_t sum_ = 0;
  bool is_merged_ = false;
};

TEST(FoldStates, are_taken_over_by_what_can_do_so_behind_row_maps_and_in_products) {
  std::vector<int> rows(3 * rows_per_thread + 1);
  std::uint64_t expected = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = static_cast<int>(i % 1000);
    expected += i % 1000 % 3 != 0 ? i % 1000 : 0;
  }
  Shared shared;
  shared.is_slow = true;  // so that every thread has a state
  std::atomic<int> most_taken_over = 0;
  const auto taking_over = make_fold<Rows>(TakingOver(most_taken_over));
  const auto fold = chain_functions(
      some_numbers(), join_functions(std::vector{sum_fold(shared), taking_over, taking_over}));
  for (const std::size_t threads : {1U, 2U, 3U}) {
    ListRun run(fold, {});
    for (int piece = 0; piece < 2; ++piece) run.update(Rows(rows), {.threads = threads});
    EXPECT_EQ(std::move(run).finish(), std::vector<std::uint64_t>(3, 2 * expected)) << threads;
    EXPECT_EQ(most_taken_over, static_cast<int>(threads) - 1);
  }
}

}  // namespace
}  // namespace scrim::fold_states_test
