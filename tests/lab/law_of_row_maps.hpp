// Laws of functions from rows to rows: what happens to a row depends on that row alone.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

#include "lab/law_datasets.hpp"
#include "lab/law_of_functions.hpp"
#include "scrim/core/row_map.hpp"
#include "scrim/core/shape.hpp"
#include "support/block_memory.hpp"

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

/// What all rows become, in one vector.
template <class T, class In, class Out>
[[nodiscard]] auto image_of(const RowMap<In, Out>& function, const std::vector<T>& rows) {
  std::vector<std::remove_cvref_t<decltype(std::declval<Out>()[0])>> image;
  const BlockMemory<T> memory(rows);
  function.for_each_result(memory.block(), [&](const Out& block) { append_rows(image, block); });
  return image;
}

/// f(x ++ y) = f(x) ++ f(y).
template <class T, class In, class Out>
void expect_pieces_map_as_the_whole(const RowMap<In, Out>& function) {
  const auto pieces = datasets_up_to(edge_alphabet<T>().letters, 2);
  std::vector<decltype(image_of(function, pieces.front()))> images;
  for (const auto& piece : pieces) images.push_back(image_of(function, piece));
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    for (std::size_t j = 0; j < pieces.size(); ++j) {
      const auto whole = concatenated(pieces[i], pieces[j]);
      if (!is_same_value(image_of(function, whole), concatenated(images[i], images[j]))) {
        ADD_FAILURE() << "not row by row: on " << testing::PrintToString(whole) << " cut after "
                      << pieces[i].size() << " rows";
        return;
      }
    }
  }
}

/// The same for many rows against each row by itself.
template <class T, class In, class Out>
void expect_rows_map_across_blocks(const RowMap<In, Out>& function) {
  for (const std::size_t size : sizes_around_the_block) {
    const auto rows = many_rows<T>(size);
    decltype(image_of(function, rows)) images;
    for (const T& row : rows) {
      const auto image = image_of(function, std::vector<T>{row});
      images.insert(images.end(), image.begin(), image.end());
    }
    EXPECT_TRUE(is_same_value(image_of(function, rows), images)) << "on " << size << " rows";
  }
}

template <class T, class In, class Out>
void expect_row_map_laws(const RowMap<In, Out>& function) {
  expect_pieces_map_as_the_whole<T>(function);
  expect_rows_map_across_blocks<T>(function);
}

}  // namespace scrim::test
