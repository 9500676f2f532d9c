// How many rows are handled at a time.
#pragma once

#include <cstddef>

namespace scrim {

/// Rows handled at a time. An input and an output block of 8-byte rows fill 32 KiB together, the
/// usual first-level cache, so a chain of row maps makes one pass over memory.
inline constexpr std::size_t block_rows = 2048;

}  // namespace scrim
