#include "scrim/samplers/geometric_tails.hpp"

#include "scrim/numbers/neighbours.hpp"

namespace scrim {

Interval enclose_integer(std::uint64_t x) noexcept {
  const auto nearest = static_cast<double>(x);
  constexpr std::uint64_t all_below_are_doubles = std::uint64_t{1} << 53;
  if (x <= all_below_are_doubles) return Interval::point(nearest);
  return {next_down(nearest), next_up(nearest)};
}

}  // namespace scrim
