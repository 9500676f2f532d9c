// The worst loss between neighbours, from the law of the release, beside what the map charges.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "scrim/measurements/gaussian/make_gaussian.hpp"
#include "support/law_divergence.hpp"
#include "support/noisy_integer_law.hpp"

namespace scrim::gaussian_privacy_exact_test {
namespace {

using test::divergence;

std::vector<BigInterval> law_at(int x, double scale) {
  return test::law_of_gaussian_byte(static_cast<std::int8_t>(x), scale);
}

// D_alpha is largest against its order where the centre alpha d of the tilted weights falls on an
// integer: alpha = 2 does, and the bound is attained but for what saturates.
TEST(GaussianPrivacy, is_what_the_map_charges_and_no_more) {
  // So large that the ends of the type have a probability that the precision tells from 0, and so
  // small that next to nothing saturates.
  for (const double scale : {10.0, 12.5, 1e-3 + 15.0}) {
    for (const int d : {1, 2, 5}) {
      const double charged =
          make_gaussian(atom_domain<std::int8_t>(), AbsoluteDistance<std::uint8_t>{},
                        ZeroConcentratedDivergence{}, {.scale = scale})
              .map(static_cast<std::uint8_t>(d));
      const auto law = law_at(0, scale);
      const auto neighbour = law_at(d, scale);
      for (const double excess : {0.01, 0.5, 1.0, 1.5, 3.0}) {
        const double loss = divergence(ZeroConcentratedDivergence{}, law, neighbour, excess);
        EXPECT_LE(loss, charged * (1.0 + 1e-15)) << scale << ", " << d << ", " << excess;
        if (excess == 1.0) {
          EXPECT_GE(loss, charged * (1.0 - 1e-9)) << scale << ", " << d;
        }
      }
    }
  }
}

}  // namespace
}  // namespace scrim::gaussian_privacy_exact_test
