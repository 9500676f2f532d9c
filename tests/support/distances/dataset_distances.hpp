// The distance of two datasets under each dataset metric, as defined. The library's maps bound it;
// no release computes it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>
#include <vector>

#include "scrim/columns/atom.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "support/distances/same_value.hpp"

namespace scrim {

namespace distances {

template <class Rows>
[[nodiscard]] auto sorted_rows(const Rows& rows) {
  using T = std::ranges::range_value_t<Rows>;
  std::vector<T> sorted(rows.begin(), rows.end());
  std::sort(sorted.begin(), sorted.end(), value_less<T>);
  return sorted;
}

/// The same, each row of x paired with one of y that is left: without memory, where sorting would
/// take it anew for each of a million pairs of small datasets.
template <class Rows>
[[nodiscard]] std::size_t count_pairs(const Rows& x, const Rows& y) {
  using T = std::ranges::range_value_t<Rows>;
  std::uint64_t taken = 0;
  for (const T& row : x) {
    for (std::size_t j = 0; j < y.size(); ++j) {
      if ((taken >> j & 1) == 0 && same_value<T>(row, y[j])) {
        taken |= std::uint64_t{1} << j;
        break;
      }
    }
  }
  return static_cast<std::size_t>(std::popcount(taken));
}

/// The size of the largest multiset contained in both.
template <class Rows>
[[nodiscard]] std::size_t count_common_rows(const Rows& x, const Rows& y) {
  if (x.size() <= 8 && y.size() <= 8) return count_pairs(x, y);
  using T = std::ranges::range_value_t<Rows>;
  const auto a = sorted_rows(x);
  const auto b = sorted_rows(y);
  std::vector<T> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common),
                        value_less<T>);
  return common.size();
}

/// The length of the longest common subsequence: |x| * |y| steps, |y| memory.
template <class Rows>
[[nodiscard]] std::size_t longest_common_subsequence(const Rows& x, const Rows& y) {
  using T = std::ranges::range_value_t<Rows>;
  std::vector<std::size_t> longest(y.size() + 1, 0);  // of x[0, i) and y[0, j)
  for (const T& row : x) {
    std::size_t diagonal = 0;
    for (std::size_t j = 1; j <= y.size(); ++j) {
      const std::size_t above = longest[j];
      longest[j] = same_value<T>(row, y[j - 1]) ? diagonal + 1 : std::max(above, longest[j - 1]);
      diagonal = above;
    }
  }
  return longest.back();
}

/// Throws invalid_argument if the sizes differ: then there is no distance.
template <class Rows>
void require_equal_sizes(const Rows& x, const Rows& y) {
  if (x.size() != y.size()) fail(ErrorKind::invalid_argument, "vectors of two sizes");
}

}  // namespace distances

template <class Rows>
[[nodiscard]] std::uint32_t distance(SymmetricDistance, const Rows& x, const Rows& y) {
  return static_cast<std::uint32_t>(x.size() + y.size() - 2 * distances::count_common_rows(x, y));
}

template <class Rows>
[[nodiscard]] std::uint32_t distance(InsertDeleteDistance, const Rows& x, const Rows& y) {
  return static_cast<std::uint32_t>(x.size() + y.size() -
                                    2 * distances::longest_common_subsequence(x, y));
}

template <class Rows>
[[nodiscard]] std::uint32_t distance(ChangeOneDistance, const Rows& x, const Rows& y) {
  distances::require_equal_sizes(x, y);
  return static_cast<std::uint32_t>(x.size() - distances::count_common_rows(x, y));
}

template <class Rows>
[[nodiscard]] std::uint32_t distance(HammingDistance, const Rows& x, const Rows& y) {
  using T = std::ranges::range_value_t<Rows>;
  distances::require_equal_sizes(x, y);
  std::uint32_t different = 0;
  for (std::size_t i = 0; i < x.size(); ++i) different += same_value<T>(x[i], y[i]) ? 0 : 1;
  return different;
}

}  // namespace scrim
