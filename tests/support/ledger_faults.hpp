// A release in a process of its own that may die or fail at any moment, and what must hold after.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <string>
#include <variant>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/entry.hpp"
#include "scrim/ledger/ledger.hpp"
#include "support/ledger_samples.hpp"

namespace scrim::test {

/// What a caller saw of a process: letters that it wrote before it ended.
struct SeenOfProcess {
  std::string letters;
  int status = 0;  ///< as waitpid gives it

  [[nodiscard]] bool has(char letter) const { return letters.find(letter) != std::string::npos; }
};

/// Tells whoever started the process, at once and for good.
class Reporter {
 public:
  explicit Reporter(int descriptor) : descriptor_(descriptor) {}
  void tell(char letter) const {
    if (::write(descriptor_, &letter, 1) != 1) ::_exit(99);
  }

 private:
  int descriptor_;
};

constexpr char drew_noise = 'n';
constexpr char gave_release = 'r';
constexpr char refused = 'e';

inline SeenOfProcess run_in_process(const std::function<void(const Reporter&)>& action) {
  int ends[2];
  if (::pipe(ends) != 0) return {"", -1};
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    const Reporter reporter(ends[1]);
    try {
      action(reporter);
    } catch (const Error& error) {
      reporter.tell(refused);
      // A failing disk is an error of the ledger, and of nothing else.
      ::_exit(error.kind() == ErrorKind::ledger ? 1 : 2);
    }
    ::_exit(0);
  }
  ::close(ends[1]);
  SeenOfProcess seen;
  char letter = 0;
  while (::read(ends[0], &letter, 1) == 1) seen.letters += letter;
  ::close(ends[0]);
  ::waitpid(child, &seen.status, 0);
  return seen;
}

/// Where files are quick: syncs cost nothing, and what a process wrote outlives it.
inline std::filesystem::path quick_folder() {
  return std::filesystem::is_directory("/dev/shm") ? "/dev/shm"
                                                   : std::filesystem::temp_directory_path();
}

inline const std::string& plan_under_fault() {
  static const std::string plan = "the plan under fault";
  return plan;
}
inline const AmountWithDelta& price_under_fault() {
  static const AmountWithDelta price = amount("0.1");
  return price;
}

/// A ledger with some history; the total is 1, and 0.3 is spent.
inline void make_ledger_before_fault(const std::string& path) {
  const Ledger ledger = Ledger::create(path, epsilon_terms("1"));
  ledger.grant("a", amount("0.2"));
  (void)release_text(ledger, order_for("earlier", "a"), amount("0.1"), std::string(5000, 'x'));
  (void)release_text(ledger, order_for("too", ""), amount("0.2"), "y");
}

/// Asks for the plan once, and tells what came of it.
inline void release_under_fault(const Ledger& ledger, const Reporter& reporter) {
  (void)ledger.release(
      order_for(plan_under_fault()), price_under_fault(), [] {},
      [&] {
        reporter.tell(drew_noise);
        return std::string(3000, 'b');
      });
  reporter.tell(gave_release);
}

/// Debits and releases of the plan, as the entries have them.
struct CountedEntries {
  int debits = 0;
  int releases = 0;
};

inline CountedEntries count_entries(const Ledger& ledger, const std::string& plan) {
  CountedEntries counted;
  std::vector<std::uint64_t> debits;
  for (const LedgerRecord& record : ledger.entries()) {
    const LedgerEntry entry = LedgerEntry::from_text(record.text);
    if (const auto* debit = std::get_if<LedgerDebit>(&entry.content)) {
      if (debit->digest != sha256_text(plan)) continue;
      ++counted.debits;
      debits.push_back(entry.number);
    } else if (const auto* release = std::get_if<LedgerRelease>(&entry.content)) {
      if (std::find(debits.begin(), debits.end(), release->debit) != debits.end()) {
        ++counted.releases;
      }
    }
  }
  return counted;
}

/// What is wrong with a ledger after a process that asked for the plan once has ended, however that
/// was; nothing, if all is well.
inline std::string problem_after_fault(const std::string& path, const LedgerHead& head_before,
                                       const SeenOfProcess& seen) {
  try {
    const Ledger ledger = Ledger::open(path);
    static_cast<void>(ledger.verify());
    if (!ledger.contains(head_before)) return "an entry that was there is lost";
    const CountedEntries counted = count_entries(ledger, plan_under_fault());
    if (counted.debits > 1) return "paid twice";
    if (seen.has(drew_noise) && counted.debits == 0)
      return "noise was drawn, and no debit is there";
    if (seen.has(gave_release) && counted.releases == 0) return "a release was given, and is lost";
    if (counted.releases > counted.debits) return "a release without a debit";
    const Amount expected =
        counted.debits == 0 ? Amount::from_text("0.3") : Amount::from_text("0.4");
    if (ledger.account().spent.loss != expected) return "the sum is wrong";
    // The ledger lives on: the rest of the root's budget can be spent, and no more.
    LedgerOrder order = order_for(plan_under_fault());
    order.pay_again = true;
    const LedgerAnswer answer = release_text(ledger, order, price_under_fault(), "again");
    if (answer.is_new == (counted.releases == 1)) return "what is stored is not what is given";
    const Amount left = ledger.account().left.loss;
    (void)release_text(ledger, order_for("the rest"), {left, Amount()}, "z");
    try {
      (void)release_text(ledger, order_for("more"), amount("1e-9"), "z");
      return "the budget is exceeded";
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::budget) return error.what();
    }
  } catch (const Error& error) {
    return std::string("the ledger is of no use: ") + error.what();
  }
  return "";
}

}  // namespace scrim::test
