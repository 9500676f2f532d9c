// The accumulator behind quantile scores: where rows lie among candidates.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
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

template <Number T>
class JointCandidateTally;

/// Reads rows, and counts where they lie among candidates. The counts do not depend on alpha, so
/// one serves all quantiles.
template <Number T>
class CandidateTally {
 public:
  /// Precondition (caller): candidates are strictly increasing and not NaN.
  explicit CandidateTally(const std::vector<T>& candidates);

  void update(std::span<const T> rows);
  void merge(const CandidateTally& other) { merged_.add(other.counts()); }

  using Joint = JointCandidateTally<T>;
  /// One that looks each row up once for all of them, if that is less work.
  [[nodiscard]] static std::optional<Joint> join(const std::vector<const CandidateTally*>& tallies);

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
  friend JointCandidateTally<T>;

  explicit CandidateTally(std::shared_ptr<const kernels::CandidateIndex<T>> index);

  std::shared_ptr<const kernels::CandidateIndex<T>> index_;  // shared by all runs, never changed
  kernels::SlotCounters counters_;
  std::uint64_t nans_ = 0;
  kernels::CandidateCounts merged_;
};

/// Counts where rows lie among the candidates of several tallies at once. Counts among all of them
/// tell those among some: what lies between two of these lies between, or on, others in between.
template <Number T>
class JointCandidateTally {
 public:
  /// Precondition (caller): `all` has the candidates of each of the tallies, and has read nothing.
  JointCandidateTally(CandidateTally<T> all, const std::vector<const CandidateTally<T>*>& tallies);

  void update(std::span<const T> rows) { all_.update(rows); }

  /// Adds to each tally what it would have counted in the rows since the last time.
  /// Precondition (caller): the tallies are copies of those that this was made for, in order.
  void hand_over(const std::vector<CandidateTally<T>*>& tallies);

 private:
  CandidateTally<T> all_;
  std::vector<std::vector<std::size_t>> places_;  // of each tally's candidates among all
};

}  // namespace scrim
