#include "scrim/ledger/head.hpp"

#include <fmt/format.h>

#include <charconv>
#include <system_error>
#include <utility>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/sha256.hpp"

namespace scrim {

std::string LedgerHead::text() const { return std::to_string(number) + ":" + hash; }

LedgerHead LedgerHead::from_text(std::string_view text) {
  LedgerHead head;
  const char* const end = text.data() + text.size();
  const auto [number_end, error] =
      std::from_chars(text.data(), text.data() + text.size(), head.number);
  if (error == std::errc{} && number_end != end && *number_end == ':') {
    head.hash = std::string(number_end + 1, end);
    // The text of the number is compared, too: "041" is not what was printed.
    if (ledger::is_sha256_text(head.hash) && head.text() == text) return head;
  }
  fail(ErrorKind::invalid_argument,
       fmt::format("\"{}\" is no head of a ledger; give it as a release prints it: the number of "
                   "an entry, a colon, and 64 hexadecimal digits",
                   text.substr(0, 100)));
}

}  // namespace scrim
