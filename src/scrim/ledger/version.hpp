// The version of the library, as entries of a ledger name it.
#pragma once

#include <string_view>

namespace scrim::ledger {

/// Such as "0.1.0".
[[nodiscard]] std::string_view library_version() noexcept;

}  // namespace scrim::ledger
