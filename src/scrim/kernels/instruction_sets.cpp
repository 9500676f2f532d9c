#include "scrim/kernels/instruction_sets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "scrim/kernels/instruction_sets.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

// Once for each instruction set.
HWY_BEFORE_NAMESPACE();
namespace scrim::kernels::HWY_NAMESPACE {

std::int64_t own_bit() { return HWY_TARGET; }

}  // namespace scrim::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace scrim::kernels {

HWY_EXPORT(own_bit);

namespace {

InstructionSet with_name(std::int64_t bit) { return {bit, hwy::TargetName(bit)}; }

/// 0 stands for what the processor has.
void use_only(std::int64_t bits) {
  hwy::SetSupportedTargetsForTest(bits);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace

std::vector<InstructionSet> usable_instruction_sets() {
  std::vector<InstructionSet> usable;
  for (const std::int64_t bit : hwy::SupportedAndGeneratedTargets()) {
    usable.push_back(with_name(bit));
  }
  return usable;
}

InstructionSet current_instruction_set() { return with_name(HWY_DYNAMIC_DISPATCH(own_bit)()); }

ForcedInstructionSet::ForcedInstructionSet(const InstructionSet& forced) { use_only(forced.bit); }

ForcedInstructionSet::~ForcedInstructionSet() { use_only(0); }

}  // namespace scrim::kernels
#endif
