// The vector instructions that the kernels run on: the best that the processor has, unless forced.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace scrim::kernels {

/// Vector instructions that the kernels were compiled for.
struct InstructionSet {
  std::int64_t bit;
  std::string name;
};

/// Those that this processor has, best first; the one that needs none is last and always there.
[[nodiscard]] std::vector<InstructionSet> usable_instruction_sets();

/// While it lives, all kernels of the process run on one instruction set. They compute the same to
/// the bit on each, so that this is for tests and benchmarks; not from several threads.
class ForcedInstructionSet {
 public:
  explicit ForcedInstructionSet(const InstructionSet& forced);
  ~ForcedInstructionSet();
  ForcedInstructionSet(const ForcedInstructionSet&) = delete;
  ForcedInstructionSet& operator=(const ForcedInstructionSet&) = delete;
};

}  // namespace scrim::kernels
