#include "scrim/accounting/account.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>
#include <type_traits>
#include <utility>

#include "scrim/accounting/process_mark.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::accounting {

/// One lock for a whole family: what reaches several accounts is then one step, and nobody can wait
/// for another in a circle.
struct Account::Turn::Family {
  AccountRules rules;
  std::uint64_t process = process_mark();

  std::mutex mutex;
  // Below: only while the mutex is held.
  std::optional<std::thread::id> running = std::nullopt;  ///< where releases run one at a time
  std::condition_variable has_ended = {};

  /// Before the mutex is touched: in a forked process it may be held by a thread that is not there.
  void check_process() const {
    if (process_mark() != process) {
      fail(ErrorKind::misuse,
           "this budget belongs to the process from which this one was forked, and could be spent "
           "twice; spend it there, or open another one here");
    }
  }

  /// Waits until no release runs, where only one may.
  void wait_for_turn(std::unique_lock<std::mutex>& lock) {
    if (running == std::this_thread::get_id()) {
      fail(ErrorKind::misuse,
           "a release that this budget pays for is running, and under this measure releases run "
           "one at a time; spend before it begins or after it has ended");
    }
    has_ended.wait(lock, [this] { return !running; });
  }
};

struct Account::Node {
  std::shared_ptr<Turn::Family> family;
  std::shared_ptr<Node> parent;
  AmountWithDelta limit;
  int generation = 0;          ///< how many ancestors it has
  AmountWithDelta spent = {};  ///< only while the family's mutex is held
};

namespace {

using Amounts = AmountWithDelta;

// Each spends with the one that asks, and is called by it.
constexpr int most_generations = 1000;

Amounts sum_of(const Amounts& a, const Amounts& b) { return {a.loss + b.loss, a.delta + b.delta}; }

bool is_within(const Amounts& a, const Amounts& b) {
  return a.loss <= b.loss && a.delta <= b.delta;
}

/// "epsilon 0.1", or "epsilon 0.1 and delta 1e-6".
std::string described(const AccountRules& rules, const std::string& loss,
                      const std::string& delta) {
  std::string text = std::string(rules.loss_name) + " " + loss;
  if (rules.has_delta) text += " and delta " + delta;
  return text;
}

std::string cost_text(const AccountRules& rules, const Amounts& cost) {
  return described(rules, cost.loss.text_up(), cost.delta.text_up());
}

std::string left_text(const AccountRules& rules, const Amounts& left) {
  return described(rules, left.loss.text_down(), left.delta.text_down());
}

void check_limit(const Amounts& limit) {
  if (limit.delta >= Amount::ratio(1)) {
    fail(ErrorKind::invalid_argument,
         fmt::format("a budget with delta {} protects nobody; give a delta below 1, such as 1e-6",
                     limit.delta.text_up()));
  }
}

// Nodes are private to Account; what follows is written for any node of its shape.

template <class Node>
Amounts left_in(const Node& node) {
  return {node.limit.loss - node.spent.loss, node.limit.delta - node.spent.delta};
}

/// Over the account and its ancestors.
template <class Node>
Amounts least_left(const Node* node) {
  Amounts least = left_in(*node);
  for (node = node->parent.get(); node != nullptr; node = node->parent.get()) {
    const Amounts left = left_in(*node);
    least = {std::min(least.loss, left.loss), std::min(least.delta, left.delta)};
  }
  return least;
}

template <class Node>
bool fits(const Node* node, const Amounts& cost) {
  for (; node != nullptr; node = node->parent.get()) {
    if (!is_within(sum_of(node->spent, cost), node->limit)) return false;
  }
  return true;
}

template <class Node>
[[noreturn]] void refuse(const Node& node, const Amounts& cost) {
  const AccountRules& rules = node.family->rules;
  const bool by_ancestor = is_within(sum_of(node.spent, cost), node.limit);
  fail(ErrorKind::budget,
       fmt::format("{} is asked for, and {} is left of {}{}; nothing was spent or released. Ask "
                   "for no more than is left, or do without: what is spent never comes back",
                   cost_text(rules, cost), left_text(rules, least_left(&node)),
                   cost_text(rules, node.limit),
                   by_ancestor ? " (so little because others drew on the same parent)" : ""));
}

/// Precondition (caller): the family's mutex is held.
///
/// Every sum is computed, and compared, before the first is kept: by a refusal anywhere, or a lack
/// of memory, nothing changes.
template <class Node>
void debit(Node& node, const Amounts& cost, const Node& asked) {
  Amounts sum = sum_of(node.spent, cost);
  if (!is_within(sum, node.limit)) refuse(asked, cost);
  if (node.parent != nullptr) debit(*node.parent, cost, asked);
  static_assert(std::is_nothrow_move_assignable_v<Amounts>);
  node.spent = std::move(sum);
}

}  // namespace

Account::Account(const AmountWithDelta& limit, AccountRules rules) {
  check_limit(limit);
  auto family = std::make_shared<Turn::Family>();
  family->rules = rules;
  node_ = std::make_shared<Node>(Node{std::move(family), nullptr, limit, 0});
}

Account Account::child(const AmountWithDelta& limit) const {
  node_->family->check_process();
  check_limit(limit);
  if (node_->generation == most_generations) {
    fail(ErrorKind::invalid_argument,
         fmt::format("a budget has {} ancestors already; give the children of one a common parent",
                     most_generations));
  }
  return Account(std::make_shared<Node>(Node{node_->family, node_, limit, node_->generation + 1}));
}

void Account::spend(const AmountWithDelta& amount) const {
  Turn::Family& family = *node_->family;
  family.check_process();
  std::unique_lock lock(family.mutex);
  if (family.rules.one_at_a_time) family.wait_for_turn(lock);
  debit(*node_, amount, *node_);
}

bool Account::can_spend(const AmountWithDelta& amount) const {
  node_->family->check_process();
  const std::lock_guard lock(node_->family->mutex);
  return fits(node_.get(), amount);
}

AmountWithDelta Account::spent() const {
  node_->family->check_process();
  const std::lock_guard lock(node_->family->mutex);
  return node_->spent;
}

AmountWithDelta Account::left() const {
  node_->family->check_process();
  const std::lock_guard lock(node_->family->mutex);
  return least_left(node_.get());
}

AmountWithDelta Account::limit() const { return node_->limit; }

bool Account::is_of_another_process() const { return process_mark() != node_->family->process; }

Account::Turn Account::spend_for_release(const AmountWithDelta& amount) const {
  const std::shared_ptr<Turn::Family>& family = node_->family;
  family->check_process();
  std::unique_lock lock(family->mutex);
  if (family->rules.one_at_a_time) family->wait_for_turn(lock);
  debit(*node_, amount, *node_);
  if (family->rules.one_at_a_time) family->running = std::this_thread::get_id();
  return Turn(family);
}

Account::Turn::~Turn() {
  if (!family_->rules.one_at_a_time) return;
  if (process_mark() != family_->process) return;  // its mutex is not this process's
  {
    const std::lock_guard lock(family_->mutex);
    family_->running.reset();
  }
  family_->has_ended.notify_all();
}

void Account::Turn::check_process() const { family_->check_process(); }

}  // namespace scrim::accounting
