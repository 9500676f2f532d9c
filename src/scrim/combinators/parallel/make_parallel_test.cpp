#include "scrim/combinators/parallel/make_parallel.hpp"

#include <gtest/gtest.h>
namespace scrim::make_parallel_test {
namespace {
TEST(MakeParallel, compiles) {}
}  // namespace
}  // namespace scrim::make_parallel_test
