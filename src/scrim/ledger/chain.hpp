// Whether records are what was once written, one after the other. Proof: ledger.proof.md
#pragma once

#include <span>
#include <vector>

#include "scrim/ledger/entry.hpp"
#include "scrim/ledger/head.hpp"
#include "scrim/ledger/store.hpp"

namespace scrim::ledger {

/// The entries of records that follow `before`.
///
/// Throws ErrorKind::ledger, and says which entry was changed, dropped or put elsewhere, unless
/// every text has the hash beside it, each holds its own number and the hash of the one before, and
/// none is missing.
[[nodiscard]] std::vector<LedgerEntry> checked_entries(const LedgerHead& before,
                                                       std::span<const LedgerRecord> records);

}  // namespace scrim::ledger
