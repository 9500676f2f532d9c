// Laws of aggregates: however rows are cut, merged, saved and loaded, the value is that of the
// whole.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "lab/law_datasets.hpp"
#include "lab/law_of_functions.hpp"
#include "lab/law_of_row_maps.hpp"

namespace scrim::test {

namespace folds {

template <class Folding, class T>
[[nodiscard]] auto run_over(const Folding& folding, std::span<const T> rows) {
  auto run = folding.start();
  run.update(rows);
  return run;
}

template <class Run>
[[nodiscard]] Run merged(Run first, Run second) {
  first.merge(std::move(second));
  return first;
}

template <class Folding, class Run>
[[nodiscard]] Run saved_and_loaded(const Folding& folding, Run run) {
  const auto bytes = std::move(run).save();
  Run loaded = folding.load(bytes);
  EXPECT_TRUE(std::move(loaded).save() == bytes) << "what was loaded is saved as other bytes";
  return folding.load(bytes);
}

}  // namespace folds

/// Tries every pair of cuts on the rows. `value` is what the whole must give.
template <class Folding, class T, class Value>
void expect_value_however_cut(const Folding& folding, const std::vector<T>& rows,
                              const std::vector<std::size_t>& cuts, const Value& value) {
  const std::span<const T> all(rows);
  const auto run = [&](std::span<const T> part) { return folds::run_over(folding, part); };
  const auto expect = [&](auto finished_run, const char* law, std::size_t i, std::size_t j) {
    EXPECT_TRUE(is_same_value(std::move(finished_run).finish(), value))
        << law << ", with " << rows.size() << " rows cut at " << i << " and " << j;
  };
  for (const std::size_t i : cuts) {
    for (const std::size_t j : cuts) {
      if (i > j || j > rows.size() || testing::Test::HasFailure()) continue;
      const auto a = all.first(i);
      const auto b = all.subspan(i, j - i);
      const auto c = all.subspan(j);
      auto piecewise = run(a);
      piecewise.update(b);
      piecewise.update(c);
      expect(std::move(piecewise), "update by pieces", i, j);
      expect(folds::merged(folds::merged(run(a), run(b)), run(c)), "(a b) c", i, j);
      expect(folds::merged(run(a), folds::merged(run(b), run(c))), "a (b c)", i, j);
      auto late = folds::merged(run(a), run(b));
      late.update(c);
      expect(std::move(late), "update after merge", i, j);
    }
    if (i > rows.size()) continue;
    const auto a = all.first(i);
    const auto b = all.subspan(i);
    const auto saved = [&](auto to_save) {
      return folds::saved_and_loaded(folding, std::move(to_save));
    };
    expect(saved(run(all)), "load after save", i, i);
    // A loaded run belongs to the same fold, so that it merges with runs started here, both ways.
    expect(folds::merged(saved(run(a)), run(b)), "load, then merge", i, i);
    expect(folds::merged(run(a), saved(run(b))), "merge what was loaded", i, i);
    auto continued = saved(run(a));
    continued.update(b);
    expect(std::move(continued), "load, then update", i, i);
  }
}

/// Over all small datasets and over sizes around the block.
template <class Folding>
void expect_fold_laws(const Folding& folding) {
  using T = typename Folding::InputDomain::Element;
  const auto size = declared_size(folding.input_domain());
  const auto [letters, few] = edge_alphabet<T>();
  if (size && *size > 3) return;
  const auto datasets = !size        ? datasets_up_to(letters, 2)
                        : *size == 3 ? datasets_of_size(few, 3)
                                     : datasets_of_size(letters, *size);
  for (const auto& rows : datasets) {
    expect_value_however_cut(folding, rows, {0, 1, 2, 3}, folding.invoke(rows));
    // Merging the other way round gives the value of the rows in that order.
    for (std::size_t cut = 0; cut <= rows.size(); ++cut) {
      const std::span<const T> all(rows);
      auto swapped = folds::merged(folds::run_over(folding, all.subspan(cut)),
                                   folds::run_over(folding, all.first(cut)));
      auto order = rows;
      std::rotate(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(cut), order.end());
      EXPECT_TRUE(is_same_value(std::move(swapped).finish(), folding.invoke(order)));
    }
    if (testing::Test::HasFailure()) return;
  }
  if (size) return;
  for (const std::size_t rows : sizes_around_the_block) {
    const auto many = many_rows<T>(rows);
    auto row_by_row = folding.start();
    for (const T& row : many)
      row_by_row.merge(folds::run_over(folding, std::span<const T>(&row, 1)));
    const auto value = std::move(row_by_row).finish();
    EXPECT_TRUE(is_same_value(folding.invoke(many), value)) << "on " << rows << " rows";
    expect_value_however_cut(
        folding, many, {0, 1, block_rows - 1, block_rows, block_rows + 1, rows - 1, rows}, value);
  }
}

}  // namespace scrim::test
