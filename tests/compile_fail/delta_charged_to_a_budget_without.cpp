// expect: ChargedUnder
// A budget without a delta cannot pay for a release that has one.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Measure = scrim::ZeroConcentratedDivergence;
#else
using Measure = scrim::Approximate<scrim::ZeroConcentratedDivergence>;
#endif

void spend(const scrim::Filter<Measure>& budget) {
  budget.spend(scrim::Approximate<scrim::MaxDivergence>{},
               {scrim::Amount::from_text("0.1"), scrim::Amount::from_text("1e-9")});
}
