// The accumulator of quantile scores: counts on the way, scores at the end.
#pragma once

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "scrim/columns/describe.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/kernels/candidates/candidate_counts.hpp"
#include "scrim/kernels/candidates/candidate_index.hpp"
#include "scrim/kernels/candidates/slot_counters.hpp"
#include "scrim/kernels/candidates/take_keys.hpp"
#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim {

/// The score of a candidate with `below` rows under it and `above` rows over it, to be minimised:
///   | (den - num) * min(below, limit) - num * min(above, limit) |
///
/// Precondition (caller): num <= den and den * limit fits 64 bits, so that no product overflows.
[[nodiscard]] constexpr std::uint64_t quantile_score(Fraction alpha, std::uint64_t limit,
                                                     std::uint64_t below, std::uint64_t above) {
  const std::uint64_t pulls_down = (alpha.den - alpha.num) * (below < limit ? below : limit);
  const std::uint64_t pulls_up = alpha.num * (above < limit ? above : limit);
  return pulls_down > pulls_up ? pulls_down - pulls_up : pulls_up - pulls_down;
}

/// The largest count whose product with den fits 64 bits.
[[nodiscard]] constexpr std::uint64_t quantile_count_limit(Fraction alpha) {
  return std::numeric_limits<std::uint64_t>::max() / alpha.den;
}

/// Reads rows, gives one score per candidate.
template <Number T>
class QuantileScores {
 public:
  /// Precondition (caller): candidates are strictly increasing and not NaN; num <= den, den > 0.
  QuantileScores(const std::vector<T>& candidates, Fraction alpha)
      : index_(std::make_shared<const kernels::CandidateIndex<T>>(candidates)),
        alpha_(alpha),
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

  void merge(const QuantileScores& other) { merged_.add(other.counts()); }

  /// Without alpha: the counts do not depend on it, so one saved run serves several quantiles.
  void identify(StateIdentity& identity) const {
    identity.add("quantile_scores");
    identity.add(type_name<T>());
    identity.add(index_->candidates().size());
    for (const T candidate : index_->candidates()) identity.add(describe_value(candidate));
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

  [[nodiscard]] std::vector<std::uint64_t> finish() const {
    const kernels::CandidateCounts all = counts();
    const std::size_t size = all.equal.size();
    const std::uint64_t limit = quantile_count_limit(alpha_);
    // above[i]: rows over candidate i, from the right end; then one pass from the left for below.
    std::vector<std::uint64_t> above(size);
    std::uint64_t rows = 0;
    for (std::size_t i = size; i-- > 0;) {
      rows = saturating_add(rows, all.below[i + 1]);
      above[i] = rows;
      rows = saturating_add(rows, all.equal[i]);
    }
    std::vector<std::uint64_t> scores(size);
    rows = 0;
    for (std::size_t i = 0; i < size; ++i) {
      rows = saturating_add(rows, all.below[i]);
      scores[i] = quantile_score(alpha_, limit, rows, above[i]);
      rows = saturating_add(rows, all.equal[i]);
    }
    return scores;
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

  std::shared_ptr<const kernels::CandidateIndex<T>> index_;  // shared by all runs, never changed
  Fraction alpha_;
  kernels::SlotCounters counters_;
  std::uint64_t nans_ = 0;
  kernels::CandidateCounts merged_;
};

}  // namespace scrim
