// Random traces of grants, debits and releases, beside sums that are computed anew each time.
#include "scrim/ledger/books.hpp"

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "scrim/accounting/amount_rational.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/ledger/ledger.hpp"
#include "support/ledger_samples.hpp"

namespace scrim::books_test {

namespace {

using ledger::Books;

/// What was asked and granted, and nothing that was derived from it.
struct PlainModel {
  mpq_class total;
  mpq_class total_delta;
  std::map<std::string, std::pair<mpq_class, mpq_class>> limits;  ///< of all but the root
  struct Spent {
    std::string account;
    mpq_class loss;
    mpq_class delta;
  };
  std::vector<Spent> debits;

  [[nodiscard]] static std::string parent(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string::npos ? "" : path.substr(0, slash);
  }

  /// What the account spent itself and granted, and whether that is within its limit.
  [[nodiscard]] bool is_within(const std::string& account) const {
    mpq_class loss = 0;
    mpq_class delta = 0;
    for (const Spent& spent : debits) {
      if (spent.account != account) continue;
      loss += spent.loss;
      delta += spent.delta;
    }
    for (const auto& [path, limit] : limits) {
      if (path == account || parent(path) != account) continue;
      loss += limit.first;
      delta += limit.second;
    }
    if (account.empty()) return loss <= total && delta <= total_delta;
    return loss <= limits.at(account).first && delta <= limits.at(account).second;
  }
};

const std::vector<std::string>& paths() {
  static const std::vector<std::string> all{"", "a", "b", "a/x", "a/y", "a/x/1", "b/x"};
  return all;
}

AmountWithDelta random_amount(std::mt19937& random, bool has_delta) {
  const auto ratio = [&](std::uint64_t most) {
    static constexpr std::uint64_t dens[] = {1, 3, 10, 7, 1000003};
    const std::uint64_t den = dens[random() % 5];
    return Amount::ratio(random() % (most * den + 1), den * 8);
  };
  return {ratio(4), has_delta ? ratio(1) : Amount()};
}

void run_trace(std::uint32_t seed) {
  std::mt19937 random(seed);
  const bool has_delta = random() % 2 == 0;
  LedgerOpening opening;
  opening.unit = "u";
  opening.dataset = "d";
  opening.currency = has_delta ? LedgerCurrency::epsilon_delta : LedgerCurrency::epsilon;
  opening.total = {Amount::ratio(3), has_delta ? Amount::ratio(1, 2) : Amount()};
  Books books;
  books.apply(1, opening);
  PlainModel model{to_rational(opening.total.loss), to_rational(opening.total.delta), {}, {}};
  int refused = 0;
  for (std::uint64_t number = 2; number < 80; ++number) {
    const std::string& path = paths()[random() % paths().size()];
    const AmountWithDelta amount = random_amount(random, has_delta);
    const bool is_grant = random() % 3 == 0;
    // The model first changes, then looks, and goes back.
    PlainModel changed = model;
    const bool exists = path.empty() || model.limits.contains(path);
    bool is_allowed = false;
    LedgerContent content;
    if (is_grant) {
      content = LedgerGrant{path, amount};
      const std::string parent = PlainModel::parent(path);
      if (!path.empty() && (parent.empty() || model.limits.contains(parent))) {
        changed.limits[path] = {to_rational(amount.loss), to_rational(amount.delta)};
        is_allowed = changed.is_within(path) && changed.is_within(parent);
      }
    } else {
      content = LedgerDebit{path, amount, "d", sha256_text(std::to_string(number)), "", ""};
      changed.debits.push_back({path, to_rational(amount.loss), to_rational(amount.delta)});
      is_allowed = exists && changed.is_within(path);
    }
    bool is_applied = true;
    try {
      books.apply(number, content);
    } catch (const Error&) {
      is_applied = false;
      ++refused;
    }
    ASSERT_EQ(is_applied, is_allowed) << "seed " << seed << ", entry " << number;
    if (is_allowed) model = std::move(changed);

    mpq_class spent = 0;
    for (const PlainModel::Spent& debit : model.debits) spent += debit.loss;
    ASSERT_EQ(to_rational(books.account("").spent.loss), spent);
    ASSERT_LE(spent, model.total);
    for (const std::string& account : books.accounts()) {
      const LedgerAccount shown = books.account(account);
      mpq_class here = 0;
      for (const PlainModel::Spent& debit : model.debits) {
        if (debit.account == account) here += debit.loss;
      }
      ASSERT_EQ(to_rational(shown.limit.loss),
                here + to_rational(shown.granted.loss) + to_rational(shown.left.loss));
    }
  }
  EXPECT_GT(refused, 0) << seed;
}

TEST(Books, agree_with_sums_computed_anew) {
  for (std::uint32_t seed = 0; seed < 200; ++seed) run_trace(seed);
}

TEST(Books, refuse_amounts_before_they_are_written_that_could_not_be_added_up) {
  // Denominators without a common factor: refused where their common one has more than 16384 bits,
  // and not later, when the ledger is opened.
  test::LedgerRows rows;
  rows.records.push_back(Ledger::first_record(test::epsilon_terms("1000")));
  const Ledger ledger(std::make_unique<test::MemoryStore>(rows));
  ledger.grant("a", test::amount("500"));
  int refused = 0;
  mpz_class den;
  mpz_ui_pow_ui(den.get_mpz_t(), 10, 300);
  for (int i = 0; i < 40; ++i) {
    ++den;
    try {
      (void)test::release_text(ledger, test::order_for(std::to_string(i), i % 2 == 0 ? "a" : ""),
                               test::amount("1/" + den.get_str()), "x");
    } catch (const Error& error) {
      ++refused;
      EXPECT_EQ(error.kind(), ErrorKind::overflow);
    }
  }
  EXPECT_GT(refused, 0);
  EXPECT_EQ(Ledger(std::make_unique<test::MemoryStore>(rows)).head(), ledger.head());
}

}  // namespace

}  // namespace scrim::books_test
