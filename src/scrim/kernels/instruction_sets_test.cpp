// Not in a batch: Highway includes this file again and again.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scrim/kernels/instruction_sets_test.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include <cstdint>

// Once for each instruction set, as the kernels are.
HWY_BEFORE_NAMESPACE();
namespace scrim::kernels::HWY_NAMESPACE {

std::int64_t own_bit() { return HWY_TARGET; }

}  // namespace scrim::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <gtest/gtest.h>

#include <cstdio>
#include <string>

#if defined(__aarch64__)
#include <sys/auxv.h>
#endif

#include "support/instruction_sets.hpp"

namespace scrim::kernels {

HWY_EXPORT(own_bit);

namespace {

using test::ForcedInstructionSet;
using test::InstructionSet;
using test::usable_instruction_sets;

InstructionSet current_instruction_set() { return InstructionSet(HWY_DYNAMIC_DISPATCH(own_bit)()); }

// What the tests of the kernels rely on: a kernel runs on what was forced.
TEST(InstructionSets, run_where_they_are_forced_to) {
  const auto usable = usable_instruction_sets();
  ASSERT_FALSE(usable.empty());
  EXPECT_EQ(current_instruction_set(), usable.front());
  for (const InstructionSet& set : usable) {
    const ForcedInstructionSet forced(set);
    EXPECT_EQ(current_instruction_set(), set) << set.name;
  }
  EXPECT_EQ(current_instruction_set(), usable.front());
  EXPECT_EQ(usable_instruction_sets(), usable);
  for (const InstructionSet& set : usable) std::printf("instruction set: %s\n", set.name.c_str());
}

#if defined(__x86_64__) && !defined(__SSSE3__)
// A plain build for x86-64 has to run on every such processor.
TEST(InstructionSets, include_one_that_needs_nothing) {
  const std::string last = usable_instruction_sets().back().name;
  EXPECT_TRUE(last == "EMU128" || last == "SCALAR") << last;  // depends on the compiler
}
#endif

#if defined(__aarch64__)
// All such processors have NEON. Of those that have SVE as well, it is used where g++ compiles.
TEST(InstructionSets, include_neon_and_what_else_there_is) {
  const auto usable = usable_instruction_sets();
  EXPECT_EQ(usable.back().name, "NEON");
  const bool has_sve = (::getauxval(AT_HWCAP) & HWCAP_SVE) != 0;
  EXPECT_EQ(usable.size() > 1, has_sve && HWY_HAVE_RUNTIME_DISPATCH != 0);
}
#endif

}  // namespace
}  // namespace scrim::kernels
#endif
