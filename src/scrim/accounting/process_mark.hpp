// Which process this is, so that a copy made by fork knows that it is one. Proof: filter.proof.md
#pragma once

#include <cstdint>

namespace scrim {

/// A number that is not 0, is the same for all threads of a process as long as it lives, and
/// differs from that of every process it was forked from, directly or not.
///
/// Throws InvokeError(entropy) when the system refuses a page of memory.
[[nodiscard]] std::uint64_t process_mark();

}  // namespace scrim
