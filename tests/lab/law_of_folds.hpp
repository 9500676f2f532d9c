// Laws of aggregates: however rows are cut, ordered, shared out among threads, merged, saved and
// loaded, the value is that of the whole.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "lab/law_datasets.hpp"
#include "lab/law_of_row_maps.hpp"
#include "lab/same_value.hpp"
#include "scrim/columns/block.hpp"
#include "scrim/core/declared_size.hpp"
#include "scrim/core/parts.hpp"
#include "scrim/core/read_options.hpp"
#include "scrim/core/run.hpp"
#include "scrim/core/thread_limits.hpp"
#include "scrim/numbers/number.hpp"
#include "support/block_memory.hpp"

namespace scrim::test {

/// A transformation or measurement as these laws see it: what starts runs over rows of T, whatever
/// its spaces are. So the laws are compiled once for a block and a value, and not for every metric
/// and measure.
template <class T, class Out>
struct Folding {
  using Rows = decltype(std::declval<BlockMemory<T>>().block());
  using RunOver = Run<Rows, Out>;

  std::optional<std::size_t> size;
  std::function<RunOver(Part)> start_part;
  std::function<RunOver(std::span<const std::byte>)> load;
  std::function<Out(const Rows&, ReadOptions)> invoke_with;

  [[nodiscard]] RunOver start(Part part = {}) const { return start_part(part); }
  [[nodiscard]] Out invoke(const Rows& rows, ReadOptions options = {}) const {
    return invoke_with(rows, options);
  }
  [[nodiscard]] Out invoke_on(const std::vector<T>& rows) const {
    return invoke(BlockMemory<T>(rows).block());
  }
  [[nodiscard]] RunOver run_over(const Rows& rows, Part part = {}) const {
    RunOver run = start(part);
    run.update(rows);
    return run;
  }
  [[nodiscard]] RunOver saved_and_loaded(RunOver run) const {
    const auto bytes = std::move(run).save();
    EXPECT_TRUE(load(bytes).save() == bytes) << "what was loaded is saved as other bytes";
    return load(bytes);
  }
};

/// It must outlive its folding.
template <class Callable>
[[nodiscard]] auto folding_of(const Callable& callable) {
  using T = typename Callable::InputDomain::Element;
  using Rows = typename Folding<T, int>::Rows;
  using Out = decltype(callable.invoke(std::declval<Rows>()));
  return Folding<T, Out>{
      .size = declared_size(callable.input_domain()),
      .start_part = [&](Part part) { return callable.start(part); },
      .load = [&](std::span<const std::byte> saved) { return callable.load(saved); },
      .invoke_with = [&](const Rows& rows,
                         ReadOptions options) { return callable.invoke(rows, options); }};
}

namespace folds {

template <class Run>
[[nodiscard]] Run merged(Run first, Run second) {
  first.merge(std::move(second));
  return first;
}

/// The whole in blocks of `length`, in an order drawn at random.
template <Block B, class Stream>
[[nodiscard]] std::vector<B> shuffled_blocks(const B& rows, std::size_t length, Stream& stream) {
  std::vector<B> blocks;
  for_each_block(rows, [&](const B& block) { blocks.push_back(block); }, length);
  if (rows.size() == 0) blocks.push_back(rows);
  std::shuffle(blocks.begin(), blocks.end(), stream);
  return blocks;
}

}  // namespace folds

/// Rows of every magnitude, of which no two sums round alike; the letters where T is no number.
template <class T>
[[nodiscard]] std::vector<T> rows_of_all_magnitudes(std::size_t size) {
  std::vector<T> rows = many_rows<T>(size);
  if constexpr (Number<T>) {
    std::mt19937_64 stream(size);
    for (T& row : rows) {
      const std::uint64_t digits = stream() >> stream() % 64;
      if constexpr (Float<T>) {
        row = static_cast<T>(digits) * (stream() % 2 == 0 ? T{0x1p-60} : T{-1});
      } else {
        row = static_cast<T>(digits);
      }
    }
  }
  return rows;
}

/// The law of accumulators: blocks in any order, given to any of several runs, which are merged in
/// any order, make the same state, to the byte. Threads can do no other than this.
template <class T, class Out>
void expect_state_in_any_order(const Folding<T, Out>& folding, const std::vector<T>& rows) {
  const BlockMemory<T> memory(rows);
  const auto bytes = folding.run_over(memory.block()).save();
  std::mt19937_64 stream(rows.size());
  for (const std::size_t length : {std::size_t{1}, std::size_t{7}, block_rows}) {
    for (const std::size_t run_count : {1U, 2U, 3U, 7U}) {
      std::vector<decltype(folding.start())> runs;
      for (std::size_t i = 0; i < run_count; ++i) {
        runs.push_back(folding.start({.index = i, .count = run_count}));
      }
      for (const auto& block : folds::shuffled_blocks(memory.block(), length, stream)) {
        runs[stream() % run_count].update(block);
      }
      while (runs.size() > 1) {
        std::shuffle(runs.begin(), runs.end(), stream);
        auto last = std::move(runs.back());
        runs.pop_back();
        runs.back().merge(std::move(last));
      }
      EXPECT_TRUE(std::move(runs.front()).save() == bytes)
          << rows.size() << " rows in shuffled blocks of " << length << " to " << run_count
          << " runs";
    }
  }
}

/// Every number of threads gives the value of one, and the same state, to the byte.
template <class T, class Out>
void expect_value_on_any_number_of_threads(const Folding<T, Out>& folding) {
  // Around where a chunk ends, and where a second, a third and a seventh thread is started.
  const BlockMemory<T> many(many_rows<T>(7 * rows_per_thread + chunk_rows + 1));
  for (const std::size_t size :
       {std::size_t{0}, std::size_t{1}, 2 * rows_per_thread - 1, 2 * rows_per_thread,
        2 * rows_per_thread + chunk_rows - 1, 3 * rows_per_thread + 1, many.block().size()}) {
    const auto rows = many.block().subspan(0, size);
    const auto value = folding.invoke(rows);
    const auto bytes = folding.run_over(rows).save();
    for (const std::size_t threads : {1U, 2U, 3U, 7U}) {
      // More threads than there are rows for are the same as fewer.
      if (threads > std::max<std::size_t>(3, size / rows_per_thread)) continue;
      auto run = folding.start();
      run.update(rows, {.threads = threads});
      EXPECT_TRUE(std::move(run).save() == bytes) << size << " rows on " << threads << " threads";
      EXPECT_TRUE(is_same_value(folding.invoke(rows, {.threads = threads}), value))
          << size << " rows on " << threads << " threads";
    }
  }
}

/// Tries every pair of cuts on the rows. `value` is what the whole must give.
template <class T, class Out>
void expect_value_however_cut(const Folding<T, Out>& folding, const std::vector<T>& rows,
                              const std::vector<std::size_t>& cuts, const Out& value) {
  const BlockMemory<T> memory(rows);
  const auto all = memory.block();
  const auto run = [&](const auto& some, Part part = {}) { return folding.run_over(some, part); };
  const auto expect = [&](auto finished_run, const char* law, std::size_t i, std::size_t j) {
    EXPECT_TRUE(is_same_value(std::move(finished_run).finish(), value))
        << law << ", with " << rows.size() << " rows cut at " << i << " and " << j;
  };
  for (const std::size_t i : cuts) {
    for (const std::size_t j : cuts) {
      if (i > j || j > rows.size() || testing::Test::HasFailure()) continue;
      const auto a = all.subspan(0, i);
      const auto b = all.subspan(i, j - i);
      const auto c = all.subspan(j, rows.size() - j);
      auto piecewise = run(a);
      piecewise.update(b);
      piecewise.update(c);
      expect(std::move(piecewise), "update by pieces", i, j);
      expect(folds::merged(folds::merged(run(a, {0, 3}), run(b, {1, 3})), run(c, {2, 3})),
             "(a b) c", i, j);
      expect(folds::merged(run(a, {0, 3}), folds::merged(run(b, {1, 3}), run(c, {2, 3}))),
             "a (b c)", i, j);
      auto late = folds::merged(run(a, {0, 2}), run(b, {1, 2}));
      late.update(c);
      expect(std::move(late), "update after merge", i, j);
    }
    if (i > rows.size()) continue;
    const auto a = all.subspan(0, i);
    const auto b = all.subspan(i, rows.size() - i);
    const auto saved = [&](auto to_save) { return folding.saved_and_loaded(std::move(to_save)); };
    expect(saved(run(all)), "load after save", i, i);
    // A loaded run belongs to the same fold, so that it merges with runs started here, both ways.
    expect(folds::merged(saved(run(a, {0, 2})), run(b, {1, 2})), "load, then merge", i, i);
    expect(folds::merged(run(a, {0, 2}), saved(run(b, {1, 2}))), "merge what was loaded", i, i);
    auto continued = saved(run(a));
    continued.update(b);
    expect(std::move(continued), "load, then update", i, i);
  }
}

/// Over all small datasets.
template <class T, class Out>
void expect_fold_laws_on_few_rows(const Folding<T, Out>& folding) {
  const auto size = folding.size;
  const auto [letters, few] = edge_alphabet<T>();
  if (size && *size > 3) return;
  const auto datasets = !size        ? datasets_up_to(letters, 2)
                        : *size == 3 ? datasets_of_size(few, 3)
                                     : datasets_of_size(letters, *size);
  for (const auto& rows : datasets) {
    expect_value_however_cut(folding, rows, {0, 1, 2, 3}, folding.invoke_on(rows));
    // Merging the other way round gives the value of the rows in that order.
    for (std::size_t cut = 0; cut <= rows.size(); ++cut) {
      const BlockMemory<T> memory(rows);
      const auto all = memory.block();
      auto swapped = folds::merged(folding.run_over(all.subspan(cut, rows.size() - cut), {0, 2}),
                                   folding.run_over(all.subspan(0, cut), {1, 2}));
      auto order = rows;
      std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(cut), order.end());
      EXPECT_TRUE(is_same_value(std::move(swapped).finish(), folding.invoke_on(order)));
    }
    if (testing::Test::HasFailure()) return;
  }
}

/// Over sizes around the block, and on threads.
template <class T, class Out>
void expect_fold_laws_on_many_rows(const Folding<T, Out>& folding) {
  for (const std::size_t rows : sizes_around_the_block) {
    const auto many = many_rows<T>(rows);
    auto row_by_row = folding.start({.index = rows, .count = rows + 1});
    const BlockMemory<T> memory(many);
    for (std::size_t i = 0; i < rows; ++i) {
      row_by_row.merge(folding.run_over(memory.block().subspan(i, 1), {i, rows + 1}));
    }
    const auto value = std::move(row_by_row).finish();
    EXPECT_TRUE(is_same_value(folding.invoke_on(many), value)) << "on " << rows << " rows";
    expect_value_however_cut(
        folding, many, {0, 1, block_rows - 1, block_rows, block_rows + 1, rows - 1, rows}, value);
    expect_state_in_any_order(folding, many);
    expect_state_in_any_order(folding, rows_of_all_magnitudes<T>(rows));
  }
  expect_value_on_any_number_of_threads(folding);
}

template <class T, class Out>
void expect_fold_laws(const Folding<T, Out>& folding) {
  expect_fold_laws_on_few_rows(folding);
  if (!folding.size) expect_fold_laws_on_many_rows(folding);
}

}  // namespace scrim::test
