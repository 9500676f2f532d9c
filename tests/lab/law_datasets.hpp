// All small datasets over an edge alphabet, and all pairs of them that are close.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "lab/law_alphabets.hpp"
#include "lab/same_value.hpp"
#include "scrim/columns/atom.hpp"
#include "scrim/spaces/known_size.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "support/distances/dataset_distances.hpp"
#include "support/small_datasets.hpp"

namespace scrim::test {

/// Whether laws are checked under all four dataset metrics, as the slow lane does, or under the two
/// that ignore order: to those more datasets are close, and one of them knows the size. Each metric
/// makes every constructor anew, which is what takes the compiler so long.
#ifdef SCRIM_LAWS_UNDER_EVERY_METRIC
inline constexpr bool is_under_every_metric = true;
#else
inline constexpr bool is_under_every_metric = false;
#endif

/// Pairs up to this distance are looked at.
inline constexpr std::uint32_t largest_d_in = 3;

/// The known sizes that are tried.
inline const std::vector<std::size_t> known_sizes{0, 1, 2, 3, 4, 7};

/// Every dataset of one size, or of up to 4 rows where the size is not known; see Alphabet.
template <class T>
[[nodiscard]] std::vector<std::vector<T>> edge_datasets(KnownSize size) {
  const auto [letters, few] = edge_alphabet<T>();
  if (!size) {
    auto all = datasets_up_to(letters, 3);
    for (auto& dataset : datasets_of_size(few, 4)) all.push_back(std::move(dataset));
    return all;
  }
  if (*size <= 3) return datasets_of_size(letters, *size);
  if (*size == 4) return datasets_of_size(few, *size);
  return datasets_of_size(std::vector{few.front(), few.back()}, *size);
}

/// Two datasets by their indices, and their distance.
struct ClosePair {
  std::size_t first;
  std::size_t second;
  std::uint32_t d_in;
};

template <class T>
struct CloseDatasets {
  std::vector<std::vector<T>> datasets;
  std::vector<ClosePair> pairs;
};

/// Each row as a number that it has in common with all that are the same, and with no other:
/// metrics look at rows for being the same only.
template <class T>
[[nodiscard]] std::vector<std::vector<std::uint64_t>> numbered(
    const std::vector<std::vector<T>>& datasets) {
  std::vector<T> known;
  std::vector<std::vector<std::uint64_t>> numbers;
  for (const auto& dataset : datasets) {
    numbers.emplace_back();
    for (const T& row : dataset) {
      const auto found = std::find_if(known.begin(), known.end(),
                                      [&](const T& other) { return is_same_value(row, other); });
      numbers.back().push_back(static_cast<std::uint64_t>(found - known.begin()));
      if (found == known.end()) known.push_back(row);
    }
  }
  return numbers;
}

/// How the lab sees rows when it measures the distance of datasets: as they are, if metrics take
/// them.
template <class T>
[[nodiscard]] decltype(auto) measurable(const std::vector<std::vector<T>>& datasets) {
  if constexpr (Atom<T>) {
    return (datasets);
  } else {
    return numbered(datasets);
  }
}

/// The datasets with all pairs of different ones within largest_d_in, those at distance 0 (such as
/// permutations of each other) included. Computed once: most of the time of the lab goes into this.
template <class T, DatasetMetric M>
[[nodiscard]] const CloseDatasets<T>& close_datasets(KnownSize size) {
  static std::map<KnownSize, CloseDatasets<T>> known;
  const auto [entry, is_new] = known.try_emplace(size);
  auto& [datasets, pairs] = entry->second;
  if (is_new) {
    datasets = edge_datasets<T>(size);
    const auto& rows = measurable(datasets);
    for (std::size_t i = 0; i < datasets.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const std::uint32_t d_in = distance(M{}, rows[i], rows[j]);
        if (d_in <= largest_d_in) pairs.push_back({i, j, d_in});
      }
    }
  }
  return entry->second;
}

template <class T>
[[nodiscard]] std::vector<T> concatenated(std::vector<T> first, const std::vector<T>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

}  // namespace scrim::test
