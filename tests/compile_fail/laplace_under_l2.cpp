// expect: LaplaceSpace
// Laplace noise is priced by how far all entries move together; an L2 distance bounds that too low.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
constexpr int p = 2;
#else
constexpr int p = 1;
#endif

auto measurement() {
  return scrim::Space{scrim::vector_domain<std::int64_t>(), scrim::LpDistance<p, double>{}} >>
         scrim::then_laplace(scrim::MaxDivergence{}, {.scale = 1.0});
}
