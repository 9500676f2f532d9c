// Names that nothing else has. Not installed.
#pragma once

#include <string>

namespace scrim::ledger {

/// 32 hexadecimal digits from the operating system's randomness.
[[nodiscard]] std::string random_text();

}  // namespace scrim::ledger
