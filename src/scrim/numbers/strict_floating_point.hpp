// Refuses to compile where the compiler may rearrange floating-point arithmetic.
//
// Every enclosure and every directed operation relies on each IEEE operation being done as written
// and rounded once. Under fast-math a bound may silently fall below the value it bounds.
#pragma once

#if defined(__FAST_MATH__) || defined(_M_FP_FAST)
#error "scrim needs strict IEEE arithmetic: compile without -ffast-math (or /fp:fast)"
#endif

// Without NaNs and infinities every check for them may be dropped. Both g++ and clang tell.
#if defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__
#error "scrim needs strict IEEE arithmetic: compile without -ffinite-math-only"
#endif

// The other parts of fast-math, each by the macro that g++ has for it. Clang defines none for them.
#if defined(__ASSOCIATIVE_MATH__) || defined(__RECIPROCAL_MATH__) || defined(__NO_SIGNED_ZEROS__)
#error \
    "scrim needs strict IEEE arithmetic: compile without -funsafe-math-optimizations, -fassociative-math, -freciprocal-math and -fno-signed-zeros"
#endif

// What g++ says of all its options together. Any further one that breaks IEEE 754 is seen here.
#if defined(__GCC_IEC_559) && __GCC_IEC_559 == 0
#error \
    "scrim needs strict IEEE arithmetic: an option makes g++ depart from it, such as -fsingle-precision-constant"
#endif

#include <cfloat>
#include <limits>

namespace scrim {

static_assert(FLT_EVAL_METHOD == 0, "scrim needs doubles to be computed as doubles");
static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<float>::is_iec559,
              "scrim needs IEEE 754 numbers");

}  // namespace scrim
