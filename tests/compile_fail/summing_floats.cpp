// expect: Integer
// A sum of floats rounds, and so depends on the order of rows and on who has which neighbours.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Row = double;
#else
using Row = int;
#endif

auto transformation() {
  return scrim::make_sum(scrim::vector_domain(scrim::Bounds<Row>{0, 1}),
                         scrim::SymmetricDistance{});
}
