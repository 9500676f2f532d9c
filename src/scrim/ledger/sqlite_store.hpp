// A ledger in one file, kept by SQLite. Not installed.
#pragma once

#include <filesystem>
#include <memory>

#include "scrim/ledger/store.hpp"

namespace scrim::ledger {

struct SqliteOptions {
  const char* vfs = nullptr;       ///< SQLite's own; tests put one that fails before it
  int busy_milliseconds = 60'000;  ///< how long to wait for another process's turn
};

/// Whether there is a file of this name, whatever it is.
[[nodiscard]] bool sqlite_store_exists(const std::filesystem::path& path);

/// Opens what create_sqlite_store made. Throws ErrorKind::ledger, before anything of the file is
/// changed, unless it is such a file: a regular one with one name, on a local file system, with
/// the marks, the journal and the tables of a ledger.
[[nodiscard]] std::unique_ptr<LedgerStore> open_sqlite_store(const std::filesystem::path& path,
                                                             const SqliteOptions& options = {});

/// A new file with this record. Throws ErrorKind::ledger if there is a file of this name already.
/// After a crash there is no file of this name, or all of it.
[[nodiscard]] std::unique_ptr<LedgerStore> create_sqlite_store(const std::filesystem::path& path,
                                                               const LedgerRecord& first,
                                                               const SqliteOptions& options = {});

}  // namespace scrim::ledger
