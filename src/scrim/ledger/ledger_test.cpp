#include "scrim/ledger/ledger.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "scrim/core/chain.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/measurements/laplace/make_laplace.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/spaces/space.hpp"
#include "scrim/transformations/count/make_count.hpp"
#include "support/error_of.hpp"
#include "support/ledger_samples.hpp"

namespace scrim::ledger_test {

namespace {

using test::amount;
using test::epsilon_terms;
using test::order_for;
using test::release_text;
using test::TemporaryFolder;

std::string left_of(const Ledger& ledger, const std::string& path = "") {
  return ledger.account(path).left.loss.exact_text();
}

TEST(Ledger, remembers_beyond_the_object) {
  const TemporaryFolder folder;
  LedgerHead head;
  {
    const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
    const LedgerAnswer answer = release_text(ledger, order_for("a"), amount("0.25"), "bytes");
    EXPECT_TRUE(answer.is_new);
    EXPECT_EQ(answer.debit, 2U);
    EXPECT_EQ(answer.head.number, 3U);
    EXPECT_EQ(answer.head, ledger.head());
    head = answer.head;
  }
  const Ledger ledger = Ledger::open(folder.file("l"));
  EXPECT_EQ(ledger.head(), head);
  EXPECT_EQ(left_of(ledger), "0.75");
  EXPECT_EQ(ledger.opening().unit, "one person");
  const LedgerAnswer again = ledger.release(
      order_for("a"), amount("0.25"), [] { FAIL() << "read"; },
      []() -> std::string { return "?"; });
  EXPECT_FALSE(again.is_new);
  EXPECT_EQ(again.bytes, "bytes");
  EXPECT_EQ(again.head, head);
  EXPECT_EQ(again.debit, 2U);
  EXPECT_EQ(left_of(ledger), "0.75");
  EXPECT_EQ(ledger.verify(), head);
}

TEST(Ledger, ten_tenths_are_one) {
  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
  for (int i = 0; i < 10; ++i) {
    (void)release_text(ledger, order_for(std::to_string(i)), amount("0.1"), "x");
  }
  EXPECT_EQ(left_of(ledger), "0");
  bool was_read = false;
  SCRIM_EXPECT_ERROR(
      ledger.release(
          order_for("k"), amount("1e-300"), [&] { was_read = true; }, [] { return std::string(); }),
      ErrorKind::budget, "0 is left", "nothing was spent");
  EXPECT_FALSE(was_read);
  // Of no price.
  EXPECT_EQ(release_text(ledger, order_for("free"), amount("0"), "x").bytes, "x");
}

TEST(Ledger, spends_nothing_where_reading_fails_unless_the_debit_came_first) {
  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
  const auto failing = []() -> void { throw std::runtime_error("no file"); };
  const auto finish = []() -> std::string { return "x"; };
  EXPECT_THROW((void)ledger.release(order_for("a"), amount("0.5"), failing, finish),
               std::runtime_error);
  EXPECT_EQ(left_of(ledger), "1");
  EXPECT_EQ(ledger.find("visits", order_for("a").digest).debit, 0U);

  LedgerOrder first = order_for("a");
  first.debit_before_reading = true;
  EXPECT_THROW((void)ledger.release(first, amount("0.5"), failing, finish), std::runtime_error);
  EXPECT_EQ(left_of(ledger), "0.5");
  const LedgerFinding finding = ledger.find("visits", first.digest);
  EXPECT_EQ(finding.debit, 2U);
  EXPECT_FALSE(finding.is_released);
}

TEST(Ledger, a_debit_without_a_release_stays_spent_and_paying_again_is_asked_for) {
  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
  LedgerOrder order = order_for("a");
  EXPECT_THROW((void)ledger.release(
                   order, amount("0.4"), [] {},
                   []() -> std::string { throw std::runtime_error("no memory"); }),
               std::runtime_error);
  EXPECT_EQ(left_of(ledger), "0.6");
  SCRIM_EXPECT_ERROR(release_text(ledger, order, amount("0.4"), "x"), ErrorKind::misuse, "entry 2",
                     "pay_again");
  SCRIM_EXPECT_ERROR(ledger.check_order(order, amount("0.4")), ErrorKind::misuse, "pay_again");
  EXPECT_EQ(left_of(ledger), "0.6");
  order.pay_again = true;
  EXPECT_TRUE(release_text(ledger, order, amount("0.4"), "x").is_new);
  EXPECT_EQ(left_of(ledger), "0.2");
  // From now on it is stored, whoever asks.
  EXPECT_FALSE(release_text(ledger, order, amount("0.4"), "y").is_new);
  EXPECT_EQ(left_of(ledger), "0.2");
}

TEST(Ledger, another_dataset_or_plan_is_another_release) {
  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
  LedgerOrder order = order_for("a");
  EXPECT_TRUE(release_text(ledger, order, amount("0.1"), "x").is_new);
  order.dataset = "visits";  // the ledger's own
  EXPECT_FALSE(release_text(ledger, order, amount("0.1"), "y").is_new);
  order.dataset = "visits2";
  EXPECT_TRUE(release_text(ledger, order, amount("0.1"), "x").is_new);
  EXPECT_TRUE(release_text(ledger, order_for("b"), amount("0.1"), "x").is_new);
  EXPECT_EQ(left_of(ledger), "0.7");
}

TEST(Ledger, limits_are_carved_out) {
  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
  ledger.grant("hospital", amount("0.6"));
  ledger.grant("hospital/ana", amount("0.5"));
  EXPECT_EQ(ledger.accounts(), (std::vector<std::string>{"", "hospital", "hospital/ana"}));
  EXPECT_EQ(left_of(ledger), "0.4");
  EXPECT_EQ(left_of(ledger, "hospital"), "0.1");
  SCRIM_EXPECT_ERROR(release_text(ledger, order_for("a"), amount("0.5"), "x"), ErrorKind::budget,
                     "epsilon 0.5 is asked for", "0.4 is left");
  SCRIM_EXPECT_ERROR(release_text(ledger, order_for("a", "hospital"), amount("0.2"), "x"),
                     ErrorKind::budget, "the account \"hospital\"");
  (void)release_text(ledger, order_for("a", "hospital/ana"), amount("0.3"), "x");
  (void)release_text(ledger, order_for("b", "hospital"), amount("0.1"), "x");
  EXPECT_EQ(ledger.account("hospital").spent.loss.exact_text(), "0.4");
  EXPECT_EQ(ledger.account().spent.loss.exact_text(), "0.4");
  EXPECT_EQ(ledger.account().granted.loss.exact_text(), "0.6");
  EXPECT_EQ(left_of(ledger), "0.4");
  EXPECT_EQ(left_of(ledger, "hospital/ana"), "0.2");
  EXPECT_EQ(left_of(ledger, "hospital"), "0");

  // Set anew, up and down, but not below what is gone.
  SCRIM_EXPECT_ERROR(ledger.grant("hospital/ana", amount("0.29")), ErrorKind::budget, "0.3");
  ledger.grant("hospital/ana", amount("0.3"));
  EXPECT_EQ(left_of(ledger, "hospital"), "0.2");
  SCRIM_EXPECT_ERROR(ledger.grant("hospital", amount("0.39")), ErrorKind::budget, "0.4");
  SCRIM_EXPECT_ERROR(ledger.grant("hospital", amount("1.1")), ErrorKind::budget,
                     "1 is left for it");
  ledger.grant("hospital", amount("1"));
  EXPECT_EQ(left_of(ledger), "0");
  EXPECT_EQ(left_of(Ledger::open(folder.file("l")), "hospital"), "0.6");
}

TEST(Ledger, refuses_what_is_no_account) {
  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
  for (const std::string& path :
       {std::string(), std::string("/"), std::string("/a"), std::string("a/"), std::string("a//b"),
        std::string("a\n"), std::string(1001, 'a')}) {
    SCRIM_EXPECT_ERROR(ledger.grant(path, amount("0.1")), ErrorKind::invalid_argument,
                       "no path of an account");
  }
  SCRIM_EXPECT_ERROR(ledger.grant("a/b", amount("0.1")), ErrorKind::invalid_argument,
                     "no account \"a\"", "grant");
  SCRIM_EXPECT_ERROR(release_text(ledger, order_for("p", "nobody"), amount("0.1"), "x"),
                     ErrorKind::invalid_argument, "nobody");
  SCRIM_EXPECT_ERROR(ledger.account("nobody"), ErrorKind::invalid_argument, "nobody");
  SCRIM_EXPECT_ERROR(ledger.grant("a", amount("0.1", "1e-9")), ErrorKind::mismatch, "delta");
  EXPECT_EQ(ledger.head().number, 1U);
}

TEST(Ledger, refuses_orders_and_terms_that_mean_nothing) {
  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
  LedgerOrder order = order_for("p");
  order.digest = "abc";
  SCRIM_EXPECT_ERROR(release_text(ledger, order, amount("0.1"), "x"), ErrorKind::invalid_argument,
                     "64 hexadecimal");
  order = order_for("\xff");
  SCRIM_EXPECT_ERROR(release_text(ledger, order, amount("0.1"), "x"), ErrorKind::invalid_argument,
                     "UTF-8");
  EXPECT_EQ(ledger.head().number, 1U);

  LedgerTerms terms = epsilon_terms("1");
  terms.unit = "";
  SCRIM_EXPECT_ERROR(Ledger::create(folder.file("m"), terms), ErrorKind::invalid_argument, "unit");
  terms = {"person", "d", LedgerCurrency::epsilon, amount("1", "1e-9")};
  SCRIM_EXPECT_ERROR(Ledger::create(folder.file("m"), terms), ErrorKind::mismatch, "delta");
  terms = {"person", "d", LedgerCurrency::rho_delta, amount("1", "1")};
  SCRIM_EXPECT_ERROR(Ledger::create(folder.file("m"), terms), ErrorKind::invalid_argument,
                     "protects nobody");
  SCRIM_EXPECT_ERROR(Ledger::open(folder.file("m")), ErrorKind::ledger, "there is no ledger");
  EXPECT_FALSE(Ledger::exists(folder.file("m")));
}

TEST(Ledger, counts_deltas_beside_losses) {
  const TemporaryFolder folder;
  const Ledger ledger =
      Ledger::create(folder.file("l"),
                     {"one person", "visits", LedgerCurrency::epsilon_delta, amount("3", "1e-9")});
  (void)release_text(ledger, order_for("a"), amount("1", "1e-9"), "x");
  SCRIM_EXPECT_ERROR(release_text(ledger, order_for("b"), amount("1", "1e-12"), "x"),
                     ErrorKind::budget, "epsilon 1 and delta 0.000000000001 is asked for",
                     "epsilon 2 and delta 0 is left");
  (void)release_text(ledger, order_for("b"), amount("2"), "x");
  EXPECT_EQ(ledger.account().left, AmountWithDelta());
}

TEST(Ledger, prices_a_measurement_by_its_map_and_reads_before_it_pays) {
  const TemporaryFolder folder;
  const auto counting = Space{vector_domain<double>(), SymmetricDistance{}} >> then_count() >>
                        then_laplace(MaxDivergence{}, {.scale = 4.0});
  const std::vector<double> rows{1, 2, 3};
  const auto encode = [](const auto& release) { return std::to_string(release); };
  const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
  const LedgerAnswer answer = ledger.release(order_for("count"), counting, 2, encode, rows);
  EXPECT_TRUE(answer.is_new);
  EXPECT_EQ(left_of(ledger), "0.5");
  EXPECT_EQ(ledger.release(order_for("count"), counting, 2, encode, rows).bytes, answer.bytes);
  EXPECT_EQ(left_of(ledger), "0.5");

  const Ledger of_rho = Ledger::create(
      folder.file("r"), {"one person", "visits", LedgerCurrency::rho_delta, amount("1", "1e-9")});
  (void)of_rho.release(order_for("count"), counting, 2, encode, rows);
  EXPECT_EQ(of_rho.account().spent.loss, accounting::concentrated_epsilon(Amount::ratio(1, 2)));
}

TEST(Ledger, a_rho_has_no_price_in_epsilon) {
  const Amount rho = Amount::ratio(1, 2);
  SCRIM_EXPECT_ERROR(ledger_price(LedgerCurrency::epsilon_delta, ZeroConcentratedDivergence{}, rho),
                     ErrorKind::mismatch, "the ledger counts epsilon+delta");
  const AmountWithDelta pair{rho, Amount::from_text("1e-9")};
  SCRIM_EXPECT_ERROR(ledger_price(LedgerCurrency::rho, Approximate<MaxDivergence>{}, pair),
                     ErrorKind::mismatch, "counts rho");
  EXPECT_EQ(ledger_price(LedgerCurrency::rho_delta, ZeroConcentratedDivergence{}, rho).loss, rho);
  EXPECT_EQ(ledger_price(LedgerCurrency::epsilon_delta, Approximate<MaxDivergence>{}, pair), pair);
}

TEST(Ledger, requires_heads_that_were_recorded) {
  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
  const LedgerHead first = ledger.head();
  std::filesystem::copy_file(folder.file("l"), folder.file("backup"));
  const LedgerHead last = release_text(ledger, order_for("a"), amount("0.1"), "x").head;
  EXPECT_TRUE(ledger.contains(first));
  EXPECT_TRUE(ledger.contains(last));
  EXPECT_FALSE(ledger.contains({last.number, first.hash}));
  EXPECT_FALSE(ledger.contains({0, first.hash}));
  EXPECT_FALSE(ledger.contains({last.number + 1, last.hash}));
  ledger.require(last, "study.lock");

  const Ledger backup = Ledger::open(folder.file("backup"));
  backup.require(first, "study.lock");
  SCRIM_EXPECT_ERROR(backup.require(last, "study.lock"), ErrorKind::ledger, "study.lock",
                     "old backup", "it ends at 1:", "moved, not copied");
  // Once both were written to, neither contains the other's head.
  backup.note("a fork");
  backup.note("a fork");
  SCRIM_EXPECT_ERROR(backup.require(last, "study.lock"), ErrorKind::ledger,
                     "its entry 3 is another");
}

TEST(Ledger, sees_what_another_object_wrote) {
  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
  const Ledger other = Ledger::open(folder.file("l"));
  (void)release_text(other, order_for("a"), amount("0.7"), "theirs");
  EXPECT_EQ(left_of(ledger), "0.3");
  EXPECT_EQ(release_text(ledger, order_for("a"), amount("0.7"), "ours").bytes, "theirs");
}

TEST(Ledger, another_one_may_be_faster_while_this_one_reads) {
  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
  const Ledger other = Ledger::open(folder.file("l"));
  const auto never = []() -> std::string {
    ADD_FAILURE() << "noise is drawn without a debit";
    return "";
  };
  // The same plan: what the other stored is returned, and nothing is paid.
  const LedgerAnswer answer = ledger.release(
      order_for("a"), amount("0.5"),
      [&] { (void)release_text(other, order_for("a"), amount("0.5"), "theirs"); }, never);
  EXPECT_EQ(answer.bytes, "theirs");
  EXPECT_FALSE(answer.is_new);
  // The rest of the budget.
  SCRIM_EXPECT_ERROR(
      ledger.release(
          order_for("b"), amount("0.5"),
          [&] { (void)release_text(other, order_for("c"), amount("0.4"), "theirs"); }, never),
      ErrorKind::budget, "0.1 is left");
  // Something else, which leaves enough.
  EXPECT_TRUE(ledger
                  .release(
                      order_for("b"), amount("0.1"), [&] { other.note("hello"); },
                      [&] {
                        other.note("between debit and release");
                        return std::string("x");
                      })
                  .is_new);
  EXPECT_EQ(left_of(other), "0");
  EXPECT_EQ(Ledger::open(folder.file("l")).verify(), ledger.head());
}

TEST(Ledger, lists_its_entries) {
  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), epsilon_terms("1"));
  ledger.note("hello");
  (void)release_text(ledger, order_for("a"), amount("0.1"), "x");
  const std::vector<LedgerRecord> all = ledger.entries();
  ASSERT_EQ(all.size(), 4U);
  const std::vector<std::string> kinds{"open", "note", "debit", "release"};
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(kind_name(LedgerEntry::from_text(all[i].text).content), kinds[i]);
  }
  EXPECT_EQ(ledger.entries(3), (std::vector<LedgerRecord>{all[3]}));
}

}  // namespace

}  // namespace scrim::ledger_test
