// SHA-256, as a text.
#pragma once

#include <string>
#include <string_view>

namespace scrim {

/// The SHA-256 of the bytes, as 64 hexadecimal digits: what links the entries of a ledger, and what
/// a plan can be known by.
[[nodiscard]] std::string sha256_text(std::string_view bytes);

}  // namespace scrim

namespace scrim::ledger {

/// True for 64 hexadecimal digits in lower case, as sha256_text gives them.
[[nodiscard]] bool is_sha256_text(std::string_view text) noexcept;

/// Two digits for each byte, in lower case.
[[nodiscard]] std::string hex_text(std::string_view bytes);

/// True for an even number of hexadecimal digits in lower case.
[[nodiscard]] bool is_hex_text(std::string_view text) noexcept;

/// Precondition (caller): is_hex_text(text).
[[nodiscard]] std::string bytes_of_hex(std::string_view text);

}  // namespace scrim::ledger
