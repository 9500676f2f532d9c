// A pipeline streams: 100 million rows, produced block by block, pass through 64 MiB.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrim/scrim.hpp"

namespace scrim {
namespace {

/// The most memory this process has ever held, in MiB.
double peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024.0;
}

TEST(StreamingMemory, does_not_grow_with_the_rows) {
  constexpr std::size_t rows = 100'000'000;
  std::vector<double> candidates(1000);
  for (std::size_t i = 0; i < candidates.size(); ++i) candidates[i] = static_cast<double>(i);
  const auto median =
      Space{vector_domain<double>(), SymmetricDistance{}} >> then_clamp(0.0, 999.0) >>
      then_quantile_score_candidates(candidates, 0.5) >>
      then_report_noisy_top_k(MaxDivergence{}, {.k = 1, .scale = 4.0, .optimize = Optimize::min});
  auto run = median.start();
  std::vector<double> block(10'000);
  std::uint64_t state = 1;
  for (std::size_t row = 0; row < rows; row += block.size()) {
    for (double& value : block) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      value = static_cast<double>(state >> 40) * 0x1p-24 * 1200.0 - 100.0;
    }
    run.update(block);
  }
  const auto best = std::move(run).finish().front();
  EXPECT_NEAR(static_cast<double>(best), 500.0, 2.0);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  EXPECT_LT(peak_memory(), 64.0);
#endif
  RecordProperty("peak_memory_mib", static_cast<int>(peak_memory()));
  std::printf("peak memory: %.1f MiB for %zu rows\n", peak_memory(), rows);
}

}  // namespace
}  // namespace scrim
