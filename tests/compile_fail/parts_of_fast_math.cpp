// Each part of fast-math is enough to move a bound below what it bounds, or to drop every check for
// NaN.

// expect: strict IEEE arithmetic

// option: -Ofast
// option: -ffinite-math-only

// option of g++: -funsafe-math-optimizations
// option of g++: -fassociative-math -fno-signed-zeros -fno-trapping-math
// option of g++: -freciprocal-math
// option of g++: -fno-signed-zeros
// option of g++: -fsingle-precision-constant

#include <scrim/numbers/number.hpp>
