// The worst loss between neighbours, from the law of the release, beside what the map charges.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "scrim/measurements/laplace/make_laplace.hpp"
#include "support/law_divergence.hpp"
#include "support/noisy_integer_law.hpp"

namespace scrim::laplace_privacy_exact_test {
namespace {

using test::divergence;
using test::worst_excess;

std::vector<BigInterval> law_at(int x, double scale) {
  return test::law_of_laplace_byte(static_cast<std::int8_t>(x), scale);
}

std::vector<double> in_doubles(const std::vector<BigInterval>& law) {
  std::vector<double> result;
  for (const BigInterval& mass : law) result.push_back(mass.upper_double());
  return result;
}

template <LaplaceMeasure MO>
double charge(MO measure, int d, double scale) {
  return make_laplace(atom_domain<std::int8_t>(), AbsoluteDistance<std::uint8_t>{}, measure,
                      {.scale = scale})
      .map(static_cast<std::uint8_t>(d));
}

TEST(LaplacePrivacy, is_what_the_map_charges_and_no_more) {
  for (const double scale : {7.0 / 5.0, 10.0, 33.3}) {
    for (const int x : {0, -100, 127}) {
      for (const int d : {1, 2, 7}) {
        const double loss = divergence(MaxDivergence{}, law_at(x, scale), law_at(x - d, scale), 0);
        const double charged = charge(MaxDivergence{}, d, scale);
        EXPECT_LE(loss, std::nextafter(charged, 1e9)) << scale << ", " << x << ", " << d;
        EXPECT_GE(loss, charged * (1.0 - 1e-12)) << scale << ", " << x << ", " << d;
      }
    }
  }
}

TEST(LaplacePrivacy, under_concentrated_divergence_is_what_the_map_charges_and_no_more) {
  for (const double scale : {7.0 / 5.0, 10.0, 33.3}) {
    for (const int d : {1, 7}) {
      const auto law = law_at(0, scale);
      const auto neighbour = law_at(d, scale);
      const double excess =
          worst_excess(ZeroConcentratedDivergence{}, in_doubles(law), in_doubles(neighbour));
      const double loss = divergence(ZeroConcentratedDivergence{}, law, neighbour, excess);
      const double charged = charge(ZeroConcentratedDivergence{}, d, scale);
      EXPECT_LE(loss, charged) << scale << ", " << d;
      EXPECT_GE(loss, charged * (1.0 - 1e-4)) << scale << ", " << d;
    }
  }
}

}  // namespace
}  // namespace scrim::laplace_privacy_exact_test
