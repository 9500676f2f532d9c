// Maps by hand: what each step does to distances, and what the library refuses.
#include <cstdio>
#include <vector>

#include <scrim/scrim.hpp>

int main() {
  // Two transformations and a measurement, each with its own map.
  const auto clamp = scrim::make_clamp(scrim::vector_domain<double>(), scrim::SymmetricDistance{},
                                       scrim::Bounds{0.0, 100.0});
  const auto scores = scrim::make_quantile_score_candidates(
      clamp.output_domain(), clamp.output_metric(), {25.0, 50.0, 75.0}, 0.25);
  const auto choice = scrim::make_report_noisy_top_k(
      scores.output_domain(), scores.output_metric(), scrim::RangeDivergence{},
      {.k = 1, .scale = 8.0, .optimize = scrim::Optimize::min});

  // One row more or less changes the clamped data by one row, each score by at most 3 (the larger
  // of num and den - num for alpha = 1/4), and the choice by an epsilon of 2 * 3 / 8.
  const auto rows = clamp.map(1);
  const auto points = scores.map(rows);
  std::printf("1 row -> %u row -> %llu points -> epsilon %g\n", rows,
              static_cast<unsigned long long>(points), choice.map(points));

  // The chain does the same in one step, forward and backward.
  const auto quartile = clamp >> scores >> choice;
  std::printf("chained: epsilon %g; epsilon 2 pays for groups of %u rows\n", quartile.map(1),
              quartile.privacy_map().backward(2.0));

  // The same release, accounted for in another currency.
  const auto concentrated =
      scrim::make_convert_measure(quartile, scrim::ZeroConcentratedDivergence{});
  std::printf("as zero-concentrated privacy: rho %g\n", concentrated.map(1));

  // Data may arrive in pieces, on several machines; only the counts are kept.
  auto here = quartile.start({.index = 0, .count = 2});
  auto there = quartile.start({.index = 1, .count = 2});
  here.update(std::vector{12.0, 31.0, 48.0});
  there.update(std::vector{22.0, 27.0, 90.0, 250.0});
  here.merge(std::move(there));
  std::printf("selected candidate: number %zu\n", std::move(here).finish().front());

  // Parts that do not fit are refused, and the message says why.
  const auto other =
      scrim::make_quantile_score_candidates(scrim::vector_domain<double>(scrim::Bounds{0.0, 99.0}),
                                            scrim::SymmetricDistance{}, {25.0, 50.0}, 0.25);
  try {
    (void)(clamp >> other);
  } catch (const scrim::Error& error) {
    std::printf("refused: %s\n", error.what());
  }
}
