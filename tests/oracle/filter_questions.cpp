// Traces of budgets: every short one over a few amounts, and long ones at random.
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "oracle/questions.hpp"
#include "scrim/accounting/amount_rational.hpp"
#include "scrim/accounting/filter.hpp"

namespace scrim::oracle {

namespace {

/// The proofs have integers; the library is given so many of these fractions.
constexpr std::uint64_t losses_in_one = 7;
constexpr std::uint64_t deltas_in_one = 90;

using BudgetFilter = Filter<Approximate<MaxDivergence>>;

struct BudgetEvent {
  bool asks;
  std::size_t position;
  std::uint64_t loss;
  std::uint64_t delta;
};

AmountWithDelta amounts_of(std::uint64_t loss, std::uint64_t delta) {
  return {Amount::ratio(loss, losses_in_one), Amount::ratio(delta, deltas_in_one)};
}

std::string text_of(const AmountWithDelta& amounts) {
  const Rational loss = to_rational(amounts.loss) * losses_in_one;
  const Rational delta = to_rational(amounts.delta) * deltas_in_one;
  return ' ' + loss.get_str() + ' ' + delta.get_str();
}

void ask_trace(std::uint64_t loss, std::uint64_t delta, const std::vector<BudgetEvent>& events,
               Oracle& oracle) {
  std::string question = "filter " + std::to_string(loss) + ' ' + std::to_string(delta);
  std::string answer;
  std::vector<BudgetFilter> filters{BudgetFilter(amounts_of(loss, delta))};
  for (const BudgetEvent& event : events) {
    question += (event.asks ? " ask " : " open ") + std::to_string(event.position) + ' ' +
                std::to_string(event.loss) + ' ' + std::to_string(event.delta);
    const AmountWithDelta amounts = amounts_of(event.loss, event.delta);
    bool is_paid = true;
    if (event.asks) {
      try {
        filters[event.position].spend(amounts);
      } catch (const Error& error) {
        if (error.kind() != ErrorKind::budget) throw;
        is_paid = false;
      }
    } else {
      filters.push_back(filters[event.position].child(amounts));
    }
    answer += is_paid ? " 1" : " 0";
  }
  for (const BudgetFilter& filter : filters) answer += text_of(filter.spent());
  for (const BudgetFilter& filter : filters) answer += text_of(filter.left());
  oracle.ask(question, answer.substr(1));
}

/// All traces that begin like this one, of a few events more.
void ask_traces(std::vector<BudgetEvent>& events, std::size_t accounts, std::size_t more,
                Oracle& oracle) {
  ask_trace(5, 3, events, oracle);
  if (more == 0) return;
  for (std::size_t position = 0; position < accounts; ++position) {
    for (const auto& [loss, delta] :
         std::vector<std::pair<std::uint64_t, std::uint64_t>>{{1, 0}, {2, 2}, {3, 1}}) {
      for (const bool asks : {true, false}) {
        events.push_back({asks, position, loss, delta});
        ask_traces(events, accounts + (asks ? 0 : 1), more - 1, oracle);
        events.pop_back();
      }
    }
  }
}

}  // namespace

void ask_about_filters(Oracle& oracle) {
  std::vector<BudgetEvent> events;
  ask_traces(events, 1, 4, oracle);

  std::mt19937_64 random(13);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  for (int trace = 0; trace < 2000; ++trace) {
    events.clear();
    std::size_t accounts = 1;
    for (int i = 0; i < 30; ++i) {
      const bool asks = below(6) != 0;
      events.push_back({asks, below(accounts), asks ? below(8) : below(60), below(asks ? 3 : 20)});
      if (!asks) ++accounts;
    }
    ask_trace(40, 15, events, oracle);
  }
}

}  // namespace scrim::oracle
