// Random traces of asking, refusing, opening children and forking, beside plain rational
// arithmetic.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "scrim/accounting/amount_rational.hpp"
#include "scrim/accounting/filter.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::filter_trace_test {
namespace {

using Pairs = Filter<Approximate<MaxDivergence>>;

struct Cost {
  Rational loss;
  Rational delta;
};

/// What a family of budgets is: for each its parent, its limit and what was spent.
struct Model {
  struct Budget {
    std::optional<std::size_t> parent;
    Cost limit;
    Cost spent;
  };
  std::vector<Budget> budgets;

  [[nodiscard]] bool fits(std::size_t at, const Cost& cost) const {
    const Budget& budget = budgets[at];
    return budget.spent.loss + cost.loss <= budget.limit.loss &&
           budget.spent.delta + cost.delta <= budget.limit.delta &&
           (!budget.parent || fits(*budget.parent, cost));
  }
  void spend(std::size_t at, const Cost& cost) {
    Budget& budget = budgets[at];
    budget.spent.loss += cost.loss;
    budget.spent.delta += cost.delta;
    if (budget.parent) spend(*budget.parent, cost);
  }
  [[nodiscard]] Cost left(std::size_t at) const {
    const Budget& budget = budgets[at];
    Cost least{budget.limit.loss - budget.spent.loss, budget.limit.delta - budget.spent.delta};
    if (budget.parent) {
      const Cost above = left(*budget.parent);
      least = {std::min(least.loss, above.loss), std::min(least.delta, above.delta)};
    }
    return least;
  }
};

class Trace {
 public:
  explicit Trace(std::uint64_t seed) : random_(seed) {
    const AmountWithDelta limit{Amount::ratio(1 + below(3), 1 + below(3)), Amount::ratio(1, 7)};
    filters_.emplace_back(limit);
    model_.budgets.push_back({std::nullopt, cost_of(limit), {}});
  }

  void step() {
    const std::size_t at = below(filters_.size());
    switch (below(12)) {
      case 0:
        if (filters_.size() < 8) open_child(at);
        break;
      case 1:
        fork_and_ask(at);
        break;
      case 2:
        ask(at, left_of(at));  // fits to the last bit
        break;
      case 3: {
        AmountWithDelta more = left_of(at);  // and the least bit more does not
        (below(2) == 0 ? more.loss : more.delta) = more.loss + Amount::from_text("1e-40");
        ask(at, more);
        break;
      }
      default:
        ask(at, {some_amount(), some_small_amount()});
    }
    compare();
  }

  int spent = 0;
  int refused = 0;

 private:
  std::size_t below(std::size_t n) { return random_() % n; }

  static Cost cost_of(const AmountWithDelta& amounts) {
    return {to_rational(amounts.loss), to_rational(amounts.delta)};
  }
  AmountWithDelta left_of(std::size_t at) {
    const Cost left = model_.left(at);
    return {to_amount(left.loss), to_amount(left.delta)};
  }

  Amount some_amount() {
    switch (below(6)) {
      case 0:
        return Amount::from_text("0.1");
      case 1:
        return Amount::exactly(0.1);
      case 2:
        return Amount::ratio(1, 3 + below(5));
      case 3:
        return Amount::exactly(1e-17);
      case 4:
        return Amount();
      default:
        return Amount::typed(1.0 / (3.0 + static_cast<double>(below(100))));
    }
  }
  Amount some_small_amount() {
    return below(2) == 0 ? Amount() : Amount::ratio(below(3), 50 + below(3));
  }

  void open_child(std::size_t at) {
    const AmountWithDelta limit{Amount::ratio(1 + below(8), 5), Amount::ratio(1, 5 + below(8))};
    filters_.push_back(filters_[at].child(limit));
    model_.budgets.push_back({at, cost_of(limit), {}});
  }

  void ask(std::size_t at, const AmountWithDelta& amounts) {
    const Cost cost = cost_of(amounts);
    const bool fits = model_.fits(at, cost);
    EXPECT_EQ(filters_[at].can_spend(amounts), fits);
    try {
      filters_[at].spend(amounts);
      EXPECT_TRUE(fits);
      ++spent;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::budget);
      EXPECT_FALSE(fits);
      ++refused;
    }
    if (fits) model_.spend(at, cost);
  }

  void fork_and_ask(std::size_t at) {
    if (below(20) != 0) return;  // a process is dear
    const pid_t child = fork();
    if (child == 0) {
      try {
        filters_[at].spend({});
      } catch (const Error& error) {
        _exit(error.kind() == ErrorKind::misuse ? 0 : 1);
      }
      _exit(1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }

  void compare() {
    for (std::size_t i = 0; i < filters_.size(); ++i) {
      const Cost spent_here = cost_of(filters_[i].spent());
      EXPECT_EQ(spent_here.loss, model_.budgets[i].spent.loss);
      EXPECT_EQ(spent_here.delta, model_.budgets[i].spent.delta);
      const Cost left = cost_of(filters_[i].left());
      EXPECT_EQ(left.loss, model_.left(i).loss);
      EXPECT_EQ(left.delta, model_.left(i).delta);
    }
  }

  std::mt19937_64 random_;
  std::vector<Pairs> filters_;
  Model model_;
};

TEST(FilterTrace, is_rational_accounting) {
  int spent = 0;
  int refused = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    Trace trace(seed);
    for (int step = 0; step < 60 && !testing::Test::HasFailure(); ++step) trace.step();
    ASSERT_FALSE(testing::Test::HasFailure()) << "seed " << seed;
    spent += trace.spent;
    refused += trace.refused;
  }
  // The traces go both ways.
  EXPECT_GT(spent, 2000);
  EXPECT_GT(refused, 2000);
}

}  // namespace
}  // namespace scrim::filter_trace_test
