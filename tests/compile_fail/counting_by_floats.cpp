// expect: Category
// Equality of floats is too brittle to count by.
#include <scrim/scrim.hpp>

#ifdef SCRIM_MUST_FAIL
using Row = double;
#else
using Row = int;
#endif

auto transformation() {
  return scrim::make_count_by_categories(scrim::vector_domain<Row>(), scrim::SymmetricDistance{},
                                         std::vector<Row>{0, 1});
}
