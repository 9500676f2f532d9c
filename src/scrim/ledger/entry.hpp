// What a ledger holds: entries, each with one text. Proof: ledger.proof.md
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "scrim/accounting/amount.hpp"

namespace scrim {

/// What a ledger adds up. It is fixed when the ledger is opened for the first time.
enum class LedgerCurrency { epsilon, epsilon_delta, rho, rho_delta };

/// "epsilon", "epsilon+delta", "rho", "rho+delta".
[[nodiscard]] std::string_view name(LedgerCurrency currency) noexcept;

/// The first entry: what the ledger is about, and all that may ever be spent.
struct LedgerOpening {
  std::string id;       ///< 32 random hexadecimal digits, so that no two ledgers begin alike
  std::string unit;     ///< who is protected, such as "one person"
  std::string dataset;  ///< a label of the data, declared, never computed from it
  LedgerCurrency currency = LedgerCurrency::epsilon;
  AmountWithDelta total;  ///< the delta is 0 where the currency has none
  std::string key;        ///< 64 hexadecimal digits of an Ed25519 key, or nothing: not signed
  std::string version;    ///< of the library that wrote the entry

  friend bool operator==(const LedgerOpening&, const LedgerOpening&) = default;
};

/// An account's limit is set, carved out of its parent's.
struct LedgerGrant {
  std::string account;
  AmountWithDelta limit;

  friend bool operator==(const LedgerGrant&, const LedgerGrant&) = default;
};

/// What a release costs, before there is one.
struct LedgerDebit {
  std::string account;
  AmountWithDelta amount;
  std::string dataset;
  std::string digest;  ///< what the plan is known by
  std::string plan;    ///< for people
  std::string version;

  friend bool operator==(const LedgerDebit&, const LedgerDebit&) = default;
};

/// A release is there, whose bytes the ledger stores.
struct LedgerRelease {
  std::uint64_t debit = 0;  ///< the number of the entry that paid for it
  std::string hash;         ///< the SHA-256 of the bytes

  friend bool operator==(const LedgerRelease&, const LedgerRelease&) = default;
};

/// A remark, which decides nothing.
struct LedgerNote {
  std::string text;

  friend bool operator==(const LedgerNote&, const LedgerNote&) = default;
};

using LedgerContent =
    std::variant<LedgerOpening, LedgerGrant, LedgerDebit, LedgerRelease, LedgerNote>;

/// One entry of a ledger. None depends on a clock.
struct LedgerEntry {
  std::uint64_t number = 0;
  std::string previous;  ///< the hash of the entry before
  LedgerContent content;

  /// The one text of this entry: JSON in a canonical form.
  /// Throws invalid_argument where a text in it is not UTF-8, or an amount has more digits than can
  /// be read back.
  [[nodiscard]] std::string text() const;

  /// The entry that has this text. Throws ErrorKind::ledger, with what is wrong, for a text that no
  /// entry has.
  [[nodiscard]] static LedgerEntry from_text(std::string_view text);

  friend bool operator==(const LedgerEntry&, const LedgerEntry&) = default;
};

/// "open", "grant", "debit", "release", "note".
[[nodiscard]] std::string_view kind_name(const LedgerContent& content) noexcept;

}  // namespace scrim

namespace scrim::ledger {

/// True where amounts of the currency have a delta.
[[nodiscard]] constexpr bool has_delta(LedgerCurrency currency) noexcept {
  return currency == LedgerCurrency::epsilon_delta || currency == LedgerCurrency::rho_delta;
}

/// "epsilon" or "rho".
[[nodiscard]] constexpr std::string_view loss_name(LedgerCurrency currency) noexcept {
  const bool is_rho = currency == LedgerCurrency::rho || currency == LedgerCurrency::rho_delta;
  return is_rho ? "rho" : "epsilon";
}

/// The only one so far. A ledger of another format is refused.
inline constexpr std::uint64_t format_version = 1;

}  // namespace scrim::ledger
