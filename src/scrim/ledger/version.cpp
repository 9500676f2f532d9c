// Not in a batch: CMakeLists.txt gives this file, and no other, SCRIM_VERSION.
#include "scrim/ledger/version.hpp"

namespace scrim::ledger {

std::string_view library_version() noexcept { return SCRIM_VERSION; }

}  // namespace scrim::ledger
