// The vector instructions that the kernels run on: the best that the processor has, unless forced.
#pragma once

#include <hwy/highway.h>

#include <cstdint>
#include <string>
#include <vector>

namespace scrim::test {

/// Vector instructions that the kernels were compiled for.
struct InstructionSet {
  explicit InstructionSet(std::int64_t its_bit) : bit(its_bit), name(hwy::TargetName(bit)) {}

  std::int64_t bit;
  std::string name;

  friend bool operator==(const InstructionSet&, const InstructionSet&) = default;
};

/// Those that this processor has, best first; the one that needs none of the processor's extensions
/// (on AArch64, NEON) is last and always there.
[[nodiscard]] inline std::vector<InstructionSet> usable_instruction_sets() {
  const std::vector<std::int64_t> bits = hwy::SupportedAndGeneratedTargets();
  // Looking chooses anew, and on AArch64 passes over those for vectors of one length.
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return {bits.begin(), bits.end()};
}

/// While it lives, all kernels of the process run on one instruction set. They compute the same to
/// the bit on each. Not from several threads.
class ForcedInstructionSet {
 public:
  /// Precondition (caller): `forced` is usable.
  explicit ForcedInstructionSet(const InstructionSet& forced) { use_only(forced.bit); }
  ~ForcedInstructionSet() { use_only(0); }
  ForcedInstructionSet(const ForcedInstructionSet&) = delete;
  ForcedInstructionSet& operator=(const ForcedInstructionSet&) = delete;

 private:
  /// 0 stands for what the processor has.
  static void use_only(std::int64_t bits) {
    hwy::SetSupportedTargetsForTest(bits);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

}  // namespace scrim::test
