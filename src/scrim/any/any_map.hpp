// A stability or privacy map whose distance types are known only at run time.
#pragma once

#include <functional>
#include <variant>

#include "scrim/any/any_spaces.hpp"
#include "scrim/core/distance_map.hpp"

namespace scrim {

class AnyMap {
 public:
  template <Number QI, Number QO>
  explicit AnyMap(const DistanceMap<QI, QO>& map)
      : forward_([map](const AnyDistance& d_in) {
          return AnyDistance(std::in_place_type<QO>, map.forward(std::get<QI>(d_in)));
        }) {}

  /// Precondition (caller): d_in is of the input metric's distance type.
  [[nodiscard]] AnyDistance forward(const AnyDistance& d_in) const { return forward_(d_in); }

  /// True only if forward(d_in) <= d_out; false if forward(d_in) does not fit its type.
  /// Precondition (caller): both are of their metric's (or measure's) distance type.
  [[nodiscard]] bool check(const AnyDistance& d_in, const AnyDistance& d_out) const;

  /// The map of a function applied after another.
  [[nodiscard]] static AnyMap chain(const AnyMap& first, const AnyMap& second);

 private:
  using Forward = std::function<AnyDistance(const AnyDistance&)>;

  explicit AnyMap(Forward forward) : forward_(std::move(forward)) {}

  Forward forward_;
};

}  // namespace scrim
