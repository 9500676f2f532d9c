// The accumulator behind quantile scores: where rows lie among candidates.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "scrim/columns/describe.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/kernels/candidates/candidate_counts.hpp"
#include "scrim/kernels/candidates/candidate_index.hpp"
#include "scrim/kernels/candidates/slot_counters.hpp"
#include "scrim/kernels/candidates/take_keys.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim {

/// Reads rows, and counts where they lie among candidates. The counts do not depend on alpha, so
/// one serves all quantiles.
template <Number T>
class CandidateTally {
 public:
  /// Precondition (caller): candidates are strictly increasing and not NaN.
  explicit CandidateTally(const std::vector<T>& candidates)
      : index_(std::make_shared<const kernels::CandidateIndex<T>>(candidates)),
        counters_(index_->slots()),
        merged_(candidates.size()) {}

  void update(std::span<const T> rows) {
    std::array<Key, kernels::located_rows> key_buffer;             // NOLINT: filled by take_keys
    std::array<std::uint32_t, kernels::located_rows> slot_buffer;  // NOLINT: filled by locate
    while (!rows.empty()) {
      const auto block = rows.first(std::min(rows.size(), key_buffer.size()));
      const auto slots = std::span(slot_buffer).first(block.size());
      index_->locate(keys_of(block, key_buffer), slots);
      counters_.count(slots);
      rows = rows.subspan(block.size());
    }
  }

  void merge(const CandidateTally& other) { merged_.add(other.counts()); }

  [[nodiscard]] Identity identity() const {
    Identity identity("candidate_counts 1");
    identity.add(type_name<T>()).add(index_->candidates().size());
    for (const T candidate : index_->candidates()) identity.add(candidate);
    return identity;
  }
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
  [[nodiscard]] kernels::CandidateCounts counts() const {
    const std::vector<std::uint64_t> slots = counters_.totals();
    kernels::CandidateCounts read(index_->candidates().size());
    for (std::size_t i = 0; i < read.equal.size(); ++i) {
      read.below[i] = slots[2 * i];
      read.equal[i] = slots[2 * i + 1];
    }
    read.below.back() = slots.back();
    read.below.front() -= nans_;  // which were located there, but count for no candidate
    read.add(merged_);
    return read;
  }

 private:
  using Key = kernels::CandidateKey<T>;

  /// The keys of rows, in the buffer; counts those that are NaN.
  [[nodiscard]] std::span<const Key> keys_of(std::span<const T> rows, std::span<Key> buffer) {
    if constexpr (Integer<Key> && std::same_as<T, Key>) {
      return rows;  // they are keys, and none is NaN
    } else {
      // The one time that rows are looked at. Were they read again to be located, a row that
      // changes in between could be counted as NaN without being located as one.
      nans_ += kernels::take_keys(rows, buffer);
      return buffer.first(rows.size());
    }
  }

  std::shared_ptr<const kernels::CandidateIndex<T>> index_;  // shared by all runs, never changed
  kernels::SlotCounters counters_;
  std::uint64_t nans_ = 0;
  kernels::CandidateCounts merged_;
};

}  // namespace scrim
