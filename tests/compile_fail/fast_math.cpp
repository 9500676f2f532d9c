// Under fast-math the compiler may reorder the arithmetic that every bound relies on.

// expect: strict IEEE arithmetic

#ifdef SCRIM_MUST_FAIL
#define __FAST_MATH__ 1  // what -ffast-math defines
#endif

#include <scrim/scrim.hpp>
