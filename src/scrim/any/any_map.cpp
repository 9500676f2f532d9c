#include "scrim/any/any_map.hpp"

#include "scrim/errors/error.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

bool AnyMap::check(const AnyDistance& d_in, const AnyDistance& d_out) const {
  return std::visit(
      [&]<class Q>(Q typed_d_out) {
        check_distance(typed_d_out, "d_out");
        try {
          return strictly([&] { return std::get<Q>(forward(d_in)) <= typed_d_out; });
        } catch (const Error& error) {
          if (error.kind() == ErrorKind::overflow) return false;
          throw;
        }
      },
      d_out);
}

AnyMap AnyMap::chain(const AnyMap& first, const AnyMap& second) {
  return AnyMap(Forward(
      [first, second](const AnyDistance& d_in) { return second.forward(first.forward(d_in)); }));
}

}  // namespace scrim
