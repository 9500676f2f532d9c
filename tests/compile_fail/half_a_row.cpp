// expect: deleted
// A distance is a number of rows: half a row would be none, and a release would cost nothing.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
constexpr auto d_in = 0.5;
#else
constexpr auto d_in = 1;
#endif

double cost() {
  const auto count = scrim::Space{scrim::vector_domain<double>(), scrim::SymmetricDistance{}} >>
                     scrim::then_count() >>
                     scrim::then_laplace(scrim::MaxDivergence{}, {.scale = 4.0});
  return count.map(d_in);
}
