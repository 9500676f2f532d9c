// One measurement, used by many threads at once: every thread has its own random stream and run.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <thread>
#include <vector>

#include "scrim/scrim.hpp"

namespace scrim {
namespace {

TEST(Threads, share_a_measurement_but_no_randomness) {
  const std::vector<double> candidates{1.0, 2.0, 3.0, 4.0};
  const auto median =
      Space{vector_domain<double>(), SymmetricDistance{}} >> then_clamp(0.0, 5.0) >>
      then_private_quantile(MaxDivergence{}, QuantileOptions<double>{candidates, 0.5, 3.0});
  const std::vector<double> rows{0.5, 1.5, 2.5, 3.5, 9.0};
  constexpr std::size_t threads = 4;
  constexpr std::size_t releases = 2000;
  std::vector<std::vector<double>> released(threads);
  {
    std::vector<std::jthread> workers;
    for (auto& mine : released) {
      workers.emplace_back([&] {
        for (std::size_t i = 0; i < releases; ++i) mine.push_back(median.invoke(rows));
      });
    }
  }
  for (std::size_t i = 0; i < threads; ++i) {
    EXPECT_EQ(released[i].size(), releases);
    // Two threads with one stream would agree in every release; by chance they do not.
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(released[i], released[j]);
  }
}

TEST(Threads, read_parts_that_merge_to_the_whole) {
  const auto scores = make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{},
                                                     {10.0, 20.0, 30.0}, 1.0 / 3.0);
  std::vector<double> rows(20'000);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = static_cast<double>(i * 7919 % 41);
  auto first = scores.start();
  auto second = scores.start();
  const std::span<const double> all(rows);
  {
    const std::jthread left([&] { first.update(all.first(7000)); });
    const std::jthread right([&] { second.update(all.subspan(7000)); });
  }
  first.merge(std::move(second));
  EXPECT_EQ(std::move(first).finish(), scores.invoke(rows));
}

}  // namespace
}  // namespace scrim
