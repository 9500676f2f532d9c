#include "scrim/ledger/replay.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <utility>
#include <variant>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/chain.hpp"
#include "scrim/ledger/signing.hpp"

namespace scrim::ledger {

namespace {

const LedgerOpening& opening_in(const std::vector<LedgerEntry>& entries) {
  const auto* const opening = std::get_if<LedgerOpening>(&entries.front().content);
  if (opening == nullptr) fail(ErrorKind::ledger, "entry 1 does not open a ledger");
  return *opening;
}

}  // namespace

void check_signature(const std::string& key, const LedgerRecord& record) {
  const bool is_right =
      key.empty() ? record.signature.empty() : is_signed_by(key, record.hash, record.signature);
  if (is_right) return;
  fail(ErrorKind::ledger,
       fmt::format("entry {} {}", record.number,
                   key.empty() ? "has a signature, and the ledger is not a signed one"
                               : "is not signed by the key of the ledger"));
}

void Replay::add(std::span<const LedgerRecord> records) {
  const std::vector<LedgerEntry> entries = checked_entries(head_, records);
  if (entries.empty()) return;
  const LedgerOpening& opening = head_.number == 0 ? opening_in(entries) : books_.opening();
  if (opening.key.empty()) {
    for (const LedgerRecord& record : records) check_signature(opening.key, record);
  } else {
    // It speaks for all entries before: each holds the hash of the one before it.
    check_signature(opening.key, records.back());
  }
  for (std::size_t i = 0; i < entries.size(); ++i) add(entries[i], records[i].hash);
}

void Replay::add(const LedgerEntry& entry, const std::string& hash) {
  LedgerHead head{entry.number, hash};
  hashes_.push_back(hash);
  try {
    books_.apply(entry.number, entry.content);
  } catch (const Error& error) {
    hashes_.pop_back();
    fail(ErrorKind::ledger,
         fmt::format("entry {} cannot be part of this ledger: {}", entry.number, error.what()));
  }
  head_ = std::move(head);
}

}  // namespace scrim::ledger
