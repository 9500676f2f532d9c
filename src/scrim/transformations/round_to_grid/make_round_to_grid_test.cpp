#include "scrim/transformations/round_to_grid/make_round_to_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "support/error_of.hpp"
#include "support/small_datasets.hpp"

namespace scrim::make_round_to_grid_test {
namespace {

using Steps = std::vector<std::int64_t>;
const std::vector<double> entries{-0.75, -0.5, 0.0, 0.49, 0.5, 1.5};

TEST(RoundToGrid, rounds_a_number_and_each_of_a_vector) {
  EXPECT_EQ(make_round_to_grid(atom_domain<double>(), AbsoluteDistance<double>{}, -2).invoke(0.3),
            1);
  const auto rows = vector_domain<double>().with_size(3);
  EXPECT_EQ(
      make_round_to_grid(rows, LpDistance<1, double>{}, 0).invoke(std::vector{-0.5, 0.5, 2.6}),
      (Steps{0, 1, 3}));
}

/// Every pair of vectors of two of the entries stays within the map; the worst is near it in L1.
template <int P>
double worst_ratio() {
  const auto rounding =
      make_round_to_grid(vector_domain<double>().with_size(2), LpDistance<P, double>{}, 0);
  double worst = 0.0;
  for (const auto& x : test::datasets_of_size(entries, 2)) {
    for (const auto& y : test::datasets_of_size(entries, 2)) {
      double d_in = 0.0;
      double d_out = 0.0;
      const Steps a = rounding.invoke(x);
      const Steps b = rounding.invoke(y);
      for (std::size_t i = 0; i < 2; ++i) {
        d_in += std::pow(std::abs(x[i] - y[i]), P);
        d_out += std::pow(std::abs(static_cast<double>(a[i] - b[i])), P);
      }
      const double distance = std::nextafter(std::pow(d_in, 1.0 / P), 1e9);
      if (d_in == 0.0) continue;
      worst =
          std::max(worst, std::pow(d_out, 1.0 / P) / static_cast<double>(rounding.map(distance)));
    }
  }
  return worst;
}

TEST(RoundToGrid, keeps_its_map_on_vectors) {
  EXPECT_LE(worst_ratio<1>(), 1.0);
  EXPECT_GE(worst_ratio<1>(), 0.66);
  EXPECT_LE(worst_ratio<2>(), 1.0);
  EXPECT_GE(worst_ratio<2>(), 0.5);
}

TEST(RoundToGrid, refuses_what_the_proof_does_not_cover) {
  SCRIM_EXPECT_ERROR(make_round_to_grid(vector_domain<double>(), LpDistance<1, double>{}, 0),
                     ErrorKind::mismatch, "unknown size");
  for (const int exponent : {-1023, 1023}) {
    SCRIM_EXPECT_ERROR(
        make_round_to_grid(atom_domain<double>(), AbsoluteDistance<double>{}, exponent),
        ErrorKind::invalid_argument, "from -1022 to 1022");
  }
}

}  // namespace
}  // namespace scrim::make_round_to_grid_test
