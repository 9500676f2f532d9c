// The knob with which tests weaken the filter on doubles, so that the exact path must decide.
#pragma once

namespace scrim {

/// Added to the relative width of every enclosure on doubles. The library's filter is as tight as
/// its enclosures are; a wider one may only be slower, never decide otherwise.
inline constexpr double installed_filter_margin = 0.0;

}  // namespace scrim
