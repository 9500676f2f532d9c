#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/numbers/uint128.hpp"
#include "scrim/samplers/uniform_below.hpp"
#include "support/goodness_of_fit.hpp"
#include "support/seeded_stream.hpp"

namespace scrim::uniform_below_stat_test {
namespace {

using test::chi_square_deviate;
using test::largest_deviate;
using test::SeededStream;

TEST(SampleUniformBelowStatistics, fit_the_uniform_law_and_reject_one_that_is_one_percent_off) {
  SeededStream stream(7001);
  for (const std::size_t n : {2U, 3U, 7U, 10U, 30U}) {
    std::vector<std::uint64_t> counts(n, 0);
    const std::size_t draws = 600'000 * n;
    for (std::size_t i = 0; i < draws; ++i) ++counts[sample_uniform_below(n, stream)];

    std::vector<double> law(n, 1.0 / static_cast<double>(n));
    EXPECT_LT(chi_square_deviate(counts, law), largest_deviate) << n;
    law.front() *= 1.01;
    law.back() -= law.front() - law.front() / 1.01;
    EXPECT_GT(chi_square_deviate(counts, law), largest_deviate) << n;
  }
}

// Three quarters of 2^64, where both classical mistakes are plain: reduction modulo n makes the
// lower third of values twice as likely, and multiplication without rejection every third value.
TEST(SampleUniformBelowStatistics, have_no_bias_for_huge_bounds) {
  SeededStream stream(7002);
  const std::uint64_t n = 3ULL << 62;
  std::vector<std::uint64_t> thirds(3, 0);
  std::vector<std::uint64_t> remainders(3, 0);
  std::vector<std::uint64_t> thirds_by_modulo(3, 0);
  std::vector<std::uint64_t> remainders_without_rejection(3, 0);
  for (int i = 0; i < 300'000; ++i) {
    const std::uint64_t value = sample_uniform_below(n, stream);
    ++thirds[value >> 62];
    ++remainders[value % 3];
    ++thirds_by_modulo[stream.next_word() % n >> 62];
    const uint128 scaled = static_cast<uint128>(stream.next_word()) * n;
    ++remainders_without_rejection[static_cast<std::uint64_t>(scaled >> 64) % 3];
  }
  const std::vector<double> law(3, 1.0 / 3);
  EXPECT_LT(chi_square_deviate(thirds, law), largest_deviate);
  EXPECT_LT(chi_square_deviate(remainders, law), largest_deviate);
  EXPECT_GT(chi_square_deviate(thirds_by_modulo, law), largest_deviate);
  EXPECT_GT(chi_square_deviate(remainders_without_rejection, law), largest_deviate);
}

}  // namespace
}  // namespace scrim::uniform_below_stat_test
