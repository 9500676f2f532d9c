// The accumulator behind quantile scores: where rows lie among candidates.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/kernels/candidates/candidate_counts.hpp"
#include "scrim/kernels/candidates/slot_counters.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

namespace kernels {

template <Number T>
class CandidateIndex;

}  // namespace kernels

/// Reads rows, and counts where they lie among candidates. The counts do not depend on alpha, so
/// one serves all quantiles.
template <Number T>
class CandidateTally {
 public:
  /// Precondition (caller): candidates are strictly increasing and not NaN.
  explicit CandidateTally(const std::vector<T>& candidates);

  void update(std::span<const T> rows);
  void merge(const CandidateTally& other) { merged_.add(other.counts()); }

  [[nodiscard]] Identity identity() const;
  void save(StateWriter& writer) const {
    const kernels::CandidateCounts all = counts();
    writer.write(all.below);
    writer.write(all.equal);
  }
  /// Precondition (caller): this has read nothing yet.
  void load(StateReader& reader) {
    reader.read(merged_.below);
    reader.read(merged_.equal);
  }

  /// What this has read and what was merged into it.
  [[nodiscard]] kernels::CandidateCounts counts() const;

 private:
  std::shared_ptr<const kernels::CandidateIndex<T>> index_;  // shared by all runs, never changed
  kernels::SlotCounters counters_;
  std::uint64_t nans_ = 0;
  kernels::CandidateCounts merged_;
};

}  // namespace scrim
