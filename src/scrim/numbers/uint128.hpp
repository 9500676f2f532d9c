// The 128-bit unsigned integer: holds the full product of two 64-bit words.
#pragma once

namespace scrim {

__extension__ using uint128 = unsigned __int128;

}  // namespace scrim
