// What the combinators ask of metrics and measures, where these are known only at run time.
#pragma once

#include <functional>
#include <span>

#include "scrim/any/any_spaces.hpp"
#include "scrim/combinators/convert_measure/conversion_map.hpp"
#include "scrim/core/distance_map.hpp"

namespace scrim {

/// See combinators/composition/composed_loss.hpp.
[[nodiscard]] AnyDistance composed_loss(const AnyMeasure& measure,
                                        std::span<const AnyDistance> losses);

/// See combinators/convert_measure/conversion_map.hpp. Throws mismatch where there is no
/// conversion.
[[nodiscard]] DistanceMap<AnyDistance, AnyDistance> conversion_map(const AnyMeasure& from,
                                                                   const AnyMeasure& to);
[[nodiscard]] DistanceMap<AnyDistance, AnyDistance> conversion_map(const AnyMeasure& from,
                                                                   const AnyMeasure& to,
                                                                   AtDelta at);

/// See core/distance_map.hpp.
[[nodiscard]] DistanceMap<AnyDistance, AnyDistance> monotone_map(
    const AnyMetric& metric, std::function<AnyDistance(AnyDistance)> forward);

}  // namespace scrim
