#include "scrim/kernels/candidates/candidate_counts.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "support/by_definition/count_among_candidates.hpp"

namespace scrim::kernels::candidate_counts_test {
namespace {

constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();

CandidateCounts counts_of(const std::vector<double>& rows, const std::vector<double>& candidates) {
  CandidateCounts counts(candidates.size());
  count_among_candidates(std::span<const double>(rows), std::span<const double>(candidates),
                         counts);
  return counts;
}

TEST(CandidateCounts, add_up_in_every_place) {
  const std::vector<double> candidates{1.0, 2.0};
  CandidateCounts counts = counts_of({0.0, 1.0, 1.5, 2.0, 3.0, 3.0}, candidates);
  counts.add(counts_of({1.0, 1.5, 1.5, 9.0}, candidates));
  EXPECT_EQ(counts.below, (std::vector<std::uint64_t>{1, 3, 3}));
  EXPECT_EQ(counts.equal, (std::vector<std::uint64_t>{2, 1}));
}

// No run reads 2^64 rows, but merged and loaded runs may claim to have. A count that wrapped would
// move a score by 2^64 for one row.
TEST(CandidateCounts, saturate_instead_of_wrapping) {
  CandidateCounts counts = counts_of({0.0, 1.0}, {1.0});
  for (int doubling = 0; doubling < 63; ++doubling) counts.add(CandidateCounts(counts));
  EXPECT_EQ(counts.below.front(), std::uint64_t{1} << 63);
  counts.add(CandidateCounts(counts));
  EXPECT_EQ(counts.below, (std::vector<std::uint64_t>{most, 0}));
  EXPECT_EQ(counts.equal, (std::vector<std::uint64_t>{most}));
  counts.add(counts_of({0.0, 1.0, 2.0}, {1.0}));
  EXPECT_EQ(counts.below, (std::vector<std::uint64_t>{most, 1}));
  EXPECT_EQ(counts.equal, (std::vector<std::uint64_t>{most}));
}

}  // namespace
}  // namespace scrim::kernels::candidate_counts_test
