// Finds, for many rows at a time, where each falls among sorted candidates.
//
// Proof: candidate_index.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "scrim/errors/error.hpp"
#include "scrim/kernels/candidates/candidate_key.hpp"
#include "scrim/kernels/candidates/candidate_table.hpp"
#include "scrim/kernels/candidates/candidate_tree.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim::kernels {

/// Rows that are located together; callers pass at most this many.
inline constexpr std::size_t located_rows = 2048;

/// Slots are 32-bit numbers, and n candidates have 2 n + 1 of them.
inline constexpr std::size_t most_candidates = (std::size_t{1} << 31) - 1;

inline void check_candidate_count(std::size_t count) {
  if (count > most_candidates) {
    fail(ErrorKind::invalid_argument, "there are " + std::to_string(count) +
                                          " candidates; give at most " +
                                          std::to_string(most_candidates));
  }
}

/// A sorted list of candidates c_0 < c_1 < … < c_{n-1}, prepared for look-up.
///
/// The slot of a row x is #(c_i < x) + #(c_i <= x): it is 2 i + 1 if x equals c_i, and 2 i if x
/// lies strictly between c_{i-1} and c_i (or beyond the ends). A NaN has slot 0.
///
/// Candidates that are spread evenly enough are found by a table, others by a tree. Either takes
/// the same steps for every row.
template <Number T>
class CandidateIndex {
 public:
  using Key = CandidateKey<T>;

  /// Precondition (caller): candidates are not empty, strictly increasing and not NaN.
  /// Precondition (checked): there are at most most_candidates.
  explicit CandidateIndex(std::span<const T> candidates)
      : candidates_(candidates.begin(), candidates.end()),
        locator_(strictly([&] { return make_locator(candidates); })) {}

  [[nodiscard]] std::span<const T> candidates() const noexcept { return candidates_; }
  [[nodiscard]] std::size_t slots() const noexcept { return 2 * candidates_.size() + 1; }
  [[nodiscard]] bool has_table() const noexcept {
    return std::holds_alternative<CandidateTable<Key>>(locator_);
  }

  /// Writes the slot of each row, given by its key (take_keys).
  /// Precondition (caller): keys.size() <= located_rows and slots.size() >= keys.size().
  void locate(std::span<const Key> keys, std::span<std::uint32_t> slots) const {
    std::visit([&](const auto& locator) { locator.locate(keys, slots); }, locator_);
  }

 private:
  using Locator = std::variant<CandidateTable<Key>, CandidateTree<Key>>;

  [[nodiscard]] static Locator make_locator(std::span<const T> candidates) {
    check_candidate_count(candidates.size());
    std::vector<Key> keys;
    keys.reserve(candidates.size());
    for (const T candidate : candidates) keys.push_back(key_of(candidate));
    if (auto table = CandidateTable<Key>::try_make(keys)) return std::move(*table);
    return CandidateTree<Key>(keys);
  }

  std::vector<T> candidates_;
  Locator locator_;
};

}  // namespace scrim::kernels
