#include "scrim/kernels/instruction_sets.hpp"

#include <hwy/highway.h>

namespace scrim::kernels {
namespace {

/// 0 stands for what the processor has.
void use_only(std::int64_t bits) {
  hwy::SetSupportedTargetsForTest(bits);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace

std::vector<InstructionSet> usable_instruction_sets() {
  std::vector<InstructionSet> usable;
  for (const std::int64_t bit : hwy::SupportedAndGeneratedTargets()) {
    usable.push_back({bit, hwy::TargetName(bit)});
  }
  return usable;
}

ForcedInstructionSet::ForcedInstructionSet(const InstructionSet& forced) { use_only(forced.bit); }

ForcedInstructionSet::~ForcedInstructionSet() { use_only(0); }

}  // namespace scrim::kernels
