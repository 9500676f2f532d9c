// Several threads at one budget: nothing is spent twice, nobody waits for ever.
#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

#include "scrim/accounting/filter.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::filter_threads_test {
namespace {

constexpr int threads = 4;

/// Runs the function on several threads at once, each with its number.
template <class Function>
void on_threads(const Function& function) {
  std::vector<std::thread> running;
  std::latch all_there(threads);
  for (int i = 0; i < threads; ++i) {
    running.emplace_back([&, i] {
      all_there.arrive_and_wait();
      function(i);
    });
  }
  for (std::thread& thread : running) thread.join();
}

/// How often it could be spent before the first refusal, and three times more.
template <class F, class Amounts>
int spend_all(const F& filter, const Amounts& amount) {
  int spent = 0;
  for (int refused = 0; refused < 3;) {
    try {
      filter.spend(amount);
      ++spent;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::budget) throw;
      ++refused;
    }
  }
  return spent;
}

TEST(FilterThreads, spend_exactly_the_limit_together) {
  const Filter<MaxDivergence> budget(Amount::ratio(1));
  std::atomic<int> spent{0};
  // Many, so that threads are interrupted while they spend, however few processors there are.
  constexpr int most = 400000;
  on_threads([&](int) { spent += spend_all(budget, Amount::ratio(1, most)); });
  EXPECT_EQ(spent, most);
  EXPECT_EQ(budget.left(), Amount());
}

TEST(FilterThreads, spend_exactly_the_limit_through_children) {
  using Pairs = Filter<Approximate<MaxDivergence>>;
  const Pairs budget({Amount::ratio(1), Amount::ratio(1, 2)});
  const Pairs middle = budget.child({Amount::ratio(3, 4), Amount::ratio(1, 2)});
  std::atomic<int> spent{0};
  std::atomic<int> by_middle{0};
  on_threads([&](int number) {
    const AmountWithDelta cost{Amount::ratio(1, 2000), Amount::ratio(1, 4000)};
    if (number % 2 == 0) {
      by_middle += spend_all(middle.child({Amount::ratio(2), Amount::ratio(1, 2)}), cost);
    } else {
      spent += spend_all(budget.child({Amount::ratio(2), Amount::ratio(1, 2)}), cost);
    }
  });
  EXPECT_EQ(spent + by_middle, 2000);
  EXPECT_LE(by_middle, 1500);
  EXPECT_EQ(budget.spent().loss, Amount::ratio(1));
  EXPECT_EQ(middle.spent().loss, Amount::ratio(static_cast<std::uint64_t>(by_middle), 2000));
}

struct Overlaps {
  using OutputMeasure = ZeroConcentratedDivergence;
  using DistanceIn = int;
  std::atomic<int>& running;
  std::atomic<int>& most;

  OutputMeasure output_measure() const { return {}; }
  double map(int) const { return 0.0009765625; }
  int invoke() const {
    const int now = ++running;
    int seen = most;
    while (seen < now && !most.compare_exchange_weak(seen, now)) {
    }
    std::this_thread::yield();
    --running;
    return now;
  }
};

TEST(FilterThreads, never_run_two_releases_at_once_under_approximate_concentration) {
  const Filter<Approximate<ZeroConcentratedDivergence>> budget({Amount::ratio(1), Amount()});
  std::atomic<int> running{0};
  std::atomic<int> most{0};
  on_threads([&](int) {
    const auto own = budget.child({Amount::ratio(1), Amount()});
    for (int i = 0; i < 200; ++i) static_cast<void>(own.release(Overlaps{running, most}, 1));
  });
  EXPECT_EQ(most, 1);
  EXPECT_EQ(budget.spent().loss, Amount::ratio(800, 1024));
}

}  // namespace
}  // namespace scrim::filter_threads_test
