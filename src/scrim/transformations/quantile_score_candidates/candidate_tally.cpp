#include "scrim/transformations/quantile_score_candidates/candidate_tally.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <utility>

#include "scrim/columns/describe.hpp"
#include "scrim/kernels/candidates/candidate_index.hpp"
#include "scrim/kernels/candidates/take_keys.hpp"
#include "scrim/numbers/each_number.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

namespace {

/// The keys of rows, in the buffer; counts those that are NaN.
template <Number T, class Key>
std::span<const Key> keys_of(std::span<const T> rows, std::span<Key> buffer, std::uint64_t& nans) {
  if constexpr (Integer<Key> && std::same_as<T, Key>) {
    return rows;  // they are keys, and none is NaN
  } else {
    // The one time that rows are looked at. Were they read again to be located, a row that changes
    // in between could be counted as NaN without being located as one.
    nans += kernels::take_keys(rows, buffer);
    return buffer.first(rows.size());
  }
}

/// What locating a row takes, in halves of a look-up in a table.
template <Number T>
unsigned work_of(const kernels::CandidateIndex<T>& index) {
  return index.has_table() ? 2 : 5;
}

}  // namespace

template <Number T>
CandidateTally<T>::CandidateTally(const std::vector<T>& candidates)
    : CandidateTally(std::make_shared<const kernels::CandidateIndex<T>>(candidates)) {}

template <Number T>
CandidateTally<T>::CandidateTally(std::shared_ptr<const kernels::CandidateIndex<T>> index)
    : index_(std::move(index)), counters_(index_->slots()), merged_(index_->candidates().size()) {}

template <Number T>
void CandidateTally<T>::update(std::span<const T> rows) {
  using Key = kernels::CandidateKey<T>;
  std::array<Key, kernels::located_rows> key_buffer;             // NOLINT: filled by take_keys
  std::array<std::uint32_t, kernels::located_rows> slot_buffer;  // NOLINT: filled by locate
  while (!rows.empty()) {
    const auto block = rows.first(std::min(rows.size(), key_buffer.size()));
    const auto slots = std::span(slot_buffer).first(block.size());
    index_->locate(keys_of<T, Key>(block, key_buffer, nans_), slots);
    counters_.count(slots);
    rows = rows.subspan(block.size());
  }
}

template <Number T>
Identity CandidateTally<T>::identity() const {
  Identity identity("candidate_counts 1");
  identity.add(type_name<T>()).add(index_->candidates().size());
  for (const T candidate : index_->candidates()) identity.add(candidate);
  return identity;
}

template <Number T>
kernels::CandidateCounts CandidateTally<T>::counts() const {
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

template <Number T>
std::optional<JointCandidateTally<T>> CandidateTally<T>::join(
    const std::vector<const CandidateTally*>& tallies) {
  std::size_t count = 0;
  unsigned work = 0;
  bool have_lanes = true;
  for (const CandidateTally* tally : tallies) {
    count += tally->index_->candidates().size();
    work += work_of(*tally->index_);
    have_lanes = have_lanes && tally->counters_.has_all_lanes();
  }
  if (count > kernels::most_candidates) return std::nullopt;
  // Strictly, as are the comparisons with rows: else subnormal candidates may pass for zeros.
  return strictly([&]() -> std::optional<Joint> {
    std::vector<T> candidates;
    candidates.reserve(count);
    for (const CandidateTally* tally : tallies) {
      const auto more = tally->index_->candidates();
      candidates.insert(candidates.end(), more.begin(), more.end());
    }
    std::sort(candidates.begin(), candidates.end());
    candidates.erase(std::unique(candidates.begin(), candidates.end()), candidates.end());
    CandidateTally all(candidates);
    // With fewer lanes, ties are counted more slowly than by the tallies one by one.
    const bool is_slow_on_ties = have_lanes && !all.counters_.has_all_lanes();
    if (is_slow_on_ties || work_of(*all.index_) >= work) return std::nullopt;
    return Joint(std::move(all), tallies);
  });
}

template <Number T>
JointCandidateTally<T>::JointCandidateTally(CandidateTally<T> all,
                                            const std::vector<const CandidateTally<T>*>& tallies)
    : all_(std::move(all)) {
  const auto candidates = all_.index_->candidates();
  for (const CandidateTally<T>* tally : tallies) {
    auto& places = places_.emplace_back();
    for (const T candidate : tally->index_->candidates()) {
      const auto found = std::lower_bound(candidates.begin(), candidates.end(), candidate);
      places.push_back(static_cast<std::size_t>(found - candidates.begin()));
    }
  }
}

template <Number T>
void JointCandidateTally<T>::hand_over(const std::vector<CandidateTally<T>*>& tallies) {
  const kernels::CandidateCounts read = all_.counts();
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    tallies[i]->merged_.add(kernels::counts_among_some(read, places_[i]));
  }
  all_ = CandidateTally<T>(all_.index_);
}

#define SCRIM_INSTANTIATE(T)        \
  template class CandidateTally<T>; \
  template class JointCandidateTally<T>;
SCRIM_FOR_EACH_NUMBER(SCRIM_INSTANTIATE)
#undef SCRIM_INSTANTIATE

}  // namespace scrim
