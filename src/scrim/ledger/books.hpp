// What the entries of a ledger amount to: accounts, debits, releases. Pure. Proof: ledger.proof.md
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "scrim/ledger/account.hpp"
#include "scrim/ledger/entry.hpp"

namespace scrim::ledger {

/// What is known of one plan on one dataset.
struct PlanHistory {
  std::uint64_t last_debit = 0;
  std::uint64_t release = 0;  ///< the number of the first release entry; 0 if there is none
  std::uint64_t released_debit = 0;
  std::string hash;  ///< of its bytes
};

/// The state that entries lead to, one after the other.
///
/// Accounts are paths: "" is the root, which has the total; "a/b" lies below "a". A limit is carved
/// out of the parent's: what an account spent itself and the limits of its children are together
/// within its own limit, always.
class Books {
 public:
  /// Throws, and changes nothing, if the entry may not follow: ErrorKind::budget where an account
  /// would be exceeded, invalid_argument where it names something that is not there.
  void apply(std::uint64_t number, const LedgerContent& content);

  /// Precondition (caller): an opening was applied.
  [[nodiscard]] const LedgerOpening& opening() const { return *opening_; }

  /// The paths, parents before their children.
  [[nodiscard]] std::vector<std::string> accounts() const;
  /// Throws invalid_argument if there is none of this path.
  [[nodiscard]] LedgerAccount account(const std::string& path) const;

  /// Throws as apply would, and changes nothing.
  void check(const LedgerGrant& grant) const { static_cast<void>(changed_by(grant)); }
  void check(const LedgerDebit& debit) const { static_cast<void>(changed_by(debit)); }

  /// Nothing, if no debit names the plan.
  [[nodiscard]] const PlanHistory* find(const std::string& dataset,
                                        const std::string& digest) const;

  /// Of every release entry, its number and the hash of its bytes.
  [[nodiscard]] const std::vector<std::pair<std::uint64_t, std::string>>& releases() const {
    return releases_;
  }

 private:
  struct Node {
    LedgerAccount shown;
    AmountWithDelta spent_here;
  };
  /// Paths, and what becomes of them. All of it is computed before any of it is kept.
  using Changes = std::vector<std::pair<std::string, Node>>;
  struct Debit {
    std::string plan_key;
    bool is_released = false;
  };

  void apply_opening(std::uint64_t number, const LedgerOpening& opening);
  void apply_debit(std::uint64_t number, const LedgerDebit& debit);
  void apply_release(std::uint64_t number, const LedgerRelease& release);

  [[nodiscard]] Changes changed_by(const LedgerGrant& grant) const;
  [[nodiscard]] Changes changed_by(const LedgerDebit& debit) const;
  void keep(Changes changes);

  [[nodiscard]] const Node& node(const std::string& path) const;
  void check_amount(const AmountWithDelta& amount, std::string_view what) const;

  std::optional<LedgerOpening> opening_;
  std::map<std::string, Node> nodes_;
  std::unordered_map<std::uint64_t, Debit> debits_;
  std::unordered_map<std::string, PlanHistory> plans_;
  std::vector<std::pair<std::uint64_t, std::string>> releases_;
};

}  // namespace scrim::ledger
