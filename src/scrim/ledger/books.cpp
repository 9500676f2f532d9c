#include "scrim/ledger/books.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <type_traits>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/sha256.hpp"

namespace scrim::ledger {

namespace {

AmountWithDelta plus(const AmountWithDelta& a, const AmountWithDelta& b) {
  return {a.loss + b.loss, a.delta + b.delta};
}

/// Precondition (caller): b is within a.
AmountWithDelta minus(const AmountWithDelta& a, const AmountWithDelta& b) {
  return {a.loss - b.loss, a.delta - b.delta};
}

bool fits_in(const AmountWithDelta& a, const AmountWithDelta& b) {
  return a.loss <= b.loss && a.delta <= b.delta;
}

std::string named(LedgerCurrency currency, const std::string& loss, const std::string& delta) {
  std::string text = std::string(loss_name(currency)) + " " + loss;
  if (has_delta(currency)) text += " and delta " + delta;
  return text;
}

std::string asked_text(LedgerCurrency currency, const AmountWithDelta& amount) {
  return named(currency, amount.loss.text_up(), amount.delta.text_up());
}

std::string rest_text(LedgerCurrency currency, const AmountWithDelta& amount) {
  return named(currency, amount.loss.text_down(), amount.delta.text_down());
}

std::string account_text(const std::string& path) {
  return path.empty() ? "the ledger" : "the account \"" + path + "\"";
}

std::string parent_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

/// A path that can be granted: names with slashes between them.
void check_path(const std::string& path) {
  constexpr std::size_t longest_path = 1000;
  const bool has_control = std::any_of(path.begin(), path.end(), [](char c) {
    return static_cast<unsigned char>(c) < 32 || c == 127;
  });
  const bool has_empty_name = path.empty() || path.front() == '/' || path.back() == '/' ||
                              path.find("//") != std::string::npos;
  if (has_control || has_empty_name || path.size() > longest_path) {
    fail(ErrorKind::invalid_argument,
         fmt::format("\"{}\" is no path of an account; give names with slashes between them, such "
                     "as hospital/ana, of {} characters at most",
                     has_control ? "..." : path.substr(0, 100), longest_path));
  }
}

/// No label has the digits and the colon at its front but by this.
std::string key_of_plan(const std::string& dataset, const std::string& digest) {
  return digest + ":" + dataset;
}

}  // namespace

void Books::apply(std::uint64_t number, const LedgerContent& content) {
  if (!opening_ && !std::holds_alternative<LedgerOpening>(content)) {
    fail(ErrorKind::ledger, "a ledger begins with an entry of the kind open");
  }
  std::visit(
      [&]<class Content>(const Content& c) {
        if constexpr (std::is_same_v<Content, LedgerOpening>) {
          apply_opening(number, c);
        } else if constexpr (std::is_same_v<Content, LedgerGrant>) {
          keep(changed_by(c));
        } else if constexpr (std::is_same_v<Content, LedgerDebit>) {
          apply_debit(number, c);
        } else if constexpr (std::is_same_v<Content, LedgerRelease>) {
          apply_release(number, c);
        }
      },
      content);
}

void Books::apply_opening(std::uint64_t number, const LedgerOpening& opening) {
  if (opening_ || number != 1) {
    fail(ErrorKind::ledger, "a ledger is opened by its first entry, and by no other");
  }
  if (opening.unit.empty() || opening.dataset.empty()) {
    fail(ErrorKind::invalid_argument,
         "a ledger needs a unit, such as \"one person\", and a label of its dataset");
  }
  if (opening.total.delta >= Amount::ratio(1)) {
    fail(ErrorKind::invalid_argument,
         fmt::format("a budget with delta {} protects nobody; give a delta below 1, such as 1e-6",
                     opening.total.delta.text_up()));
  }
  opening_ = opening;
  try {
    check_amount(opening.total, "the total");
    Node root;
    root.shown.limit = opening.total;
    root.shown.left = opening.total;
    nodes_[""] = std::move(root);
  } catch (...) {
    opening_.reset();
    throw;
  }
}

void Books::check_amount(const AmountWithDelta& amount, std::string_view what) const {
  if (has_delta(opening_->currency) || amount.delta == Amount()) return;
  fail(
      ErrorKind::mismatch,
      fmt::format("{} has a delta of {}, and the ledger counts {} only; open a ledger with a delta",
                  what, amount.delta.text_up(), name(opening_->currency)));
}

const Books::Node& Books::node(const std::string& path) const {
  const auto found = nodes_.find(path);
  if (found == nodes_.end()) {
    fail(ErrorKind::invalid_argument,
         fmt::format("there is no account \"{}\" in the ledger; grant it a limit first",
                     path.substr(0, 100)));
  }
  return found->second;
}

Books::Changes Books::changed_by(const LedgerGrant& grant) const {
  check_path(grant.account);
  check_amount(grant.limit, "the limit");
  const LedgerCurrency currency = opening_->currency;
  const std::string parent_path = parent_of(grant.account);
  Node parent = node(parent_path);
  const auto found = nodes_.find(grant.account);
  Node account = found == nodes_.end() ? Node() : found->second;

  const AmountWithDelta used = plus(account.spent_here, account.shown.granted);
  if (!fits_in(used, grant.limit)) {
    fail(ErrorKind::budget,
         fmt::format("the account \"{}\" has spent or granted {} already, so its limit cannot be "
                     "{}; what is spent never comes back",
                     grant.account, asked_text(currency, used), rest_text(currency, grant.limit)));
  }
  const AmountWithDelta to_others = minus(parent.shown.granted, account.shown.limit);
  const AmountWithDelta available = minus(parent.shown.limit, plus(parent.spent_here, to_others));
  if (!fits_in(grant.limit, available)) {
    fail(ErrorKind::budget,
         fmt::format("{} is asked for the account \"{}\", and {} is left for it in {}; nothing "
                     "was granted. Grant no more than is left",
                     asked_text(currency, grant.limit), grant.account,
                     rest_text(currency, available), account_text(parent_path)));
  }
  parent.shown.granted = plus(to_others, grant.limit);
  parent.shown.left = minus(available, grant.limit);
  account.shown.limit = grant.limit;
  account.shown.left = minus(grant.limit, used);
  Changes changes;
  changes.emplace_back(parent_path, std::move(parent));
  changes.emplace_back(grant.account, std::move(account));
  return changes;
}

Books::Changes Books::changed_by(const LedgerDebit& debit) const {
  if (debit.dataset.empty() || !is_sha256_text(debit.digest)) {
    fail(ErrorKind::invalid_argument,
         "a debit needs a label of its dataset, and a digest of its plan: 64 hexadecimal digits, "
         "as sha256_text gives");
  }
  check_amount(debit.amount, "the price");
  Node account = node(debit.account);
  if (!fits_in(debit.amount, account.shown.left)) {
    const LedgerCurrency currency = opening_->currency;
    fail(ErrorKind::budget,
         fmt::format("{} is asked for, and {} is left of {} in {}; nothing was spent or released. "
                     "Ask for no more than is left, or do without: what is spent never comes back",
                     asked_text(currency, debit.amount), rest_text(currency, account.shown.left),
                     asked_text(currency, account.shown.limit), account_text(debit.account)));
  }
  account.spent_here = plus(account.spent_here, debit.amount);
  account.shown.spent = plus(account.shown.spent, debit.amount);
  account.shown.left = minus(account.shown.left, debit.amount);
  Changes changes;
  changes.emplace_back(debit.account, std::move(account));
  for (std::string path = debit.account; !path.empty();) {
    path = parent_of(path);
    Node ancestor = node(path);
    ancestor.shown.spent = plus(ancestor.shown.spent, debit.amount);
    changes.emplace_back(path, std::move(ancestor));
  }
  return changes;
}

void Books::keep(Changes changes) {
  for (auto& [path, node] : changes) nodes_[path] = std::move(node);
}

void Books::apply_debit(std::uint64_t number, const LedgerDebit& debit) {
  Changes changes = changed_by(debit);
  std::string key = key_of_plan(debit.dataset, debit.digest);
  plans_[key].last_debit = number;
  debits_[number].plan_key = std::move(key);
  keep(std::move(changes));
}

void Books::apply_release(std::uint64_t number, const LedgerRelease& release) {
  const auto paid = debits_.find(release.debit);
  if (paid == debits_.end() || paid->second.is_released) {
    fail(ErrorKind::ledger,
         fmt::format("it is a release that entry {} paid for, which {}", release.debit,
                     paid == debits_.end() ? "is no debit" : "has paid for another"));
  }
  PlanHistory& history = plans_.at(paid->second.plan_key);
  releases_.emplace_back(number, release.hash);
  if (history.release == 0) {
    history.hash = release.hash;
    history.release = number;
    history.released_debit = release.debit;
  }
  paid->second.is_released = true;
}

std::vector<std::string> Books::accounts() const {
  std::vector<std::string> paths;
  paths.reserve(nodes_.size());
  for (const auto& [path, unused] : nodes_) paths.push_back(path);
  return paths;
}

LedgerAccount Books::account(const std::string& path) const { return node(path).shown; }

const PlanHistory* Books::find(const std::string& dataset, const std::string& digest) const {
  const auto found = plans_.find(key_of_plan(dataset, digest));
  return found == plans_.end() ? nullptr : &found->second;
}

}  // namespace scrim::ledger
