// Metrics on datasets: how many rows apart two vectors are.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/columns/atom.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/spaces/distance_of_vectors.hpp"

namespace scrim {

// `distance` serves to check maps; no release computes it, so its errors may depend on the rows.
// Rows are compared with same_value. `ordered` says that the order of rows matters, and
// `needs_known_size` that only vectors of one size are comparable.

namespace rows {

/// Pointers to the rows, sorted by value: spares copies of strings.
template <Atom T>
[[nodiscard]] std::vector<const T*> sorted_rows(std::span<const T> rows) {
  std::vector<const T*> pointers;
  pointers.reserve(rows.size());
  for (const T& row : rows) pointers.push_back(&row);
  std::sort(pointers.begin(), pointers.end(),
            [](const T* a, const T* b) { return value_less(*a, *b); });
  return pointers;
}

/// The size of the largest multiset contained in both.
template <Atom T>
[[nodiscard]] std::size_t count_common_rows(std::span<const T> x, std::span<const T> y) {
  const auto sorted_x = sorted_rows(x);
  const auto sorted_y = sorted_rows(y);
  std::size_t common = 0;
  for (std::size_t i = 0, j = 0; i < sorted_x.size() && j < sorted_y.size();) {
    if (value_less(*sorted_x[i], *sorted_y[j])) {
      ++i;
    } else if (value_less(*sorted_y[j], *sorted_x[i])) {
      ++j;
    } else {
      ++common, ++i, ++j;
    }
  }
  return common;
}

/// The length of the longest common subsequence: |x| * |y| steps, |y| memory.
template <Atom T>
[[nodiscard]] std::size_t longest_common_subsequence(std::span<const T> x, std::span<const T> y) {
  std::vector<std::size_t> longest(y.size() + 1, 0);  // of x[0, i) and y[0, j)
  for (const T& row : x) {
    std::size_t diagonal = 0;
    for (std::size_t j = 1; j <= y.size(); ++j) {
      const std::size_t above = longest[j];
      longest[j] = same_value(row, y[j - 1]) ? diagonal + 1 : std::max(above, longest[j - 1]);
      diagonal = above;
    }
  }
  return longest.back();
}

[[nodiscard]] inline std::uint32_t row_count(std::size_t count, std::string_view who) {
  if (count > std::numeric_limits<std::uint32_t>::max()) {
    fail(ErrorKind::overflow,
         std::string(who) + ": the distance exceeds 4294967295, the largest it can express");
  }
  return static_cast<std::uint32_t>(count);
}

}  // namespace rows

/// The number of rows to add and remove, in any order of rows: the L1 distance of histograms.
struct SymmetricDistance {
  using Distance = std::uint32_t;
  static constexpr bool ordered = false;
  static constexpr bool needs_known_size = false;

  template <Atom T>
  [[nodiscard]] Distance distance(std::span<const T> x, std::span<const T> y) const {
    return rows::row_count(x.size() + y.size() - 2 * rows::count_common_rows(x, y),
                           "SymmetricDistance");
  }

  template <Atom T>
  [[nodiscard]] Distance distance(const std::vector<T>& x, const std::vector<T>& y) const {
    return rows::distance_of_vectors(*this, x, y);
  }

  [[nodiscard]] std::string describe() const { return "symmetric_distance()"; }

  friend constexpr bool operator==(SymmetricDistance, SymmetricDistance) = default;
};

/// The number of rows to insert and delete, where the order of rows matters.
struct InsertDeleteDistance {
  using Distance = std::uint32_t;
  static constexpr bool ordered = true;
  static constexpr bool needs_known_size = false;

  template <Atom T>
  [[nodiscard]] Distance distance(std::span<const T> x, std::span<const T> y) const {
    return rows::row_count(x.size() + y.size() - 2 * rows::longest_common_subsequence(x, y),
                           "InsertDeleteDistance");
  }

  template <Atom T>
  [[nodiscard]] Distance distance(const std::vector<T>& x, const std::vector<T>& y) const {
    return rows::distance_of_vectors(*this, x, y);
  }

  [[nodiscard]] std::string describe() const { return "insert_delete_distance()"; }

  friend constexpr bool operator==(InsertDeleteDistance, InsertDeleteDistance) = default;
};

/// The number of rows to change, in any order of rows, between datasets of one size. A change is
/// one removal and one addition: half the symmetric distance.
struct ChangeOneDistance {
  using Distance = std::uint32_t;
  static constexpr bool ordered = false;
  static constexpr bool needs_known_size = true;

  /// Throws invalid_argument if the sizes differ.
  template <Atom T>
  [[nodiscard]] Distance distance(std::span<const T> x, std::span<const T> y) const {
    rows::require_equal_sizes(x.size(), y.size(), "ChangeOneDistance");
    return rows::row_count(x.size() - rows::count_common_rows(x, y), "ChangeOneDistance");
  }

  template <Atom T>
  [[nodiscard]] Distance distance(const std::vector<T>& x, const std::vector<T>& y) const {
    return rows::distance_of_vectors(*this, x, y);
  }

  [[nodiscard]] std::string describe() const { return "change_one_distance()"; }

  friend constexpr bool operator==(ChangeOneDistance, ChangeOneDistance) = default;
};

/// The number of positions that differ, between sequences of one size.
struct HammingDistance {
  using Distance = std::uint32_t;
  static constexpr bool ordered = true;
  static constexpr bool needs_known_size = true;

  /// Throws invalid_argument if the sizes differ.
  template <Atom T>
  [[nodiscard]] Distance distance(std::span<const T> x, std::span<const T> y) const {
    rows::require_equal_sizes(x.size(), y.size(), "HammingDistance");
    std::size_t different = 0;
    for (std::size_t i = 0; i < x.size(); ++i) different += !same_value(x[i], y[i]);
    return rows::row_count(different, "HammingDistance");
  }

  template <Atom T>
  [[nodiscard]] Distance distance(const std::vector<T>& x, const std::vector<T>& y) const {
    return rows::distance_of_vectors(*this, x, y);
  }

  [[nodiscard]] std::string describe() const { return "hamming_distance()"; }

  friend constexpr bool operator==(HammingDistance, HammingDistance) = default;
};

}  // namespace scrim
