// Texts that should be entries of a ledger: what is read is written as the same bytes, and anything
// else is refused as a ledger's error.
#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzz/fuzz_target.hpp"
#include "scrim/ledger/entry.hpp"
#include "scrim/ledger/head.hpp"

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const scrim::LedgerEntry entry = scrim::LedgerEntry::from_text(text);
    scrim::fuzz::require(entry.text() == text, "an entry has one text");
  } catch (const scrim::Error& error) {
    scrim::fuzz::require(error.kind() == scrim::ErrorKind::ledger,
                         "it is the ledger that is wrong");
  }
  try {
    scrim::fuzz::require(scrim::LedgerHead::from_text(text).text() == text, "a head has one text");
  } catch (const scrim::Error& error) {
    scrim::fuzz::require(error.kind() == scrim::ErrorKind::invalid_argument, "it is the argument");
  }
  return 0;
}
