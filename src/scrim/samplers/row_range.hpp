// Some of the rows of a block.
#pragma once

#include <cstddef>
#include <vector>

namespace scrim {

/// Rows [first, first + count) of a block.
struct RowRange {
  std::size_t first;
  std::size_t count;

  friend bool operator==(const RowRange&, const RowRange&) = default;
};

/// Puts a row behind ranges of earlier rows: at the end of the last one, if it follows on it.
inline void append_row(std::vector<RowRange>& ranges, std::size_t row) {
  if (!ranges.empty() && ranges.back().first + ranges.back().count == row) {
    ++ranges.back().count;
  } else {
    ranges.push_back({row, 1});
  }
}

}  // namespace scrim
