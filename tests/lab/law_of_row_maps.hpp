// Laws of functions from rows to rows: what happens to a row depends on that row alone.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "lab/law_datasets.hpp"
#include "lab/law_of_functions.hpp"
#include "scrim/core/row_map.hpp"

namespace scrim::test {

/// Sizes around the block, at which a loop over blocks is tempted to drop or repeat a row.
inline const std::vector<std::size_t> sizes_around_the_block{block_rows - 1, block_rows,
                                                             block_rows + 1, 2 * block_rows + 1};

/// `size` rows that go through the letters over and over; no block is like the one before.
template <class T>
[[nodiscard]] std::vector<T> many_rows(std::size_t size) {
  const auto letters = edge_alphabet<T>().letters;
  std::vector<T> rows;
  for (std::size_t i = 0; i < size; ++i) rows.push_back(letters[(i + i / 7) % letters.size()]);
  return rows;
}

/// f(x ++ y) = f(x) ++ f(y).
template <class In, class Out>
void expect_pieces_map_as_the_whole(const RowMap<In, Out>& function) {
  const auto pieces = datasets_up_to(edge_alphabet<In>().letters, 2);
  std::vector<std::vector<Out>> images;
  for (const auto& piece : pieces) images.push_back(function.apply_all(piece));
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (std::size_t j = 0; j < pieces.size(); ++j) {
      const auto whole = concatenated(pieces[i], pieces[j]);
      if (!is_same_value(function.apply_all(whole), concatenated(images[i], images[j]))) {
        ADD_FAILURE() << "not row by row: on " << testing::PrintToString(whole) << " cut after "
                      << pieces[i].size() << " rows";
        return;
      }
    }
  }
}

/// The same for many rows against each row by itself.
template <class In, class Out>
void expect_rows_map_across_blocks(const RowMap<In, Out>& function) {
  for (const std::size_t size : sizes_around_the_block) {
    const auto rows = many_rows<In>(size);
    std::vector<Out> images;
    for (const In& row : rows) {
      const auto image = function.apply_all({&row, 1});
      images.insert(images.end(), image.begin(), image.end());
    }
    EXPECT_TRUE(is_same_value(function.apply_all(rows), images)) << "on " << size << " rows";
  }
}

template <class In, class Out>
void expect_row_map_laws(const RowMap<In, Out>& function) {
  expect_pieces_map_as_the_whole(function);
  expect_rows_map_across_blocks(function);
}

}  // namespace scrim::test
