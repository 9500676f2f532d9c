// Orders of a release and ways to add up that others have, as controls: each breaks what a ledger
// promises.
#pragma once

#include <string>

#include "scrim/ledger/ledger.hpp"
#include "support/ledger_faults.hpp"
#include "support/ledger_samples.hpp"

namespace scrim::test {

/// The answer first, then the entry: a crash in between is a release that nobody paid for.
inline void release_first_then_debit(const Ledger& ledger, const Reporter& reporter) {
  reporter.tell(drew_noise);
  reporter.tell(gave_release);
  (void)release_text(ledger, order_for(plan_under_fault()), price_under_fault(), "b");
}

/// A sum of doubles.
class FloatBudget {
 public:
  explicit FloatBudget(double limit) : limit_(limit) {}

  [[nodiscard]] bool spend(double amount) {
    if (spent_ + amount > limit_) return false;
    spent_ += amount;
    return true;
  }

 private:
  double limit_;
  double spent_ = 0;
};

/// Gives the price back where the release failed.
class RefundingBudget {
 public:
  explicit RefundingBudget(Amount limit) : left_(std::move(limit)) {}

  /// Whether there was a release.
  template <class Finish>
  [[nodiscard]] bool release(const Amount& price, const Finish& finish) {
    left_ = left_ - price;
    try {
      finish();
      return true;
    } catch (...) {
      left_ = left_ + price;
      return false;
    }
  }
  [[nodiscard]] const Amount& left() const noexcept { return left_; }

 private:
  Amount left_;
};

}  // namespace scrim::test
