// expect: Amount
// Whether 0.1 is a tenth, as typed, or the double next to it, as a map gives it, has to be said.
#include <scrim/scrim.hpp>

void spend(const scrim::Filter<scrim::MaxDivergence>& budget) {
#ifdef SCRIM_MUST_FAIL
  budget.spend(0.1);
#else
  budget.spend(scrim::Amount::typed(0.1));
#endif
}
