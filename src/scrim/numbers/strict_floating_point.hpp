// Refuses to compile where the compiler may rearrange floating-point arithmetic.
//
// Every enclosure and every directed operation relies on each IEEE operation being done as written
// and rounded once. Under fast-math a bound may silently fall below the value it bounds.
#pragma once

#if defined(__FAST_MATH__) || defined(_M_FP_FAST)
#error "scrim needs strict IEEE arithmetic: compile without -ffast-math (or /fp:fast)"
#endif

#include <cfloat>
#include <limits>

namespace scrim {

static_assert(FLT_EVAL_METHOD == 0, "scrim needs doubles to be computed as doubles");
static_assert(std::numeric_limits<double>::is_iec559 && std::numeric_limits<float>::is_iec559,
              "scrim needs IEEE 754 numbers");

}  // namespace scrim
