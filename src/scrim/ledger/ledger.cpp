#include "scrim/ledger/ledger.hpp"

#include <fmt/format.h>

#include <condition_variable>
#include <mutex>
#include <optional>
#include <span>
#include <thread>

#include "scrim/accounting/process_mark.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/ledger/books.hpp"
#include "scrim/ledger/open_store.hpp"
#include "scrim/ledger/random_text.hpp"
#include "scrim/ledger/replay.hpp"
#include "scrim/ledger/signing.hpp"
#include "scrim/ledger/version.hpp"

namespace scrim {

namespace {

using ledger::Books;
using ledger::PlanHistory;
using ledger::Replay;
using ledger::Signer;

std::optional<Signer> signer_of(const LedgerOptions& options) {
  if (options.key_file.empty()) return std::nullopt;
  return Signer::from_file(options.key_file);
}

LedgerRecord record_of(const LedgerEntry& entry, const std::optional<Signer>& signer) {
  LedgerRecord record{entry.number, entry.text(), "", ""};
  record.hash = sha256_text(record.text);
  if (signer) record.signature = signer->sign(record.hash);
  return record;
}

}  // namespace

class Ledger::State {
 public:
  State(std::unique_ptr<LedgerStore> store, const LedgerOptions& options)
      : store_(std::move(store)), location_(store_->location()), signer_(signer_of(options)) {
    catch_up();
    if (replay_.head().number == 0) refuse("it has no entry");
    opening_ = replay_.books().opening();
    if (signer_ && signer_->public_key() != opening_.key) {
      refuse(opening_.key.empty() ? "it is not a signed one; open it without a key"
                                  : "it is signed by another key");
    }
  }

  [[nodiscard]] const std::string& location() const noexcept { return location_; }
  [[nodiscard]] const LedgerOpening& opening() const noexcept { return opening_; }
  [[nodiscard]] bool is_of_another_process() const { return process_mark() != process_; }

  /// Before the mutex is touched: in a forked process it may be held by a thread that is not there.
  void check_process() const {
    if (is_of_another_process()) {
      fail(ErrorKind::misuse,
           "this ledger was opened in the process from which this one was forked, and both would "
           "write through one handle; open it here anew");
    }
  }

  /// What `look` gives of the entries as they are now.
  template <class Look>
  auto look_at(const Look& look) {
    check_process();
    const std::lock_guard lock(mutex_);
    catch_up();
    return look(replay_);
  }

  /// The records that are there, which the replay has seen.
  [[nodiscard]] std::vector<LedgerRecord> records(std::uint64_t after) {
    return look_at([&](const Replay& replay) {
      std::vector<LedgerRecord> found = store_->after(after);
      while (!found.empty() && found.back().number > replay.head().number) found.pop_back();
      return found;
    });
  }

  /// Adds an entry that decides nothing, or that `check` allows as entries are at that moment.
  template <class Check>
  LedgerHead add(const LedgerContent& content, const Check& check) {
    check_process();
    const std::lock_guard lock(mutex_);
    do {
      catch_up();
      check(replay_.books());
    } while (!try_append(content, std::nullopt));
    return replay_.head();
  }

  [[nodiscard]] LedgerFinding find(const std::string& dataset, const std::string& digest) {
    return look_at([&](const Replay& replay) {
      LedgerFinding finding;
      const PlanHistory* const history = replay.books().find(dataset, digest);
      if (history == nullptr) return finding;
      finding.debit = history->last_debit;
      finding.is_released = history->release != 0;
      if (finding.is_released) finding.answer = stored_answer(*history);
      return finding;
    });
  }

  void check_order(const LedgerDebit& debit, bool pay_again) {
    look_at([&](const Replay&) { static_cast<void>(answer_or_check(debit, pay_again)); });
  }

  LedgerAnswer release(const LedgerOrder& order, const LedgerDebit& debit,
                       const std::function<void()>& read,
                       const std::function<std::string()>& finish) {
    // Refused before a row is read, or answered.
    std::optional<LedgerAnswer> known =
        look_at([&](const Replay&) { return answer_or_check(debit, order.pay_again); });
    if (known) return std::move(*known);

    if (!order.debit_before_reading) read();
    const Payment payment = pay(debit, order.pay_again);
    if (payment.known) return *payment.known;
    const Turn turn(*this);  // begun by pay
    if (order.debit_before_reading) {
      check_process();
      read();
    }
    check_process();
    const std::string bytes = finish();
    return keep(bytes, payment.debit);
  }

  [[nodiscard]] LedgerHead verify(std::string_view public_key) {
    check_process();
    const std::lock_guard lock(mutex_);
    if (!public_key.empty() && public_key != opening_.key) {
      refuse(opening_.key.empty() ? "it is not signed" : "it is signed by another key");
    }
    store_->check_integrity();
    Replay anew;
    const std::vector<LedgerRecord> records = store_->after(0);
    anew.add(records);
    for (const LedgerRecord& record : records) ledger::check_signature(opening_.key, record);
    if (!anew.contains(replay_.head())) refuse_other(replay_.head());
    for (const auto& [number, hash] : anew.books().releases()) {
      static_cast<void>(stored_bytes(number, hash));
    }
    return anew.head();
  }

 private:
  /// Where releases run one at a time, ends the turn that pay began.
  class Turn {
   public:
    explicit Turn(State& state) : state_(state) {}
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;
    ~Turn() {
      if (state_.opening_.currency != LedgerCurrency::rho_delta) return;
      if (state_.is_of_another_process()) return;  // its mutex is not this process's
      {
        const std::lock_guard lock(state_.mutex_);
        state_.running_.reset();
      }
      state_.has_ended_.notify_all();
    }

   private:
    State& state_;
  };

  struct Payment {
    std::uint64_t debit = 0;
    std::optional<LedgerAnswer> known;  ///< another one was faster, and nothing was paid
  };

  [[noreturn]] void refuse(const std::string& why) const {
    fail(ErrorKind::ledger, "the ledger " + location_ + " is not opened: " + why);
  }

  [[noreturn]] void refuse_other(const LedgerHead& read_before) const {
    fail(ErrorKind::ledger,
         fmt::format("the ledger {} no longer contains {}, which was read from it before: it was "
                     "replaced by a copy or an old backup",
                     location_, read_before.text()));
  }

  // --- below: only while the mutex is held, or nobody else has this object ---

  /// Replays what was added since.
  void catch_up() {
    try {
      if (store_->head() == replay_.head()) return;
      const std::vector<LedgerRecord> records = store_->after(replay_.head().number);
      if (records.empty()) refuse_other(replay_.head());
      replay_.add(records);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::ledger ||
          std::string_view(error.what()).find(location_) != std::string_view::npos) {
        throw;
      }
      fail(ErrorKind::ledger, "the ledger " + location_ + ": " + error.what());
    }
  }

  /// False if another process was faster.
  bool try_append(const LedgerContent& content, const std::optional<std::string>& bytes) {
    if (!opening_.key.empty() && !signer_) {
      fail(ErrorKind::ledger, "the ledger " + location_ +
                                  " is signed, and was opened without its key, so nothing can be "
                                  "added; open it with the file of the key");
    }
    const LedgerHead before = replay_.head();
    const LedgerRecord record = record_of({before.number + 1, before.hash, content}, signer_);
    const std::span<const LedgerRecord> records(&record, 1);
    if (!store_->append(before, records, bytes)) {
      if (store_->head() != before) return false;
      fail(ErrorKind::ledger, "the ledger " + location_ +
                                  " takes no entry, though no other was added: its store was "
                                  "changed");
    }
    replay_.add(records);
    return true;
  }

  [[nodiscard]] std::string stored_bytes(std::uint64_t number, const std::string& hash) {
    std::optional<std::string> bytes = store_->bytes_of(hash);
    if (!bytes || sha256_text(*bytes) != hash) {
      fail(ErrorKind::ledger,
           fmt::format("the ledger {}: the stored bytes of the release in entry {} {}; what was "
                       "published elsewhere has this hash: {}",
                       location_, number, bytes ? "were changed" : "are missing", hash));
    }
    return std::move(*bytes);
  }

  [[nodiscard]] LedgerAnswer stored_answer(const PlanHistory& history) {
    return {stored_bytes(history.release, history.hash), replay_.head_at(history.release),
            history.released_debit, false};
  }

  /// The stored release of the plan, or nothing if it may be paid for; else throws.
  [[nodiscard]] std::optional<LedgerAnswer> answer_or_check(const LedgerDebit& debit,
                                                            bool pay_again) {
    const PlanHistory* const history = replay_.books().find(debit.dataset, debit.digest);
    if (history != nullptr && history->release != 0) return stored_answer(*history);
    if (history != nullptr && !pay_again) {
      fail(ErrorKind::misuse,
           fmt::format("entry {} of the ledger {} paid for this plan, and no release of it is "
                       "stored: it is running now, or it was cut short. If it is running, ask "
                       "again when it has ended, which is free. If it was cut short, its price "
                       "stays spent, and paying once more must be asked for (pay_again)",
                       history->last_debit, location_));
    }
    replay_.books().check(debit);
    return std::nullopt;
  }

  // --- the steps of a release ---

  /// The debit is durable when this returns without an answer, and a turn has begun.
  Payment pay(const LedgerDebit& debit, bool pay_again) {
    check_process();
    std::unique_lock lock(mutex_);
    if (opening_.currency == LedgerCurrency::rho_delta) wait_for_turn(lock);
    do {
      catch_up();
      // Others may have released the same, or spent what was left.
      std::optional<LedgerAnswer> known = answer_or_check(debit, pay_again);
      if (known) return {0, std::move(known)};
    } while (!try_append(debit, std::nullopt));
    if (opening_.currency == LedgerCurrency::rho_delta) running_ = std::this_thread::get_id();
    return {replay_.head().number, std::nullopt};
  }

  /// The release is durable when this returns.
  LedgerAnswer keep(const std::string& bytes, std::uint64_t debit) {
    // Of two processes that come back from a run that forked, one may give the release.
    check_process();
    const std::lock_guard lock(mutex_);
    const LedgerRelease release{debit, sha256_text(bytes)};
    do {
      catch_up();
    } while (!try_append(release, bytes));
    return {bytes, replay_.head(), debit, true};
  }

  void wait_for_turn(std::unique_lock<std::mutex>& lock) {
    if (running_ == std::this_thread::get_id()) {
      fail(ErrorKind::misuse,
           "a release that this ledger pays for is running, and in a ledger of rho and delta "
           "releases run one at a time; ask before it begins or after it has ended");
    }
    has_ended_.wait(lock, [this] { return !running_; });
  }

  std::uint64_t process_ = process_mark();
  std::mutex mutex_;
  std::unique_ptr<LedgerStore> store_;
  std::string location_;
  std::optional<Signer> signer_;
  LedgerOpening opening_;
  Replay replay_;
  std::optional<std::thread::id> running_;  ///< where releases run one at a time
  std::condition_variable has_ended_;
};

// --- the interface ---

LedgerRecord Ledger::first_record(const LedgerTerms& terms, const LedgerOptions& options) {
  const std::optional<Signer> signer = signer_of(options);
  const LedgerOpening opening{ledger::random_text(),
                              terms.unit,
                              terms.dataset,
                              terms.currency,
                              terms.total,
                              signer ? signer->public_key() : std::string(),
                              std::string(ledger::library_version())};
  Books().apply(1, opening);
  return record_of({1, LedgerHead().hash, opening}, signer);
}

Ledger Ledger::create(const std::string& location, const LedgerTerms& terms,
                      const LedgerOptions& options) {
  return Ledger(ledger::create_store(location, first_record(terms, options)), options);
}

Ledger Ledger::open(const std::string& location, const LedgerOptions& options) {
  return Ledger(ledger::open_store(location), options);
}

bool Ledger::exists(const std::string& location) { return ledger::store_exists(location); }

Ledger::Ledger(std::unique_ptr<LedgerStore> store, const LedgerOptions& options)
    : state_(std::make_shared<State>(std::move(store), options)) {}

std::string Ledger::location() const { return state_->location(); }

const LedgerOpening& Ledger::opening() const { return state_->opening(); }

LedgerHead Ledger::head() const {
  return state_->look_at([](const Replay& replay) { return replay.head(); });
}

bool Ledger::contains(const LedgerHead& head) const {
  return state_->look_at([&](const Replay& replay) { return replay.contains(head); });
}

void Ledger::require(const LedgerHead& head, std::string_view where) const {
  state_->look_at([&](const Replay& replay) {
    if (replay.contains(head)) return;
    const bool is_behind = head.number > replay.head().number;
    fail(ErrorKind::ledger,
         fmt::format("the ledger {} lacks {}, which is recorded in {}: {}. It is a copy or an old "
                     "backup, or another ledger, and what was spent elsewhere is not in it. Use "
                     "the one that has this entry: ledgers are moved, not copied",
                     location(), head.text(), where,
                     is_behind ? "it ends at " + replay.head().text()
                               : "its entry " + std::to_string(head.number) + " is another"));
  });
}

std::vector<LedgerRecord> Ledger::entries(std::uint64_t after) const {
  return state_->records(after);
}

std::vector<std::string> Ledger::accounts() const {
  return state_->look_at([](const Replay& replay) { return replay.books().accounts(); });
}

LedgerAccount Ledger::account(const std::string& path) const {
  return state_->look_at([&](const Replay& replay) { return replay.books().account(path); });
}

LedgerHead Ledger::grant(const std::string& path, const AmountWithDelta& limit) const {
  const LedgerGrant grant{path, limit};
  return state_->add(grant, [&](const Books& books) { books.check(grant); });
}

LedgerHead Ledger::note(const std::string& text) const {
  return state_->add(LedgerNote{text}, [](const Books&) {});
}

LedgerFinding Ledger::find(const std::string& dataset, const std::string& digest) const {
  return state_->find(dataset, digest);
}

namespace {

LedgerDebit debit_of(const LedgerOrder& order, const AmountWithDelta& price,
                     const LedgerOpening& opening) {
  return {order.account, price,      order.dataset.empty() ? opening.dataset : order.dataset,
          order.digest,  order.plan, std::string(ledger::library_version())};
}

}  // namespace

void Ledger::check_order(const LedgerOrder& order, const AmountWithDelta& price) const {
  state_->check_order(debit_of(order, price, opening()), order.pay_again);
}

LedgerAnswer Ledger::release(const LedgerOrder& order, const AmountWithDelta& price,
                             const std::function<void()>& read,
                             const std::function<std::string()>& finish) const {
  return state_->release(order, debit_of(order, price, opening()), read, finish);
}

LedgerHead Ledger::verify(std::string_view public_key) const { return state_->verify(public_key); }

bool Ledger::is_of_another_process() const { return state_->is_of_another_process(); }

}  // namespace scrim
