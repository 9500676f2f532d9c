// The worst loss between neighbours within bounds, from the law of the release, beside the charge.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/measurements/geometric/make_geometric.hpp"
#include "support/law_divergence.hpp"
#include "support/noisy_integer_law.hpp"

namespace scrim::geometric_privacy_exact_test {
namespace {

using Byte = std::int8_t;

/// The law of a byte under noise, moved by IntoBounds: only outcomes within bounds are left.
std::vector<BigInterval> law_at(int x, double scale, Bounds<Byte> bounds) {
  const auto noisy = test::law_of_laplace_byte(static_cast<Byte>(x), scale);
  const IntoBounds<Byte> into_bounds{bounds};
  std::vector<BigInterval> law(static_cast<std::size_t>(bounds.upper - bounds.lower + 1),
                               test::exact(0.0));
  for (int y = -128; y < 128; ++y) {
    const Byte released = into_bounds(static_cast<Byte>(y));
    BigInterval& mass = law[static_cast<std::size_t>(released - bounds.lower)];
    mass = mass + noisy[static_cast<std::size_t>(y + 128)];
  }
  return law;
}

double charge(int d, double scale, Bounds<Byte> bounds) {
  return make_geometric(atom_domain<Byte>(), AbsoluteDistance<std::uint8_t>{}, MaxDivergence{},
                        scale, std::optional(bounds))
      .map(static_cast<std::uint8_t>(d));
}

TEST(GeometricPrivacy, within_bounds_is_what_the_map_charges_attained_at_both_ends) {
  for (const double scale : {7.0 / 5.0, 10.0, 33.3}) {
    for (const Bounds<Byte> bounds : {Bounds<Byte>{0, 20}, Bounds<Byte>{-128, 127}}) {
      for (const int d : {1, 2, 7}) {
        for (const int x : {0, 11, 20 - d}) {
          const auto range =
              test::loss_range(law_at(x, scale, bounds), law_at(x + d, scale, bounds));
          const double charged = charge(d, scale, bounds);
          for (const double loss : {range.highest, -range.lowest}) {
            EXPECT_LE(loss, std::nextafter(charged, 1e9)) << scale << ", " << x << ", " << d;
            EXPECT_GE(loss, charged * (1.0 - 1e-12)) << scale << ", " << x << ", " << d;
          }
        }
      }
    }
  }
}

TEST(GeometricPrivacy, of_bounds_that_all_values_lie_beyond_is_less) {
  // Both laws end at 20 with nearly all of their mass; the other end tells them apart no more than
  // any outcome did.
  const Bounds<Byte> bounds{10, 20};
  const auto range = test::loss_range(law_at(90, 10.0, bounds), law_at(91, 10.0, bounds));
  EXPECT_LE(range.highest, std::nextafter(charge(1, 10.0, bounds), 1e9));
  EXPECT_GT(range.lowest, -1e-3);  // at the upper end
}

}  // namespace
}  // namespace scrim::geometric_privacy_exact_test
