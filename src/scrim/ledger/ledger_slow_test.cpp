// A ledger of 100,000 entries: how long opening and a debit take.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iostream>
#include <string>
#include <vector>

#include "scrim/ledger/ledger.hpp"
#include "scrim/ledger/sqlite_store.hpp"
#include "support/ledger_samples.hpp"

namespace scrim::ledger_slow_test {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

TEST(LongLedger, opens_in_a_second_and_takes_a_debit_in_ten_milliseconds) {
  constexpr std::uint64_t entries = 100'000;
  const test::TemporaryFolder folder;
  const std::string path = folder.file("l");
  {
    // All in one step, as no user could: each of them would be synced.
    const LedgerRecord first = Ledger::first_record(test::epsilon_terms("100000"));
    const auto store = ledger::create_sqlite_store(path, first);
    std::vector<LedgerRecord> records;
    LedgerHead head{1, first.hash};
    const std::string plan(200, 'p');
    while (head.number < entries) {
      const std::uint64_t number = head.number + 1;
      LedgerContent content = LedgerDebit{
          "", test::amount("0.1"), "visits", sha256_text(std::to_string(number)), plan, "0.1.0"};
      if (number % 2 == 1) content = LedgerRelease{number - 1, sha256_text("bytes")};
      const LedgerEntry entry{number, head.hash, content};
      records.push_back({number, entry.text(), sha256_text(entry.text()), ""});
      head = {number, records.back().hash};
    }
    ASSERT_TRUE(store->append({1, first.hash}, records, "bytes"));
  }
  const Clock::time_point start = Clock::now();
  const std::clock_t clock = std::clock();
  const Ledger ledger = Ledger::open(path);
  const double opening = seconds_since(start);
  const double computing = static_cast<double>(std::clock() - clock) / CLOCKS_PER_SEC;
  EXPECT_EQ(ledger.head().number, entries);
  EXPECT_EQ(ledger.account().spent.loss, Amount::from_text("5000"));

  std::vector<double> debits;
  for (int i = 0; i < 21; ++i) {
    Clock::time_point before;
    double debit = 0;
    (void)ledger.release(
        test::order_for("new " + std::to_string(i)), test::amount("0.1"),
        [&] { before = Clock::now(); },
        [&] {
          debit = seconds_since(before);
          return std::string("x");
        });
    debits.push_back(debit);
  }
  std::sort(debits.begin(), debits.end());
  std::cout << "opening " << opening << " s, of which computing " << computing << " s; a debit "
            << 1000 * debits[debits.size() / 2] << " ms (median), " << 1000 * debits.back()
            << " ms (longest)\n";
  // Aimed at: 1 s and 10 ms. Other work on the machine, and its disk, take their part: a debit
  // waits for five syncs.
  EXPECT_LT(computing, 3);
  EXPECT_LT(debits[debits.size() / 2], 0.2);
}

}  // namespace

}  // namespace scrim::ledger_slow_test
