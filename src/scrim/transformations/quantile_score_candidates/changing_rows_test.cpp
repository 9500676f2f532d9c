// Rows that somebody writes to while they are read: what is counted of them is anybody's guess, but
// no count goes below zero, and so none wraps to a number near 2^64.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <thread>
#include <vector>

#include "scrim/kernels/candidates/candidate_index.hpp"
#include "scrim/transformations/quantile_score_candidates/candidate_tally.hpp"
#include "scrim/transformations/quantile_score_candidates/quantile_scores.hpp"

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SCRIM_RACES_ARE_REPORTED
#endif
#endif
#if defined(__SANITIZE_THREAD__)
#define SCRIM_RACES_ARE_REPORTED
#endif

namespace scrim::changing_rows_test {
namespace {

/// Turns rows from NaN to a number above all candidates and back, until it goes.
template <class T>
class Changer {
 public:
  explicit Changer(std::vector<T>& rows)
      : thread_([this, &rows] {
          while (!is_over_) {
            for (const T value : {std::numeric_limits<T>::quiet_NaN(), T{1000}}) {
              for (T& row : rows) std::atomic_ref<T>(row).store(value, std::memory_order_relaxed);
              ++rounds_;
            }
          }
        }) {}
  ~Changer() {
    is_over_ = true;
    thread_.join();
  }
  Changer(const Changer&) = delete;
  Changer& operator=(const Changer&) = delete;

  [[nodiscard]] int rounds() const { return rounds_; }

 private:
  std::atomic<bool> is_over_ = false;
  std::atomic<int> rounds_ = 0;
  std::thread thread_;
};

template <class T>
class ChangingRows : public testing::Test {};
using FloatTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(ChangingRows, FloatTypes);

TYPED_TEST(ChangingRows, no_count_falls_below_zero) {
#ifdef SCRIM_RACES_ARE_REPORTED
  GTEST_SKIP() << "the race is the point of this test";
#endif
  using T = TypeParam;
  // Candidates that a table holds, and such that only a tree does.
  for (const T far : {T{2}, std::numeric_limits<T>::infinity()}) {
    std::vector<T> rows(kernels::located_rows, T{1000});
    // For the minimum the score of a candidate is the number of rows below it. None ever is.
    const CandidateTally<T> initial({T{0}, T{1}, far});
    const std::vector<std::uint64_t> none = {0, 0, 0};
    const Changer<T> changer(rows);
    for (int i = 0; i < 20'000 || changer.rounds() < 1000; ++i) {
      CandidateTally<T> state = initial;
      state.update(rows);
      auto scores = quantile_scores(state.counts(), Fraction{0, 1});
      if (far != T{2}) scores.back() = 0;  // below infinity there are rows
      ASSERT_EQ(scores, none) << "after " << i << " reads";
    }
  }
}

}  // namespace
}  // namespace scrim::changing_rows_test
