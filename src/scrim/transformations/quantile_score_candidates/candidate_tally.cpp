#include "scrim/transformations/quantile_score_candidates/candidate_tally.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>

#include "scrim/columns/describe.hpp"
#include "scrim/kernels/candidates/candidate_index.hpp"
#include "scrim/kernels/candidates/take_keys.hpp"
#include "scrim/numbers/each_number.hpp"

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

}  // namespace

template <Number T>
CandidateTally<T>::CandidateTally(const std::vector<T>& candidates)
    : index_(std::make_shared<const kernels::CandidateIndex<T>>(candidates)),
      counters_(index_->slots()),
      merged_(candidates.size()) {}

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

#define SCRIM_INSTANTIATE(T) template class CandidateTally<T>;
SCRIM_FOR_EACH_NUMBER(SCRIM_INSTANTIATE)
#undef SCRIM_INSTANTIATE

}  // namespace scrim
