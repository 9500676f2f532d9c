// The 128-bit signed integer: holds the sum of 2^64 integers of 63 bits.
#pragma once

namespace scrim {

__extension__ using int128 = __int128;

}  // namespace scrim
