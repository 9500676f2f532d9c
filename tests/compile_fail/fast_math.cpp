// Under fast-math the compiler may reorder the arithmetic that every bound relies on.

// expect: strict IEEE arithmetic

// option: -ffast-math

#include <scrim/scrim.hpp>
