// A private median of a stream, read on all cores, and of two halves that were read apart.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <utility>
#include <vector>

#include <scrim/scrim.hpp>

int main() {
  // The data: two million response times in milliseconds. (Made up.)
  std::vector<double> times(2'000'000);
  std::uint64_t state = 1;
  for (double& time : times) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    const double uniform = static_cast<double>(state >> 11) * 0x1p-53;
    time = 20.0 + 400.0 * uniform * uniform;
  }
  const std::span<const double> rows(times);

  std::vector<double> candidates;
  for (int i = 0; i <= 500; ++i) candidates.push_back(i);
  const auto scores = scrim::Space{scrim::vector_domain<double>(), scrim::SymmetricDistance{}} >>
                      scrim::then_clamp(0.0, 500.0) >>
                      scrim::then_quantile_score_candidates(candidates, 0.5);
  const auto median = scores >> scrim::then_report_noisy_top_k(
                                    scrim::MaxDivergence{},
                                    {.k = 1, .scale = 10.0, .optimize = scrim::Optimize::min}) >>
                      [candidates](const auto& best) { return candidates[best.front()]; };

  // One array, on all cores. The number of threads changes how long it takes, and nothing else.
  const scrim::ReadOptions all_cores{.threads = scrim::all_cores()};
  std::printf("median of an array:  %g ms (epsilon %g)\n", median.invoke(rows, all_cores),
              median.map(1));

  // A stream: only one piece is in memory at a time.
  auto run = median.start();
  for (std::size_t row = 0; row < rows.size(); row += 250'000) {
    run.update(rows.subspan(row, 250'000), all_cores);
  }
  std::printf("median of a stream:  %g ms\n", std::move(run).finish());

  // Two processes, each with its part of the rows: one sends what it has counted as bytes, which
  // are as sensitive as the data; the other takes them over and makes the release, which is charged
  // once. With a key that both have, nobody else can pass off bytes as counted.
  const std::vector<std::byte> key(32, std::byte{7});  // (Not a secret. Draw yours at random.)
  auto there = scores.start({.index = 0, .count = 2});
  there.update(rows.first(1'200'000), all_cores);
  const std::vector<std::byte> bytes = std::move(there).save(key);
  auto here = median.start({.index = 1, .count = 2});
  here.update(rows.subspan(1'200'000), all_cores);
  here.merge(median.load(bytes, key));
  std::printf("median of two parts: %g ms\n", std::move(here).finish());
}
