// Ledgers in a PostgreSQL server that the test starts: two groups of processes that race, a server
// that dies, and whoever changes the tables.
#include <gtest/gtest.h>
#include <signal.h>

#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/ledger.hpp"
#include "support/error_of.hpp"
#include "support/ledger_faults.hpp"
#include "support/ledger_races.hpp"
#include "support/ledger_samples.hpp"
#include "support/ledger_strace.hpp"
#include "support/postgres_server.hpp"

namespace scrim::postgres_slow_test {

namespace {

using test::amount;
using test::epsilon_terms;
using test::order_for;
using test::PostgresServer;
using test::release_text;

class PostgresLedger : public testing::Test {
 protected:
  // One server for all tests: it takes some seconds to make.
  static void SetUpTestSuite() { server_ = new PostgresServer(); }
  static void TearDownTestSuite() {
    delete server_;
    server_ = nullptr;
  }

  static PostgresServer* server_;
};

PostgresServer* PostgresLedger::server_ = nullptr;

TEST_F(PostgresLedger, remembers_and_is_sticky) {
  const std::string here = server_->by_socket("first");
  const Ledger ledger = Ledger::create(here, epsilon_terms("1"));
  const std::string bytes("with \0 in it", 12);
  const LedgerAnswer answer = release_text(ledger, order_for("a \"ü\""), amount("1/3"), bytes);
  const Ledger again = Ledger::open(server_->by_port("first"));
  EXPECT_EQ(again.head(), answer.head);
  EXPECT_EQ(again.account().left.loss, Amount::ratio(2, 3));
  EXPECT_EQ(release_text(again, order_for("a \"ü\""), amount("1/3"), "other").bytes, bytes);
  EXPECT_EQ(again.verify(), answer.head);
  EXPECT_EQ(again.location().find("password"), std::string::npos);
  EXPECT_EQ(release_text(ledger, order_for("empty"), amount("0"), "").bytes, "");
}

TEST_F(PostgresLedger, several_lie_in_one_database) {
  const Ledger one = Ledger::create(server_->by_socket("one"), epsilon_terms("1"));
  const Ledger two = Ledger::create(server_->by_socket("two"), epsilon_terms("2"));
  (void)release_text(one, order_for("a"), amount("0.5"), "x");
  EXPECT_EQ(two.account().left.loss, Amount::ratio(2));
  EXPECT_EQ(two.head().number, 1U);
  SCRIM_EXPECT_ERROR(Ledger::create(server_->by_socket("one"), epsilon_terms("1")),
                     ErrorKind::ledger, "is there already");
  SCRIM_EXPECT_ERROR(Ledger::open(server_->by_socket("three")), ErrorKind::ledger,
                     "there is no ledger");
  EXPECT_TRUE(Ledger::exists(server_->by_port("one")));
  EXPECT_FALSE(Ledger::exists(server_->by_socket("three")));
  SCRIM_EXPECT_ERROR(Ledger::exists("postgresql://scrim@127.0.0.1:1/postgres#one"),
                     ErrorKind::ledger, "cannot be reached");
  SCRIM_EXPECT_ERROR(Ledger::open("postgresql://scrim@127.0.0.1/postgres"),
                     ErrorKind::invalid_argument, "#name");
  SCRIM_EXPECT_ERROR(Ledger::open("postgresql://scrim@127.0.0.1:1/postgres#one"), ErrorKind::ledger,
                     "cannot be reached");
}

TEST_F(PostgresLedger, two_groups_of_processes_share_what_is_left_to_the_last_tenth) {
  const std::string by_socket = server_->by_socket("race");
  {
    (void)Ledger::create(by_socket, epsilon_terms("1"));
  }
  // 16 processes, 8 by each way, ask for 3 tenths each: 48 asks for 10.
  const test::RaceOutcome outcome =
      test::race({by_socket, server_->by_port("race")}, 16, 3, amount("0.1"));
  EXPECT_EQ(outcome.releases, 10);
  EXPECT_EQ(outcome.refusals, 38);
  EXPECT_EQ(outcome.others, 0);
  const Ledger ledger = Ledger::open(by_socket);
  EXPECT_EQ(ledger.verify().number, 21U);
  EXPECT_EQ(ledger.account().left.loss, Amount());
}

TEST_F(PostgresLedger, a_server_that_dies_keeps_every_debit) {
  const std::string here = server_->by_socket("dies");
  const Ledger ledger = Ledger::create(here, epsilon_terms("1"));
  LedgerOrder order = order_for("a");
  SCRIM_EXPECT_ERROR(ledger.release(
                         order, amount("0.1"), [] {},
                         [] {
                           server_->stop(SIGQUIT);
                           return std::string("x");
                         }),
                     ErrorKind::ledger, "");
  SCRIM_EXPECT_ERROR(ledger.head(), ErrorKind::ledger, "the connection was lost");
  server_->start();
  // The same object finds its way back.
  EXPECT_EQ(ledger.head().number, 2U);
  EXPECT_EQ(Ledger::open(here).account().spent.loss, Amount::ratio(1, 10));
  SCRIM_EXPECT_ERROR(release_text(ledger, order, amount("0.1"), "x"), ErrorKind::misuse,
                     "pay_again");
  order.pay_again = true;
  EXPECT_TRUE(release_text(ledger, order, amount("0.1"), "x").is_new);
}

/// A release on a server, with one fault of the client; the ledger is looked at afterwards.
void inject_on(const PostgresServer& server, const std::string& what, const std::string& why,
               int number) {
  const std::string here = server.by_socket("injected" + std::to_string(number));
  test::make_ledger_before_fault(here);
  const LedgerHead head = Ledger::open(here).head();
  const test::TemporaryFolder folder(test::quick_folder());
  const test::SeenOfProcess seen = test::run_under_strace(
      {"-o", "/dev/null", "-e", "inject=" + what}, SCRIM_RELEASE_DRIVER, here, folder.path());
  EXPECT_EQ(test::problem_after_fault(here, head, seen), "")
      << what << ": " << why << " (seen: " << seen.letters << ")";
}

std::vector<std::string> calls_of_a_release_on(const PostgresServer& server) {
  const std::string here = server.by_socket("counted");
  test::make_ledger_before_fault(here);
  const test::TemporaryFolder folder(test::quick_folder());
  return test::calls_of_a_release(SCRIM_RELEASE_DRIVER, here, folder.path());
}

TEST(PostgresFaults, a_client_may_be_killed_before_any_system_call_and_each_may_fail) {
  const PostgresServer server;
  const std::vector<std::string> calls = calls_of_a_release_on(server);
  const std::size_t first = test::first_call_with(calls, "connect(");
  ASSERT_LT(first + 50, calls.size());
  int faults = 0;
  for (std::size_t n = first; n <= calls.size(); ++n) {
    inject_on(server, "all:signal=KILL:when=" + std::to_string(n),
              n < calls.size() ? calls[n] : "the end", ++faults);
  }
  const int kills = faults;
  // 0 bytes received is a server that is gone.
  for (const auto& [call, outcome] : std::vector<std::pair<std::string, std::string>>{
           {"recvfrom", "error=ECONNRESET"},
           {"recvfrom", "retval=0"},
           {"poll", "error=ENOMEM"},
       }) {
    int when = 0;  // strace counts the calls of this name
    for (std::size_t i = 0; i < calls.size(); ++i) {
      if (calls[i].find(" " + call + "(") == std::string::npos) continue;
      ++when;
      if (i < first) continue;
      inject_on(server, call + ":" + outcome + ":when=" + std::to_string(when), calls[i], ++faults);
    }
  }
  std::cout << kills << " kills, " << faults - kills << " errors\n";
  EXPECT_GE(faults - kills, 20);
}

TEST_F(PostgresLedger, is_only_added_to) {
  const Ledger ledger = Ledger::create(server_->by_socket("append"), epsilon_terms("1"));
  (void)release_text(ledger, order_for("a"), amount("0.5"), "x");
  for (const char* const sql :
       {"DELETE FROM scrim_ledger_entries WHERE ledger = 'append'",
        "UPDATE scrim_ledger_entries SET text = '' WHERE ledger = 'append'",
        "TRUNCATE scrim_ledger_entries", "DELETE FROM scrim_ledger_releases"}) {
    EXPECT_FALSE(server_->run_sql(sql)) << sql;
  }
  // Whoever owns the tables can, and is seen.
  const auto change = [&](const std::string& sql) {
    EXPECT_TRUE(server_->run_sql("ALTER TABLE scrim_ledger_entries DISABLE TRIGGER ALL; " + sql +
                                 "; ALTER TABLE scrim_ledger_entries ENABLE TRIGGER ALL"))
        << sql;
  };
  change(
      "UPDATE scrim_ledger_entries SET text = replace(text, '0.5', '0.1') WHERE ledger = "
      "'append'");
  SCRIM_EXPECT_ERROR(Ledger::open(server_->by_socket("append")), ErrorKind::ledger,
                     "entry 2 was changed");
  SCRIM_EXPECT_ERROR(ledger.verify(), ErrorKind::ledger, "entry 2 was changed");
  change(
      "UPDATE scrim_ledger_entries SET text = replace(text, '0.1', '0.5') WHERE ledger = "
      "'append' AND number = 2");
  change(
      "UPDATE scrim_ledger_entries SET previous = repeat('1', 64) WHERE ledger = 'append' AND "
      "number = 3");
  SCRIM_EXPECT_ERROR(Ledger::open(server_->by_socket("append")), ErrorKind::ledger, "entry 3");
}

TEST_F(PostgresLedger, a_forked_process_refuses_and_the_connection_lives_on) {
  const Ledger ledger = Ledger::create(server_->by_socket("fork"), epsilon_terms("1"));
  const test::SeenOfProcess seen = test::run_in_process([&](const test::Reporter& reporter) {
    try {
      (void)Ledger(ledger).head();
    } catch (const Error& error) {
      reporter.tell(error.kind() == ErrorKind::misuse ? 'm' : '?');
    }
  });
  EXPECT_EQ(seen.letters, "m");
  EXPECT_TRUE(release_text(ledger, order_for("a"), amount("0.5"), "x").is_new);
}

TEST(PostgresServers, that_do_not_write_durably_are_refused) {
  const PostgresServer server({"fsync=off"});
  SCRIM_EXPECT_ERROR(Ledger::create(server.by_socket("l"), epsilon_terms("1")), ErrorKind::ledger,
                     "fsync");
}

TEST(PostgresServers, tables_without_their_constraints_are_refused) {
  const PostgresServer server;
  SCRIM_EXPECT_ERROR(Ledger::open(server.by_socket("l")), ErrorKind::ledger, "has no ledgers");
  EXPECT_FALSE(Ledger::exists(server.by_socket("l")));
  {
    (void)Ledger::create(server.by_socket("l"), epsilon_terms("1"));
  }
  EXPECT_TRUE(
      server.run_sql("ALTER TABLE scrim_ledger_entries DROP CONSTRAINT "
                     "scrim_ledger_entries_ledger_previous_key"));
  SCRIM_EXPECT_ERROR(Ledger::open(server.by_socket("l")), ErrorKind::ledger,
                     "are not those that Scrim makes");
}

}  // namespace

}  // namespace scrim::postgres_slow_test
