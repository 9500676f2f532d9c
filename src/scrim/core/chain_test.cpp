#include "scrim/core/chain.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"
#include "scrim/spaces/dataset_metrics.hpp"
#include "scrim/transformations/clamp/make_clamp.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"
#include "support/error_of.hpp"
#include "support/small_datasets.hpp"
#include "support/stability_law.hpp"

namespace scrim::chain_test {
namespace {

const std::vector candidates{10.0, 20.0, 30.0};

auto sized(std::size_t size) { return vector_domain<double>().with_size(size); }

TEST(Chain, row_map_after_row_map_is_a_row_map) {
  const auto chain = Space{vector_domain<double>(), SymmetricDistance{}} >> then_clamp(0.0, 50.0) >>
                     then_clamp(20.0, 90.0);
  EXPECT_EQ(chain.invoke(std::vector{-1.0, 30.0, 99.0}), (std::vector{20.0, 30.0, 50.0}));
  EXPECT_EQ(chain.map(3), 3U);
  EXPECT_EQ(chain.stability_map().backward(3), 3U);
  test::expect_stable(chain, test::datasets_up_to(std::vector{-1.0, 0.0, 30.0, 60.0, 100.0}, 3), 3);
}

TEST(Chain, fold_after_row_map_is_a_fold) {
  const auto chain = Space{vector_domain<double>(), SymmetricDistance{}} >>
                     then_clamp(15.0, 25.0) >> then_quantile_score_candidates(candidates, 0.25);
  const auto alone = make_quantile_score_candidates(vector_domain<double>(Bounds{15.0, 25.0}),
                                                    SymmetricDistance{}, candidates, 0.25);
  EXPECT_EQ(chain.invoke(std::vector{0.0, 20.0, 99.0}),
            alone.invoke(std::vector{15.0, 20.0, 25.0}));
  EXPECT_EQ(chain.map(2), 6U);
  test::expect_stable(chain, test::datasets_up_to(std::vector{0.0, 15.0, 20.0, 100.0}, 4), 3);
}

TEST(Chain, value_map_after_fold_is_a_fold) {
  const auto chain = Space{vector_domain<double>(), SymmetricDistance{}} >>
                     then_quantile_score_candidates(candidates, 0.5) >> then_clamp(0, 1);
  EXPECT_EQ(chain.invoke(std::vector{1.0, 2.0, 3.0}), (std::vector<std::uint64_t>{1, 1, 1}));
  EXPECT_EQ(chain.map(2), 2U);
  test::expect_stable(chain, test::datasets_up_to(std::vector{0.0, 15.0, 20.0, 100.0}, 4), 3);
}

TEST(Chain, measurement_after_transformation_charges_through_both_maps) {
  const auto median =
      Space{vector_domain<double>(), SymmetricDistance{}} >> then_clamp(0.0, 100.0) >>
      then_quantile_score_candidates(candidates, 0.5) >>
      then_report_noisy_top_k(MaxDivergence{}, {.k = 1, .scale = 4.0, .optimize = Optimize::min}) >>
      [](const auto& best) { return candidates[best.front()]; };
  EXPECT_EQ(median.map(1), 0.5);
  EXPECT_TRUE(median.check(1, 0.5));
  EXPECT_FALSE(median.check(1, 0.49));
  EXPECT_EQ(median.privacy_map().backward(1.2), 2U);
  static_assert(std::same_as<decltype(median)::Output, double>);
  const std::vector<double> ages(10'000, 20.0);
  EXPECT_EQ(median.invoke(std::span<const double>{ages}), 20.0);
}

TEST(Chain, streams_in_pieces_and_merges) {
  const auto median =
      Space{vector_domain<double>(), SymmetricDistance{}} >>
      then_quantile_score_candidates(candidates, 0.5) >>
      then_report_noisy_top_k(RangeDivergence{}, {.k = 1, .scale = 0.0, .optimize = Optimize::min});
  auto run = median.start({.index = 0, .count = 2});
  auto other = median.start({.index = 1, .count = 2});
  run.update(std::vector{29.0, 31.0});
  other.update(std::vector(5, 30.0));
  run.merge(std::move(other));
  EXPECT_EQ(std::move(run).finish(), (std::vector<std::size_t>{2}));
}

TEST(Chain, names_both_sides_when_bounds_differ) {
  const auto clamp = make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds{0.0, 100.0});
  const auto scores = make_quantile_score_candidates(vector_domain<double>(Bounds{0.0, 99.0}),
                                                     SymmetricDistance{}, candidates, 0.5);
  SCRIM_EXPECT_ERROR(clamp >> scores, ErrorKind::mismatch, "(0.0, 100.0)", "(0.0, 99.0)");
}

TEST(Chain, names_both_sides_when_sizes_differ) {
  const auto clamp = make_clamp(sized(3), SymmetricDistance{}, Bounds{0.0, 100.0});
  const auto scores = make_quantile_score_candidates(
      vector_domain<double>(Bounds{0.0, 100.0}).with_size(4), SymmetricDistance{}, candidates, 0.5);
  SCRIM_EXPECT_ERROR(clamp >> scores, ErrorKind::mismatch, "size=3", "size=4");
}

TEST(Chain, names_both_sides_when_monotonicity_differs) {
  const auto scores =
      make_quantile_score_candidates(vector_domain<double>(), SymmetricDistance{}, candidates, 0.0);
  const auto top =
      make_report_noisy_top_k(scores.output_domain(), LInfDistance<std::uint64_t>{},
                              MaxDivergence{}, {.k = 1, .scale = 1.0, .optimize = Optimize::max});
  SCRIM_EXPECT_ERROR(scores >> top, ErrorKind::mismatch, "monotonic=True",
                     "linf_distance(\"uint64\")");
}

TEST(Chain, refuses_a_wrong_known_size_at_the_end) {
  const auto chain = Space{sized(3), ChangeOneDistance{}} >> then_clamp(0.0, 100.0) >>
                     then_quantile_score_candidates(candidates, 0.5);
  SCRIM_EXPECT_ERROR(chain.invoke(std::vector{1.0}), ErrorKind::wrong_size, "rows");
  EXPECT_EQ(chain.invoke(std::vector{1.0, 2.0, 3.0}).size(), 3U);
  EXPECT_EQ(chain.map(1), 2U);
}

TEST(Chain, postprocesses_by_any_callable) {
  const auto top =
      make_report_noisy_top_k(vector_domain<double>(), LInfDistance<double>{}, MaxDivergence{},
                              {.k = 1, .scale = 0.0, .optimize = Optimize::max});
  const auto text = top >> [](const std::vector<std::size_t>& best) { return best.front(); } >>
                    [](std::size_t index) { return std::to_string(index); };
  EXPECT_EQ(text.invoke(std::vector{1.0, 3.0, 2.0}), "1");
  EXPECT_EQ(text.map(0.0), top.map(0.0));
}

TEST(Chain, can_be_copied_and_used_after_its_parts_are_gone) {
  auto make = [] {
    const auto clamp = make_clamp(vector_domain<double>(), SymmetricDistance{}, Bounds{0.0, 1.0});
    const auto scores = make_quantile_score_candidates(clamp.output_domain(), SymmetricDistance{},
                                                       {0.25, 0.75}, 1.0 / 3.0);
    return clamp >> scores;
  };
  const auto chain = make();
  const auto copy = chain;
  EXPECT_EQ(copy.invoke(std::vector{0.5, 5.0}), chain.invoke(std::vector{0.5, 1.0}));
}

}  // namespace
}  // namespace scrim::chain_test
