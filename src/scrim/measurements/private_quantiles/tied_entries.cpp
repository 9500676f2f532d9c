#include "scrim/measurements/private_quantiles/tied_entries.hpp"

#include <algorithm>
#include <utility>

#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/uint128.hpp"

namespace scrim {

namespace {

/// floor(count * num / den), which fits as num <= den.
std::uint64_t share(std::uint64_t count, std::size_t num, std::size_t den) {
  return static_cast<std::uint64_t>(static_cast<uint128>(count) * num / den);
}

/// The score of the ranks from `before` to `up_to` among the rows that equal the candidate.
std::uint64_t score_between(const WantedRank& wanted, const RowsAround& rows, std::uint64_t before,
                            std::uint64_t up_to) {
  return rank_score(wanted, {.below = saturating_add(rows.below, before),
                             .not_above = saturating_add(rows.below, up_to),
                             .above = saturating_add(rows.above, rows.equal - up_to),
                             .not_below = saturating_add(rows.above, rows.equal - before)});
}

}  // namespace

TiedEntries::TiedEntries(WantedRank wanted, std::vector<RowsAround> candidates, std::size_t parts)
    : wanted_(wanted), candidates_(std::move(candidates)), parts_(parts) {
  least_.reserve(candidates_.size());
  for (const RowsAround& rows : candidates_) {
    least_.push_back(score_between(wanted_, rows, 0, rows.equal));
  }
}

std::uint64_t TiedEntries::score(std::size_t entry) const {
  const RowsAround& rows = candidates_[entry / parts_];
  const std::size_t part = entry % parts_;
  return score_between(wanted_, rows, share(rows.equal, part, parts_),
                       share(rows.equal, part + 1, parts_));
}

std::uint64_t TiedEntries::rows_going_below(std::size_t entry) const {
  return share(candidates_[entry / parts_].equal, 2 * (entry % parts_) + 1, 2 * parts_);
}

std::size_t TiedEntries::first_of_the_best() const {
  const auto best = std::min_element(least_.begin(), least_.end());
  auto entry = static_cast<std::size_t>(best - least_.begin()) * parts_;
  while (score(entry) != *best) ++entry;
  return entry;
}

}  // namespace scrim
