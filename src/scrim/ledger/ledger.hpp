// A budget that outlives the process: debits that are durable before noise is drawn.
//
// Proof: ledger.proof.md
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/accounting/amount.hpp"
#include "scrim/accounting/charges.hpp"
#include "scrim/ledger/account.hpp"
#include "scrim/ledger/entry.hpp"
#include "scrim/ledger/head.hpp"
#include "scrim/ledger/price.hpp"
#include "scrim/ledger/sha256.hpp"
#include "scrim/ledger/store.hpp"
#include "scrim/spaces/given_distance.hpp"

namespace scrim {

/// What a new ledger is about.
struct LedgerTerms {
  std::string unit;     ///< who is protected, such as "one person"
  std::string dataset;  ///< a label of the data, declared, never computed from it
  LedgerCurrency currency = LedgerCurrency::epsilon;
  AmountWithDelta total;  ///< the delta is 0 where the currency has none
};

struct LedgerOptions {
  /// A file with an Ed25519 key, with which entries are signed. A ledger that was created with one
  /// is read without it, and written only with it.
  std::string key_file;
};

/// What is asked of a ledger: a release of this plan.
struct LedgerOrder {
  std::string account = {};  ///< who pays; "" is the root
  std::string dataset = {};  ///< a label; where it is empty, that of the ledger
  std::string digest = {};   ///< what the plan is known by, as sha256_text gives
  std::string plan = {};     ///< for people who read the ledger
  /// Where reading can fail because of what the data are: then failing costs as much as not.
  bool debit_before_reading = false;
  /// Where this plan was paid for, and no release is stored.
  bool pay_again = false;
};

/// The release of a plan, as it is stored.
struct LedgerAnswer {
  std::string bytes;
  LedgerHead head;          ///< the entry that says that it is there: what is printed with it
  std::uint64_t debit = 0;  ///< the entry that paid for it
  bool is_new = false;      ///< else it was there already, and nothing was spent
};

/// What a ledger knows of a plan.
struct LedgerFinding {
  std::uint64_t debit = 0;  ///< the last entry that paid for it; 0: none
  bool is_released = false;
  LedgerAnswer answer;  ///< if it is released
};

/// A ledger: entries that are only added, each with the hash of the one before, and the releases
/// that they paid for. It is one file, or lies in a PostgreSQL database, and any number of
/// processes may use it at a time.
///
///   auto ledger = Ledger::create("hospital.ledger", {.unit = "one person", .dataset = "visits",
///       .currency = LedgerCurrency::epsilon, .total = {Amount::from_text("3"), {}}});
///   const auto answer = ledger.release({.digest = sha256_text(plan), .plan = plan}, measurement,
///   1,
///       [](double release) { return std::to_string(release); }, rows);
///
/// No release is given whose price was not written before, and synced; no account spends more than
/// its limit, whichever processes race, and whenever one of them or the machine stops. What was
/// asked before is answered with the same bytes, free. What was spent never comes back.
///
/// Opening replays all entries and refuses a ledger in which one was changed, dropped or moved:
/// nothing else runs before. A copy of the file is a budget that is spent twice, which no file can
/// see from inside: move ledgers, and `require` heads that were printed elsewhere.
///
/// Copies of this object are the same ledger. All operations may be called from any thread; in a
/// process that was forked from the one that opened it, each throws misuse: open it there anew.
class Ledger {
 public:
  /// A new ledger. Throws ErrorKind::ledger if there is one at this place.
  /// Locations: a path, or postgresql://host/database#name.
  [[nodiscard]] static Ledger create(const std::string& location, const LedgerTerms& terms,
                                     const LedgerOptions& options = {});

  /// The one that is there. Throws ErrorKind::ledger, and says which entry it is about, if it was
  /// changed.
  [[nodiscard]] static Ledger open(const std::string& location, const LedgerOptions& options = {});

  /// Whether there is something at this place: a ledger, or a file that is none. Throws
  /// ErrorKind::ledger where nobody can tell, as when a server does not answer.
  [[nodiscard]] static bool exists(const std::string& location);

  /// One that lies in a store of another kind, and has its first entry.
  explicit Ledger(std::unique_ptr<LedgerStore> store, const LedgerOptions& options = {});

  /// The first record of a ledger, for stores of other kinds.
  [[nodiscard]] static LedgerRecord first_record(const LedgerTerms& terms,
                                                 const LedgerOptions& options = {});

  [[nodiscard]] std::string location() const;
  [[nodiscard]] const LedgerOpening& opening() const;

  /// The last entry, that of other processes included.
  [[nodiscard]] LedgerHead head() const;
  /// Whether this is the ledger that once had this head.
  [[nodiscard]] bool contains(const LedgerHead& head) const;
  /// Throws ErrorKind::ledger unless it contains the head, which is recorded at `where`, such as
  /// "study.lock".
  void require(const LedgerHead& head, std::string_view where) const;

  /// All records behind the one with this number.
  [[nodiscard]] std::vector<LedgerRecord> entries(std::uint64_t after = 0) const;

  /// The paths of all accounts, parents before their children; the root is "".
  [[nodiscard]] std::vector<std::string> accounts() const;
  /// Throws invalid_argument if there is none.
  [[nodiscard]] LedgerAccount account(const std::string& path = "") const;

  /// Sets the limit of an account, which is carved out of its parent's: the parent can no longer
  /// spend it. A limit may be set anew, but not below what the account has spent and granted.
  /// Throws ErrorKind::budget where the parent has too little left.
  LedgerHead grant(const std::string& path, const AmountWithDelta& limit) const;

  /// Adds a remark.
  LedgerHead note(const std::string& text) const;

  /// What is known of a plan; its stored release, checked against its hash.
  [[nodiscard]] LedgerFinding find(const std::string& dataset, const std::string& digest) const;

  /// Throws as release would before anything is read: where the price does not fit, or the plan was
  /// paid for without a release. Another process may be faster.
  void check_order(const LedgerOrder& order, const AmountWithDelta& price) const;

  /// One release at this price:
  ///  1. what is stored is returned, and nothing is spent;
  ///  2. what does not fit is refused;
  ///  3. read() gathers from the data whatever finish() needs;
  ///  4. the debit is written and synced, if it fits still (before 3. if the order says so);
  ///  5. finish() draws the noise and gives the bytes;
  ///  6. the bytes and their entry are written and synced, then returned.
  /// Nothing is spent where an error comes before 4.; everything stays spent where one comes after.
  /// In a ledger of (rho, delta) what follows a debit runs one at a time in a process.
  ///
  /// Precondition (caller): the bytes of finish() lose at most `price` about the ledger's unit, and
  ///   depend on data in no other way; nothing of what read() saw is released otherwise.
  [[nodiscard]] LedgerAnswer release(const LedgerOrder& order, const AmountWithDelta& price,
                                     const std::function<void()>& read,
                                     const std::function<std::string()>& finish) const;

  /// One release of a measurement, at what its map says for neighbours that are d_in-close.
  /// `encode` makes the bytes that are stored; the arguments are what `invoke` takes.
  template <class Measurement, class Encode, class... Arguments>
    requires ledger::PricedMeasure<typename Measurement::OutputMeasure>
  [[nodiscard]] LedgerAnswer release(const LedgerOrder& order, const Measurement& measurement,
                                     GivenDistance<typename Measurement::DistanceIn> d_in,
                                     Encode&& encode, Arguments&&... arguments) const {
    const AmountWithDelta price = price_of(measurement, d_in);
    if constexpr (requires { measurement.start().update(arguments...); }) {
      auto run = measurement.start();
      return release(
          order, price, [&] { run.update(arguments...); },
          [&]() -> std::string { return encode(std::move(run).finish()); });
    } else {
      return release(
          order, price, [] {},
          [&]() -> std::string { return encode(measurement.invoke(arguments...)); });
    }
  }

  /// What one release of it costs here.
  template <class Measurement>
    requires ledger::PricedMeasure<typename Measurement::OutputMeasure>
  [[nodiscard]] AmountWithDelta price_of(
      const Measurement& measurement, GivenDistance<typename Measurement::DistanceIn> d_in) const {
    return ledger_price(opening().currency, measurement.output_measure(),
                        accounting::price_of(measurement.map(d_in)));
  }

  /// Reads everything anew: all entries, all signatures, the bytes of every release. Returns the
  /// head. Throws ErrorKind::ledger, with the entry, where something was changed, and where a
  /// public key is given and the ledger is not signed by it.
  [[nodiscard]] LedgerHead verify(std::string_view public_key = "") const;

  /// True in a process that was forked from the one in which it was opened.
  [[nodiscard]] bool is_of_another_process() const;

 private:
  class State;

  std::shared_ptr<State> state_;
};

}  // namespace scrim
