// Processes that race for one budget.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstddef>
#include <string>
#include <vector>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/ledger.hpp"
#include "support/ledger_samples.hpp"

namespace scrim::test {

struct RaceOutcome {
  int releases = 0;
  int refusals = 0;
  int others = 0;  ///< any other error
};

/// Each of so many processes asks for so many releases of its own, all at a time. They reach the
/// ledger by the locations in turn.
inline RaceOutcome race(const std::vector<std::string>& locations, int processes, int asks,
                        const AmountWithDelta& price) {
  int start[2];
  int told[2];
  if (::pipe(start) != 0 || ::pipe(told) != 0) return {0, 0, 1};
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::close(start[1]);
      char letter = 0;
      const auto tell = [&](char what) {
        if (::write(told[1], &what, 1) != 1) ::_exit(1);
      };
      try {
        const Ledger ledger =
            Ledger::open(locations[static_cast<std::size_t>(i) % locations.size()]);
        // Ends when the parent closes its end: all begin together.
        static_cast<void>(::read(start[0], &letter, 1));
        for (int j = 0; j < asks; ++j) {
          try {
            const std::string plan = std::to_string(i) + "/" + std::to_string(j);
            (void)release_text(ledger, order_for(plan), price, plan);
            tell('r');
          } catch (const Error& error) {
            tell(error.kind() == ErrorKind::budget ? 'b' : 'o');
          }
        }
      } catch (const Error&) {
        tell('o');
      }
      ::_exit(0);
    }
    children.push_back(child);
  }
  ::close(start[0]);
  ::close(start[1]);
  ::close(told[1]);
  RaceOutcome outcome;
  char letter = 0;
  while (::read(told[0], &letter, 1) == 1) {
    ++(letter == 'r' ? outcome.releases : letter == 'b' ? outcome.refusals : outcome.others);
  }
  ::close(told[0]);
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) ++outcome.others;
  }
  return outcome;
}

}  // namespace scrim::test
