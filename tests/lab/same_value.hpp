// When the lab takes two values for the same.
#pragma once

#include "scrim/spaces/value_metrics.hpp"
#include "support/distances/value_distances.hpp"

namespace scrim::test {

/// Equal by the equality of the metrics: NaN is NaN, and -0.0 is 0.0; also where it may be missing,
/// as a field of a record, and as an entry of a vector.
template <class Value>
[[nodiscard]] bool is_same_value(const Value& a, const Value& b) {
  return distance(DiscreteDistance{}, a, b) == 0;
}

}  // namespace scrim::test
