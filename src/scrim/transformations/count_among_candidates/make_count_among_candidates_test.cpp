#include "scrim/transformations/count_among_candidates/make_count_among_candidates.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <vector>

#include "scrim/spaces/dataset_metrics.hpp"
#include "support/error_of.hpp"

namespace scrim::make_count_among_candidates_test {
namespace {

using Counts = std::vector<std::uint64_t>;
constexpr double infinity = std::numeric_limits<double>::infinity();

template <class T>
Counts counted(const std::vector<T>& rows, const std::vector<T>& candidates) {
  return make_count_among_candidates(vector_domain<T>(), SymmetricDistance{}, candidates)
      .invoke(rows);
}

TEST(CountAmongCandidates, counts_in_the_order_of_the_line) {
  EXPECT_EQ(counted<int>({1, 2, 2, 3, 5, 5, 5, 9}, {2, 5}), (Counts{1, 2, 1, 3, 1}));
  EXPECT_EQ(counted<int>({}, {2, 5}), (Counts{0, 0, 0, 0, 0}));
  EXPECT_EQ(counted<double>({-infinity, -0.0, 0.0, 1.5, infinity}, {0.0}), (Counts{1, 2, 2}));
}

TEST(CountAmongCandidates, charges_a_row_once_and_a_change_twice) {
  const auto map = [](auto domain, auto metric, std::uint32_t d_in) {
    return make_count_among_candidates(domain, metric, std::vector{1.0, 2.0}).map(d_in);
  };
  const auto rows = vector_domain<double>();
  EXPECT_EQ(map(rows, SymmetricDistance{}, 3), 3);
  EXPECT_EQ(map(rows.with_size(5), SymmetricDistance{}, 3), 2);
  EXPECT_EQ(map(rows.with_size(5), ChangeOneDistance{}, 3), 6);
  EXPECT_EQ(map(rows.with_size(5), HammingDistance{}, 1), 2);
}

TEST(CountAmongCandidates, refuses_what_the_proof_does_not_cover) {
  SCRIM_EXPECT_ERROR(counted<double>({}, {}), ErrorKind::invalid_argument,
                     "make_count_among_candidates");
  SCRIM_EXPECT_ERROR(counted<double>({}, {2.0, 1.0}), ErrorKind::invalid_argument, "increasing");
}

}  // namespace
}  // namespace scrim::make_count_among_candidates_test
