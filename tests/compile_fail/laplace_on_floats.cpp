// expect: LaplaceSpace
// Noise is added to integers: a sum of floats is rounded, and what is rounded tells the value.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Value = double;
#else
using Value = std::int64_t;
#endif

auto measurement() {
  return scrim::Space{scrim::vector_domain<Value>(), scrim::LpDistance<1, double>{}} >>
         scrim::then_laplace(scrim::MaxDivergence{}, {.scale = 1.0});
}
