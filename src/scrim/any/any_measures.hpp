// What losses are worth together, and under another measure, where the measures are known only at run
// time.
#pragma once

#include "scrim/any/any_spaces.hpp"
#include "scrim/core/distance_map.hpp"

namespace scrim {

/// See combinators/composition/composed_loss.hpp.
[[nodiscard]] AnyDistance composed_loss(const AnyMeasure& measure, const AnyDistance& a,
                                        const AnyDistance& b);

/// See combinators/convert_measure/make_convert_measure.hpp. Throws mismatch where there is no
/// conversion.
[[nodiscard]] DistanceMap<AnyDistance, AnyDistance> conversion_map(const AnyMeasure& from,
                                                                   const AnyMeasure& to);

}  // namespace scrim
