#include "scrim/measurements/threshold/unit_spreads.hpp"

namespace scrim {

namespace {

/// All of the change in so many groups, as unevenly as it goes.
/// Precondition (caller): ceil(total / in_each) <= groups <= total, in_each > 1.
UnitSpread uneven_spread(const KeyedChange& d, std::uint64_t groups) {
  const std::uint64_t room = d.in_each() - 1;       // of a group that has one
  const std::uint64_t beyond = d.total() - groups;  // what is left when each has one
  UnitSpread spread{.full = beyond / room};
  const std::uint64_t rest = beyond % room;
  if (rest != 0) spread.partial = 1 + rest;
  spread.single = groups - spread.full - (rest != 0 ? 1 : 0);
  return spread;
}

}  // namespace

std::vector<UnitSpread> worst_unit_spreads(const KeyedChange& d) {
  if (d == KeyedChange()) return {};
  if (d.in_each() == 1) return {{.full = d.groups()}};
  const std::uint64_t room = d.in_each() - 1;
  const std::uint64_t fewest = d.total() / d.in_each() + (d.total() % d.in_each() == 0 ? 0 : 1);
  const std::uint64_t most = d.groups();
  std::vector<UnitSpread> spreads{uneven_spread(d, fewest)};
  const auto add = [&](std::uint64_t groups) {
    const UnitSpread spread = uneven_spread(d, groups);
    if (spread != spreads.back()) spreads.push_back(spread);
  };
  // The first and the last number of groups of which none is in between.
  const std::uint64_t up = (d.total() - fewest) % room;
  if (up <= most - fewest) add(fewest + up);
  const std::uint64_t down = (room - (d.total() - most) % room) % room;
  if (down <= most - fewest) add(most - down);
  add(most);
  return spreads;
}

}  // namespace scrim
