// A ledger in a PostgreSQL database. Not installed.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "scrim/ledger/store.hpp"

namespace scrim::ledger {

/// True for what begins with postgresql:// or postgres://.
[[nodiscard]] bool is_postgres_location(std::string_view location) noexcept;

/// Whether the database has a ledger of this name. Throws ErrorKind::ledger if the server cannot be
/// reached, or the tables are not those of ledgers.
[[nodiscard]] bool postgres_store_exists(const std::string& location);

/// postgresql://user@host/database#name: the ledger `name` among those of the database; everything
/// before # is libpq's. Throws ErrorKind::ledger if there is none, if the tables are not those of
/// ledgers, or if the server does not write durably.
[[nodiscard]] std::unique_ptr<LedgerStore> open_postgres_store(const std::string& location);

/// A new one with this record. Makes the tables where there are none. Throws ErrorKind::ledger if
/// there is one of this name.
[[nodiscard]] std::unique_ptr<LedgerStore> create_postgres_store(const std::string& location,
                                                                 const LedgerRecord& first);

}  // namespace scrim::ledger
