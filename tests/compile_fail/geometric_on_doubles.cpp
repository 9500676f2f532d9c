// expect: LaplaceSpace
// Geometric noise is on integers: added to doubles it would leave their lowest bits as they are.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using T = double;
#else
using T = std::int64_t;
#endif

auto measurement() {
  return scrim::Space{scrim::vector_domain<T>(), scrim::LpDistance<1, double>{}} >>
         scrim::then_geometric(scrim::MaxDivergence{}, 1.0);
}
