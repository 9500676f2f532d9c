// What one of several quantiles is selected from: candidates, and parts of the rows that equal
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrim/measurements/private_quantiles/wanted_rank.hpp"

namespace scrim {

/// Where the rows in hand lie, as seen from a candidate.
struct RowsAround {
  std::uint64_t below;
  std::uint64_t equal;
  std::uint64_t above;
};

/// Entries to select from: the rows that equal a candidate are cut into parts of (nearly) one size,
/// and each part of each candidate is an entry with a score of its own, by the ranks that its rows
/// have. Entry `parts * c + j` is part j of candidate c.
///
/// Most parts are never looked at, so their scores are computed when they are asked for; only the
/// best one of each candidate is kept.
class TiedEntries {
 public:
  /// Precondition (caller): there is a candidate; parts > 0.
  TiedEntries(WantedRank wanted, std::vector<RowsAround> candidates, std::size_t parts);

  [[nodiscard]] std::size_t parts() const noexcept { return parts_; }
  [[nodiscard]] std::size_t size() const noexcept { return candidates_.size() * parts_; }

  /// Of each candidate, the least score that a part of it has.
  [[nodiscard]] std::span<const std::uint64_t> least() const noexcept { return least_; }

  /// How far the wanted rank is from those of this part; the least is best.
  [[nodiscard]] std::uint64_t score(std::size_t entry) const;

  /// Of the rows that equal its candidate, how many go below when this entry is selected.
  [[nodiscard]] std::uint64_t rows_going_below(std::size_t entry) const;

  /// The first entry with the least score of all.
  [[nodiscard]] std::size_t first_of_the_best() const;

 private:
  WantedRank wanted_;
  std::vector<RowsAround> candidates_;
  std::size_t parts_;
  std::vector<std::uint64_t> least_;
};

}  // namespace scrim
