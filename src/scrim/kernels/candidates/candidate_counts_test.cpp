#include "scrim/kernels/candidates/candidate_counts.hpp"

#include <gtest/gtest.h>

#include <cstddef>
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

// Every choice of candidates, among which rows are counted on their own.
TEST(CandidateCounts, among_all_tell_those_among_some) {
  const std::vector<double> candidates{0.0, 1.0, 2.0, 3.0, 4.0};
  std::vector<double> rows;
  for (int i = -1; i <= 9; ++i) {
    rows.insert(rows.end(), std::size_t{1} << (i + 1), 0.5 * static_cast<double>(i));
  }
  const CandidateCounts all = counts_of(rows, candidates);
  for (unsigned chosen = 0; chosen < 32; ++chosen) {
    std::vector<std::size_t> places;
    std::vector<double> some;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if ((chosen >> i & 1U) == 0) continue;
      places.push_back(i);
      some.push_back(candidates[i]);
    }
    const CandidateCounts told = counts_among_some(all, places);
    const CandidateCounts expected = counts_of(rows, some);
    EXPECT_EQ(told.below, expected.below) << "choice " << chosen;
    EXPECT_EQ(told.equal, expected.equal) << "choice " << chosen;
  }
}

TEST(CandidateCounts, among_some_saturate_instead_of_wrapping) {
  CandidateCounts all(2);
  all.below = {most, most, 1};
  all.equal = {1, 2};
  const CandidateCounts told = counts_among_some(all, std::vector<std::size_t>{1});
  EXPECT_EQ(told.below, (std::vector<std::uint64_t>{most, 1}));
  EXPECT_EQ(told.equal, (std::vector<std::uint64_t>{2}));
}

}  // namespace
}  // namespace scrim::kernels::candidate_counts_test
