// What filters under every measure have in common: an exact account, its parents, its turns.
//
// Proof: filter.proof.md
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "scrim/accounting/amount.hpp"

namespace scrim::accounting {

/// What accounts of one family agree on.
struct AccountRules {
  std::string_view loss_name;  ///< "epsilon" or "rho", for messages
  bool has_delta = false;      ///< else every delta is 0, and none is spoken of
  bool one_at_a_time = false;  ///< no release may begin while another one runs
};

/// An exact account with a limit, which only ever spends. A child draws on its parent: what it
/// spends is spent by all its ancestors, at once or not at all.
///
/// Copies are the same account. All operations may be called from any thread. In a process that was
/// forked from the one in which the first of its family was opened, every operation throws misuse:
/// there the account is a copy, and what both spent would be spent twice.
class Account {
 public:
  /// Throws invalid_argument unless the limit's delta is below 1.
  Account(const AmountWithDelta& limit, AccountRules rules);

  /// An account that may spend so much of what this one may.
  [[nodiscard]] Account child(const AmountWithDelta& limit) const;

  /// Throws ErrorKind::budget, and changes nothing, unless the amount is left here and in all
  /// ancestors. What was spent never comes back. Where releases run one at a time, waits for the
  /// one that runs.
  void spend(const AmountWithDelta& amount) const;

  /// Whether spend would succeed now; another thread may be faster.
  [[nodiscard]] bool can_spend(const AmountWithDelta& amount) const;

  /// The sum of all that was spent here and by children.
  [[nodiscard]] AmountWithDelta spent() const;
  /// What can still be spent: here and, as far as that is less, in an ancestor.
  [[nodiscard]] AmountWithDelta left() const;
  /// What this account was opened with.
  [[nodiscard]] AmountWithDelta limit() const;

  /// Held while a release runs that was paid for.
  class Turn {
   public:
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn();

    /// Throws misuse if the process was forked since: the release is not this process's to give.
    void check_process() const;

   private:
    friend class Account;
    struct Family;
    explicit Turn(std::shared_ptr<Family> family) : family_(std::move(family)) {}

    std::shared_ptr<Family> family_;
  };

  /// As spend, for a release that runs while the turn is held.
  [[nodiscard]] Turn spend_for_release(const AmountWithDelta& amount) const;

  /// True in a process that was forked from the account's own.
  [[nodiscard]] bool is_of_another_process() const;

 private:
  struct Node;
  explicit Account(std::shared_ptr<Node> node) : node_(std::move(node)) {}

  std::shared_ptr<Node> node_;
};

}  // namespace scrim::accounting
