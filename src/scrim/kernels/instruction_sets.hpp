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

  friend bool operator==(const InstructionSet&, const InstructionSet&) = default;
};

/// Those that this processor has, best first; the one that needs none of the processor's extensions
/// is last and always there.
[[nodiscard]] std::vector<InstructionSet> usable_instruction_sets();

/// The one that kernels run on now.
[[nodiscard]] InstructionSet current_instruction_set();

/// While it lives, all kernels of the process run on one instruction set. They compute the same to
/// the bit on each, so that this is for tests and benchmarks; not from several threads.
class ForcedInstructionSet {
 public:
  /// Precondition (caller): `forced` is usable.
  explicit ForcedInstructionSet(const InstructionSet& forced);
  ~ForcedInstructionSet();
  ForcedInstructionSet(const ForcedInstructionSet&) = delete;
  ForcedInstructionSet& operator=(const ForcedInstructionSet&) = delete;
};

}  // namespace scrim::kernels
