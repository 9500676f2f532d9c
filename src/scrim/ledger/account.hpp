// One account of a ledger, as it is shown.
#pragma once

#include "scrim/accounting/amount.hpp"

namespace scrim {

/// What was granted to an account, and what became of it.
struct LedgerAccount {
  AmountWithDelta limit;
  AmountWithDelta spent;    ///< by this account and all below it
  AmountWithDelta granted;  ///< to the accounts right below it: theirs, and no longer its own
  AmountWithDelta left;     ///< what this account itself can still spend or grant
};

}  // namespace scrim
