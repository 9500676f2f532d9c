// The store that a location names. Not installed.
#pragma once

#include <memory>
#include <string>

#include "scrim/ledger/store.hpp"

namespace scrim::ledger {

/// Of a path, or of postgresql://host/database#name.
[[nodiscard]] bool store_exists(const std::string& location);
[[nodiscard]] std::unique_ptr<LedgerStore> open_store(const std::string& location);
[[nodiscard]] std::unique_ptr<LedgerStore> create_store(const std::string& location,
                                                        const LedgerRecord& first);

}  // namespace scrim::ledger
