// A ledger as read so far: entries that were checked, and what they amount to. Not installed.
//
// Proof: ledger.proof.md
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "scrim/ledger/books.hpp"
#include "scrim/ledger/entry.hpp"
#include "scrim/ledger/head.hpp"
#include "scrim/ledger/store.hpp"

namespace scrim::ledger {

/// Throws ErrorKind::ledger unless the key signed the record; where the key is empty, unless there
/// is no signature.
void check_signature(const std::string& key, const LedgerRecord& record);

class Replay {
 public:
  /// Throws ErrorKind::ledger at the first record that may not follow. What came before it is
  /// added.
  void add(std::span<const LedgerRecord> records);

  [[nodiscard]] const Books& books() const noexcept { return books_; }
  /// The last entry that was added.
  [[nodiscard]] const LedgerHead& head() const noexcept { return head_; }
  /// Precondition (caller): 1 <= number <= head().number.
  [[nodiscard]] LedgerHead head_at(std::uint64_t number) const {
    return {number, hashes_.at(number - 1)};
  }
  [[nodiscard]] bool contains(const LedgerHead& head) const {
    return head.number >= 1 && head.number <= hashes_.size() && head_at(head.number) == head;
  }

 private:
  void add(const LedgerEntry& entry, const std::string& hash);

  Books books_;
  LedgerHead head_;
  std::vector<std::string> hashes_;
};

}  // namespace scrim::ledger
