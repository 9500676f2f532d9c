#include "scrim/accounting/release.hpp"

#include <algorithm>
#include <tuple>

namespace scrim {

namespace {

auto numbers_of(const Release& release) {
  const Fraction fraction = release.rate.fraction();
  return std::tuple(release.kind, release.width, release.count, release.delta, fraction.num,
                    fraction.den, release.rate.halvings());
}

}  // namespace

bool operator<(const Release& a, const Release& b) {
  if (numbers_of(a) != numbers_of(b)) return numbers_of(a) < numbers_of(b);
  if (a.of == b.of) return false;  // of equal kinds, both are made from some or neither is
  return a.of->times < b.of->times;
}

}  // namespace scrim
