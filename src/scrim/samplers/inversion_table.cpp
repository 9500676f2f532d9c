#include "scrim/samplers/inversion_table.hpp"

namespace scrim {

namespace {

std::uint64_t scaled_floor(const BigFloat& x, int bits) {
  const WideExponentRange wide;
  BigFloat scaled(x.precision());
  mpfr_mul_2si(scaled.get(), x.get(), bits, MPFR_RNDD);  // exact
  return mpfr_get_uj(scaled.get(), MPFR_RNDD);
}

}  // namespace

ScaledFloors scaled_floors(const std::vector<BigInterval>& enclosures, int bits) {
  ScaledFloors floors;
  floors.lowest.reserve(enclosures.size());
  for (const BigInterval& enclosure : enclosures) {
    floors.lowest.push_back(scaled_floor(enclosure.lower(), bits));
    floors.most_apart =
        std::max(floors.most_apart, scaled_floor(enclosure.upper(), bits) - floors.lowest.back());
  }
  return floors;
}

}  // namespace scrim
