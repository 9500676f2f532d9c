// Two threads are nearly twice as fast as one, on a machine that has two cores to spare.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <thread>
#include <vector>

#include "scrim/scrim.hpp"

namespace scrim::fold_states_slow_test {
namespace {

/// By the wall clock.
template <class Action>
[[nodiscard]] double seconds(const Action& action) {
  const auto start = std::chrono::steady_clock::now();
  action();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Some ten milliseconds of arithmetic that touches no memory.
void spin() {
  volatile std::uint64_t result = 0;
  std::uint64_t state = 1;
  for (int i = 0; i < 8'000'000; ++i) state = state * 6364136223846793005U + 1442695040888963407U;
  result = state;
  static_cast<void>(result);
}

/// How many times as much two threads do as one in the same time: 2 if two cores are idle.
[[nodiscard]] double cores_to_spare() {
  const double alone = seconds(spin);
  const double together = seconds([] {
    const std::jthread other(spin);
    spin();
  });
  return 2 * alone / together;
}

TEST(FoldStatesSpeed, nearly_doubles_with_a_second_thread) {
  std::vector<double> rows(10'000'000);
  std::uint64_t state = 1;
  for (double& row : rows) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    row = static_cast<double>(state >> 11) * 0x1p-53 * 10'000.0;
  }
  std::vector<double> candidates(1000);
  for (std::size_t i = 0; i < candidates.size(); ++i) candidates[i] = 10.0 * static_cast<double>(i);
  const auto scores = Space{vector_domain<double>(), SymmetricDistance{}} >>
                      then_clamp(100.0, 9000.0) >> then_quantile_score_candidates(candidates, 0.5);

  double best_of_one = std::numeric_limits<double>::infinity();
  double best_of_two = std::numeric_limits<double>::infinity();
  int counted = 0;
  for (int attempt = 0; attempt < 60 && counted < 10; ++attempt) {
    std::vector<std::uint64_t> on_one;
    std::vector<std::uint64_t> on_two;
    const double spare_before = cores_to_spare();
    const double one = seconds([&] { on_one = scores.invoke(rows); });
    const double two = seconds([&] { on_two = scores.invoke(rows, {.threads = 2}); });
    ASSERT_EQ(on_one, on_two);
    if (std::min(spare_before, cores_to_spare()) < 1.9) continue;
    ++counted;
    best_of_one = std::min(best_of_one, one);
    best_of_two = std::min(best_of_two, two);
  }
  if (counted == 0) GTEST_SKIP() << "no two cores were idle in any of 60 attempts";
  std::printf("two threads are %.2f times as fast as one, best of %d\n", best_of_one / best_of_two,
              counted);
  EXPECT_GE(best_of_one / best_of_two, 1.6);
}

}  // namespace
}  // namespace scrim::fold_states_slow_test
