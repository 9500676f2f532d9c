// expect: FilterMeasure
// Ranges of losses do not add up when a release is chosen by looking at another (the range of two
// peeled selections exceeds the sum), so there is no budget of them.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Measure = scrim::RangeDivergence;
#else
using Measure = scrim::MaxDivergence;
#endif

auto budget() { return scrim::Filter<Measure>(scrim::Amount::from_text("1")); }
