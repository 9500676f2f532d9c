#include "scrim/ledger/open_store.hpp"

#include "scrim/ledger/postgres_store.hpp"
#include "scrim/ledger/sqlite_store.hpp"

namespace scrim::ledger {

bool store_exists(const std::string& location) {
  if (is_postgres_location(location)) return postgres_store_exists(location);
  return sqlite_store_exists(location);
}

std::unique_ptr<LedgerStore> open_store(const std::string& location) {
  if (is_postgres_location(location)) return open_postgres_store(location);
  return open_sqlite_store(location);
}

std::unique_ptr<LedgerStore> create_store(const std::string& location, const LedgerRecord& first) {
  if (is_postgres_location(location)) return create_postgres_store(location, first);
  return create_sqlite_store(location, first);
}

}  // namespace scrim::ledger
