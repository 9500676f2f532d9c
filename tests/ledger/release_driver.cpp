// usage: ledger_release_driver LEDGER
//
// Asks a ledger for one release, and writes to standard output what a caller sees: the letters of
// support/ledger_faults.hpp. system_calls_slow_test kills it before each of its system calls.
#include <unistd.h>

#include <string>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/ledger.hpp"
#include "support/ledger_faults.hpp"
#include "support/ledger_samples.hpp"

int main(int argc, char** argv) {
  using namespace scrim;
  if (argc != 2) return 2;
  const test::Reporter reporter(STDOUT_FILENO);
  try {
    test::release_under_fault(Ledger::open(argv[1]), reporter);
  } catch (const Error& error) {
    reporter.tell(test::refused);
    return error.kind() == ErrorKind::ledger ? 1 : 2;
  }
  return 0;
}
