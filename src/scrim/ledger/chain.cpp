#include "scrim/ledger/chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/sha256.hpp"

namespace scrim::ledger {

namespace {

[[noreturn]] void refuse_chain(const std::string& why) {
  fail(ErrorKind::ledger, why + "; nothing is released from a ledger that was changed");
}

std::optional<LedgerEntry> entry_if_any(const LedgerRecord& record) {
  try {
    return LedgerEntry::from_text(record.text);
  } catch (const Error&) {
    return std::nullopt;
  }
}

bool holds_entry(std::span<const LedgerRecord> records, std::uint64_t number) {
  return std::any_of(records.begin(), records.end(), [&](const LedgerRecord& record) {
    const std::optional<LedgerEntry> entry = entry_if_any(record);
    return entry && entry->number == number;
  });
}

/// The record at `number` holds another entry.
[[noreturn]] void refuse_place(std::span<const LedgerRecord> records, std::uint64_t number,
                               std::uint64_t held) {
  if (holds_entry(records, number)) {
    refuse_chain(fmt::format("entries were reordered: where entry {} belongs stands entry {}",
                             number, held));
  }
  refuse_chain(
      fmt::format("entry {} was dropped, and others were renumbered: in its place stands entry {}",
                  number, held));
}

/// The entry in records[at] does not hold the hash of the one before.
[[noreturn]] void refuse_link(const LedgerHead& start, std::span<const LedgerRecord> records,
                              std::size_t at) {
  const std::uint64_t number = records[at].number;
  if (number == 1) refuse_chain("entry 1 was changed: nothing comes before it");
  if (at == 0) {
    // What came before was read earlier, and was whole then.
    refuse_chain(
        fmt::format("entry {} does not follow {}, which was read before: the ledger was "
                    "replaced by another one",
                    number, start.text()));
  }
  if (at + 1 == records.size()) {
    refuse_chain(
        fmt::format("entry {} or entry {} was changed: the latter does not hold the hash "
                    "of the former",
                    number - 1, number));
  }
  const std::optional<LedgerEntry> next = entry_if_any(records[at + 1]);
  const bool is_held_by_next = next && next->previous == records[at].hash;
  // Whoever changed it also changed the hash beside it.
  refuse_chain(fmt::format("entry {} was changed: entry {} holds another hash",
                           is_held_by_next ? number - 1 : number,
                           is_held_by_next ? number : number + 1));
}

LedgerEntry parsed(const LedgerRecord& record) {
  try {
    return LedgerEntry::from_text(record.text);
  } catch (const Error& error) {
    fail(ErrorKind::ledger, fmt::format("entry {}: {}", record.number, error.what()));
  }
}

}  // namespace

std::vector<LedgerEntry> checked_entries(const LedgerHead& before,
                                         std::span<const LedgerRecord> records) {
  std::vector<LedgerEntry> entries;
  entries.reserve(records.size());
  LedgerHead head = before;
  for (std::size_t at = 0; at < records.size(); ++at) {
    const LedgerRecord& record = records[at];
    const std::uint64_t number = head.number + 1;
    if (record.number != number) refuse_chain(fmt::format("entry {} was dropped", number));
    if (sha256_text(record.text) != record.hash) {
      refuse_chain(fmt::format("entry {} was changed: the hash beside it is another", number));
    }
    LedgerEntry entry = parsed(record);
    if (entry.number != number) refuse_place(records, number, entry.number);
    if (entry.previous != head.hash) refuse_link(before, records, at);
    head = {number, record.hash};
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace scrim::ledger
