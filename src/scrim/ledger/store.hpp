// Where the entries of a ledger lie: what a store must offer, and nothing about what they mean.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "scrim/ledger/head.hpp"

namespace scrim {

/// An entry as a store keeps it.
struct LedgerRecord {
  std::uint64_t number = 0;
  std::string text;       ///< of the entry
  std::string hash;       ///< the SHA-256 of the text
  std::string signature;  ///< of the hash, in hexadecimal digits; empty where nothing is signed

  friend bool operator==(const LedgerRecord&, const LedgerRecord&) = default;
};

/// Entries in a row, and the bytes of releases, which are only ever added.
///
/// What the ledger's proof asks of a store:
///  - `append` is one step: no other append, by whatever process, comes between its comparison and
///    its writing; after a crash all of it is there, or none;
///  - when `append` returns true, all of it is there even if the machine loses power at once;
///  - what is there stays as it was.
/// Nothing is assumed where `append` throws: it may have happened.
///
/// Operations throw ErrorKind::ledger where the store cannot be read or written. The ledger calls
/// one at a time.
class LedgerStore {
 public:
  LedgerStore() = default;
  LedgerStore(const LedgerStore&) = delete;
  LedgerStore& operator=(const LedgerStore&) = delete;
  virtual ~LedgerStore() = default;

  /// The number and the hash of the last record.
  [[nodiscard]] virtual LedgerHead head() = 0;

  /// Adds the records, and the bytes under their SHA-256, if the last record is `expected`; else
  /// changes nothing and returns false.
  [[nodiscard]] virtual bool append(const LedgerHead& expected,
                                    std::span<const LedgerRecord> records,
                                    const std::optional<std::string>& bytes) = 0;

  /// All records whose number is larger, as they lie there, in the order of their numbers.
  [[nodiscard]] virtual std::vector<LedgerRecord> after(std::uint64_t number) = 0;

  /// The bytes that were added under this hash, not checked against it; nothing if there are none.
  [[nodiscard]] virtual std::optional<std::string> bytes_of(const std::string& hash) = 0;

  /// Whatever the store can check about itself beyond what it hands out.
  virtual void check_integrity() = 0;

  /// What people know it by, for messages: a path, or a URL without its password.
  [[nodiscard]] virtual std::string location() const = 0;
};

}  // namespace scrim
