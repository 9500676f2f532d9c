// A pipeline streams: 100 million rows, produced piece by piece, pass through 64 MiB.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include "scrim/scrim.hpp"

namespace scrim::streaming_memory_test {
namespace {

/// The most memory this process has ever held, in MiB.
double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

/// The median of `rows` rows on 0, 1, … 999, of which no more than one piece is ever in memory.
double streamed_median(std::size_t rows, std::size_t piece_rows, ReadOptions options) {
  std::vector<double> candidates(1000);
  for (std::size_t i = 0; i < candidates.size(); ++i) candidates[i] = static_cast<double>(i);
  const auto median =
      Space{vector_domain<double>(), SymmetricDistance{}} >> then_clamp(0.0, 999.0) >>
      then_quantile_score_candidates(candidates, 0.5) >>
      then_report_noisy_top_k(MaxDivergence{}, {.k = 1, .scale = 4.0, .optimize = Optimize::min});
  auto run = median.start();
  std::vector<double> piece(piece_rows);
  std::uint64_t state = 1;
  for (std::size_t row = 0; row < rows; row += piece_rows) {
    for (double& value : piece) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      value = static_cast<double>(state >> 40) * 0x1p-24 * 1200.0 - 100.0;
    }
    run.update(piece, options);
  }
  return static_cast<double>(std::move(run).finish().front());
}

void expect_little_memory(const char* what) {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  // What an emulator holds counts as the process's own.
  if (std::getenv("SCRIM_EMULATED") == nullptr) {
    EXPECT_LT(peak_memory(), 64.0);
  }
#endif
  std::printf("peak memory: %.1f MiB for %s\n", peak_memory(), what);
}

TEST(StreamingMemory, does_not_grow_with_the_rows) {
  EXPECT_NEAR(streamed_median(100'000'000, 10'000, {}), 500.0, 2.0);
  expect_little_memory("100 million rows");
}

// Each thread has a state, kept from piece to piece; there are no more of them for more pieces.
TEST(StreamingMemory, does_not_grow_with_the_pieces_that_threads_read) {
  EXPECT_NEAR(streamed_median(20'000'000, 200'000, {.threads = 3}), 500.0, 2.0);
  expect_little_memory("20 million rows on 3 threads");
}

}  // namespace
}  // namespace scrim::streaming_memory_test
