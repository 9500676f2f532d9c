// The last entry of a ledger, by which all of it is known.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace scrim {

/// The number of an entry, and the SHA-256 of its text. As each entry holds the hash of the one
/// before, it stands for that entry and all before it.
struct LedgerHead {
  std::uint64_t number = 0;                 ///< entries are numbered from 1; 0: before the first
  std::string hash = std::string(64, '0');  ///< 64 hexadecimal digits

  /// "41:9f3c...", with all 64 digits.
  [[nodiscard]] std::string text() const;

  /// What text() gave. Throws invalid_argument for anything else.
  [[nodiscard]] static LedgerHead from_text(std::string_view text);

  friend bool operator==(const LedgerHead&, const LedgerHead&) = default;
};

}  // namespace scrim
