#include "scrim/ledger/sqlite_store.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "scrim/accounting/process_mark.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/ledger/file_systems.hpp"
#include "scrim/ledger/random_text.hpp"
#include "scrim/ledger/sha256.hpp"

namespace scrim::ledger {

namespace {

namespace fs = std::filesystem;

// "SCRM", at the place that SQLite has for such marks.
constexpr std::uint32_t application_id = 0x5343524D;
constexpr std::uint32_t file_version = 1;

constexpr const char* entries_table =
    "CREATE TABLE entries (number INTEGER PRIMARY KEY, text TEXT NOT NULL, hash TEXT NOT NULL, "
    "signature TEXT NOT NULL) STRICT";
constexpr const char* releases_table =
    "CREATE TABLE releases (hash TEXT PRIMARY KEY NOT NULL, bytes BLOB NOT NULL) STRICT";

// --- SQLite, with errors ---

class Connection {
 public:
  Connection(fs::path path, int flags, const SqliteOptions& options)
      : path_(std::move(path)), process_(process_mark()) {
    const int result = sqlite3_open_v2(
        path_.c_str(), &db_, flags | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_EXRESCODE, options.vfs);
    if (result != SQLITE_OK) {
      const std::string why = db_ == nullptr ? sqlite3_errstr(result) : sqlite3_errmsg(db_);
      sqlite3_close_v2(db_);
      fail(ErrorKind::ledger, fmt::format("{} cannot be opened: {}", path_.string(), why));
    }
    sqlite3_busy_timeout(db_, options.busy_milliseconds);
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection() {
    // In a forked process closing could undo what the parent is about to commit: its journal and
    // locks are not this process's.
    if (process_mark() == process_) sqlite3_close_v2(db_);
  }

  [[nodiscard]] sqlite3* get() const noexcept { return db_; }
  [[nodiscard]] const fs::path& path() const noexcept { return path_; }

  [[noreturn]] void refuse(int result, std::string_view doing) const {
    fail(ErrorKind::ledger,
         fmt::format("{} cannot be {}: {}", path_.string(), doing, reason_of(result & 0xFF)));
  }

  void run(const char* sql, std::string_view doing) const {
    const int result = sqlite3_exec(db_, sql, nullptr, nullptr, nullptr);
    if (result != SQLITE_OK) refuse(result, doing);
  }

  /// Runs it, whatever comes of it.
  void try_run(const char* sql) const noexcept {
    sqlite3_exec(db_, sql, nullptr, nullptr, nullptr);
  }

 private:
  [[nodiscard]] std::string reason_of(int primary) const {
    switch (primary) {
      case SQLITE_BUSY:
        return "another process keeps it busy; ask again when it has ended";
      case SQLITE_FULL:
        return "the disk is full; make room and ask again";
      case SQLITE_READONLY:
        return "it, or the folder it lies in, may not be written here, or it was moved";
      case SQLITE_CORRUPT:
      case SQLITE_NOTADB:
        return "the file is damaged; take up the last whole one, and require the head of the last "
               "release that was published";
      default:
        return sqlite3_errmsg(db_);
    }
  }

  fs::path path_;
  std::uint64_t process_;
  sqlite3* db_ = nullptr;
};

class Statement {
 public:
  Statement(const Connection& connection, const char* sql, std::string_view doing)
      : connection_(connection), doing_(doing) {
    const int result = sqlite3_prepare_v2(connection.get(), sql, -1, &statement_, nullptr);
    if (result != SQLITE_OK) connection.refuse(result, doing);
  }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement() { sqlite3_finalize(statement_); }

  Statement& bind(int column, std::uint64_t number) {
    return checked(sqlite3_bind_int64(statement_, column, static_cast<sqlite3_int64>(number)));
  }
  Statement& bind(int column, const std::string& text) {
    return checked(sqlite3_bind_text64(statement_, column, text.data(), text.size(), SQLITE_STATIC,
                                       SQLITE_UTF8));
  }
  Statement& bind_bytes(int column, const std::string& bytes) {
    return checked(
        sqlite3_bind_blob64(statement_, column, bytes.data(), bytes.size(), SQLITE_STATIC));
  }

  /// True if there is a row.
  bool step() {
    const int result = sqlite3_step(statement_);
    if (result != SQLITE_ROW && result != SQLITE_DONE) connection_.refuse(result, doing_);
    return result == SQLITE_ROW;
  }

  /// Whatever stands there, as bytes; a damaged file may hold any type in any column.
  [[nodiscard]] std::string text(int column) const {
    const void* const data = sqlite3_column_blob(statement_, column);
    const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
    // No bytes, and no memory for them, look alike.
    if (data == nullptr && sqlite3_errcode(connection_.get()) == SQLITE_NOMEM) {
      connection_.refuse(SQLITE_NOMEM, doing_);
    }
    return data == nullptr ? std::string() : std::string(static_cast<const char*>(data), size);
  }
  [[nodiscard]] std::uint64_t number(int column) const {
    return static_cast<std::uint64_t>(sqlite3_column_int64(statement_, column));
  }

 private:
  Statement& checked(int result) {
    if (result != SQLITE_OK) connection_.refuse(result, doing_);
    return *this;
  }

  const Connection& connection_;
  std::string_view doing_;
  sqlite3_stmt* statement_ = nullptr;
};

/// Undone unless it was committed.
class Transaction {
 public:
  explicit Transaction(const Connection& connection) : connection_(connection) {
    connection.run("BEGIN IMMEDIATE", "written");
  }
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  ~Transaction() {
    if (!is_done_) connection_.try_run("ROLLBACK");
  }

  void commit() {
    connection_.run("COMMIT", "written");
    is_done_ = true;
  }

 private:
  const Connection& connection_;
  bool is_done_ = false;
};

// --- what makes writing durable ---

std::string pragma_value(const Connection& connection, const char* sql) {
  Statement pragma(connection, sql, "opened");
  return pragma.step() ? pragma.text(0) : std::string();
}

void set_up(const Connection& connection) {
  sqlite3* const db = connection.get();
  // What a damaged or planted schema could make SQLite do.
  sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  connection.run("PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0; PRAGMA temp_store = MEMORY;",
                 "opened");
  // EXTRA also syncs the folder once the journal is deleted: else a journal that comes back after
  // a loss of power would take back a debit that was reported.
  connection.run("PRAGMA fullfsync = ON; PRAGMA synchronous = EXTRA;", "opened");
  const bool is_durable = pragma_value(connection, "PRAGMA journal_mode = DELETE") == "delete" &&
                          pragma_value(connection, "PRAGMA synchronous") == "3";
  if (!is_durable) {
    fail(ErrorKind::ledger, connection.path().string() +
                                " cannot be opened: this SQLite does not keep a journal that "
                                "outlives a loss of power");
  }
}

// --- is it ours? ---

std::uint32_t big_endian(std::span<const unsigned char, 4> bytes) {
  return std::uint32_t{bytes[0]} << 24U | std::uint32_t{bytes[1]} << 16U |
         std::uint32_t{bytes[2]} << 8U | bytes[3];
}

[[noreturn]] void refuse_file(const fs::path& path, const std::string& why) {
  fail(ErrorKind::ledger, fmt::format("{} is not opened as a ledger: {}", path.string(), why));
}

/// Before SQLite runs anything, which could play back a journal into a file that is not ours. The
/// bytes are read through SQLite's own handle: closing another one of this file would drop the
/// locks that the process holds on it.
void check_file_header(const Connection& connection) {
  sqlite3_file* file = nullptr;
  std::array<unsigned char, 100> header{};
  if (sqlite3_file_control(connection.get(), "main", SQLITE_FCNTL_FILE_POINTER,
                           static_cast<void*>(&file)) != SQLITE_OK ||
      file->pMethods == nullptr) {
    refuse_file(connection.path(), "it cannot be read");
  }
  const int result = file->pMethods->xRead(file, header.data(), static_cast<int>(header.size()), 0);
  if (result == SQLITE_IOERR_SHORT_READ || std::memcmp(header.data(), "SQLite format 3", 16) != 0) {
    refuse_file(connection.path(), "it is a file of another kind, or damaged");
  }
  if (result != SQLITE_OK) connection.refuse(result, "read");
  const std::span<const unsigned char, 100> bytes(header);
  if (big_endian(bytes.subspan<68, 4>()) != application_id) {
    refuse_file(connection.path(), "it is a database of another program");
  }
  const std::uint32_t version = big_endian(bytes.subspan<60, 4>());
  if (version != file_version) {
    refuse_file(connection.path(),
                fmt::format("it has version {} of the file, and this version of Scrim knows "
                            "version {} only; use the version of Scrim that wrote it",
                            version, file_version));
  }
  if (bytes[18] != 1 || bytes[19] != 1) {
    refuse_file(connection.path(),
                "another program turned its journal into a write-ahead log, which a moved file "
                "would leave behind; turn it back by PRAGMA journal_mode = DELETE");
  }
}

void check_tables(const Connection& connection) {
  Statement schema(connection, "SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name",
                   "read");
  using Row = std::array<std::string, 4>;
  const std::array<Row, 3> expected{
      Row{"table", "entries", "entries", entries_table},
      Row{"table", "releases", "releases", releases_table},
      Row{"index", "sqlite_autoindex_releases_1", "releases", ""},
  };
  bool is_expected = true;
  for (const Row& row : expected) {
    is_expected = is_expected && schema.step() &&
                  row == Row{schema.text(0), schema.text(1), schema.text(2), schema.text(3)};
  }
  if (!is_expected || schema.step()) {
    refuse_file(connection.path(), "its tables are not those of a ledger");
  }
}

fs::path checked_path(const fs::path& given) {
  std::error_code error;
  fs::path path = fs::canonical(given, error);
  if (error) {
    fail(ErrorKind::ledger, fmt::format("there is no ledger {}: {}; create it, or give the path "
                                        "of the one that is there",
                                        given.string(), error.message()));
  }
  struct stat status = {};
  if (::lstat(path.c_str(), &status) != 0) refuse_file(path, std::strerror(errno));
  if (!S_ISREG(status.st_mode)) refuse_file(path, "it is no regular file");
  if (status.st_nlink != 1) {
    refuse_file(path,
                "it has several names (hard links), and after a crash its journal lies beside "
                "one of them only; delete the others");
  }
  check_local(path.parent_path());
  return path;
}

// --- the store ---

class SqliteStore final : public LedgerStore {
 public:
  SqliteStore(const fs::path& path, const SqliteOptions& options)
      : connection_(checked_path(path), SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, options) {
    check_file_header(connection_);
    set_up(connection_);
    check_tables(connection_);
    check_integrity();
  }

  [[nodiscard]] LedgerHead head() override {
    Statement last(connection_, "SELECT number, hash FROM entries ORDER BY number DESC LIMIT 1",
                   "read");
    if (!last.step()) return {};
    return {last.number(0), last.text(1)};
  }

  [[nodiscard]] bool append(const LedgerHead& expected, std::span<const LedgerRecord> records,
                            const std::optional<std::string>& bytes) override {
    Transaction transaction(connection_);
    if (head() != expected) return false;
    for (const LedgerRecord& record : records) insert(record);
    if (bytes) insert_bytes(*bytes);
    transaction.commit();
    return true;
  }

  [[nodiscard]] std::vector<LedgerRecord> after(std::uint64_t number) override {
    Statement rows(connection_,
                   "SELECT number, text, hash, signature FROM entries WHERE number > ? "
                   "ORDER BY number",
                   "read");
    rows.bind(1, number);
    std::vector<LedgerRecord> records;
    while (rows.step()) {
      records.push_back({rows.number(0), rows.text(1), rows.text(2), rows.text(3)});
    }
    return records;
  }

  [[nodiscard]] std::optional<std::string> bytes_of(const std::string& hash) override {
    Statement row(connection_, "SELECT bytes FROM releases WHERE hash = ?", "read");
    row.bind(1, hash);
    if (!row.step()) return std::nullopt;
    return row.text(0);
  }

  void check_integrity() override {
    // A page that two tables claim would be overwritten by the next entry.
    const std::string found = pragma_value(connection_, "PRAGMA quick_check(1)");
    if (found != "ok") {
      fail(ErrorKind::ledger, fmt::format("{} is damaged: {}; take up the last whole one, and "
                                          "require the head of the last release that was published",
                                          location(), found));
    }
  }

  [[nodiscard]] std::string location() const override { return connection_.path().string(); }

  static void create_tables(const Connection& connection, const LedgerRecord& first) {
    Transaction transaction(connection);
    connection.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}; {}; {};",
                               application_id, file_version, entries_table, releases_table)
                       .c_str(),
                   "written");
    insert_into(connection, first);
    transaction.commit();
  }

 private:
  static void insert_into(const Connection& connection, const LedgerRecord& record) {
    Statement statement(connection, "INSERT INTO entries VALUES (?, ?, ?, ?)", "written");
    statement.bind(1, record.number).bind(2, record.text).bind(3, record.hash);
    statement.bind(4, record.signature).step();
  }

  void insert(const LedgerRecord& record) { insert_into(connection_, record); }

  void insert_bytes(const std::string& bytes) {
    const std::string hash = sha256_text(bytes);
    if (const std::optional<std::string> stored = bytes_of(hash)) {
      // Two releases may be alike; but not where what is stored was changed since.
      if (*stored == bytes) return;
      fail(ErrorKind::ledger, location() + " is damaged: stored bytes of a release have changed");
    }
    Statement statement(connection_, "INSERT INTO releases VALUES (?, ?)", "written");
    statement.bind(1, hash).bind_bytes(2, bytes).step();
  }

  Connection connection_;
};

// --- creating ---

/// A file that is deleted unless it has been given its name.
class NewFile {
 public:
  explicit NewFile(fs::path path) : path_(std::move(path)) {}
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (is_named_) return;
    ::unlink(path_.c_str());
    ::unlink((path_.string() + "-journal").c_str());
  }

  [[nodiscard]] const fs::path& path() const noexcept { return path_; }

  /// In one step, and only if nothing has the name.
  void give_name(const fs::path& name) {
    if (::renameat2(AT_FDCWD, path_.c_str(), AT_FDCWD, name.c_str(), RENAME_NOREPLACE) != 0) {
      fail(ErrorKind::ledger,
           fmt::format("{} cannot be created: {}", name.string(), std::strerror(errno)));
    }
    is_named_ = true;
    sync_folder(name.parent_path());
  }

 private:
  static void sync_folder(const fs::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool is_synced = descriptor >= 0 && ::fsync(descriptor) == 0;
    const int why = errno;
    if (descriptor >= 0) ::close(descriptor);
    if (!is_synced) {
      fail(ErrorKind::ledger,
           fmt::format("{} cannot be synced: {}", folder.string(), std::strerror(why)));
    }
  }

  fs::path path_;
  bool is_named_ = false;
};

/// The name in a folder that is there, on a local file system, with nothing of that name.
fs::path checked_new_path(const fs::path& given) {
  std::error_code error;
  const fs::path absolute = fs::absolute(given, error);
  const fs::path folder = fs::canonical(absolute.parent_path(), error);
  if (error || !absolute.has_filename()) {
    fail(ErrorKind::ledger, fmt::format("{} cannot be created: there is no such folder; give a "
                                        "file in a folder that is there",
                                        given.string()));
  }
  check_local(folder);
  fs::path path = folder / absolute.filename();
  if (sqlite_store_exists(path)) {
    fail(ErrorKind::ledger,
         fmt::format("{} is there already; open it, or give another name", path.string()));
  }
  for (const char* const ending : {"-journal", "-wal", "-shm"}) {
    const fs::path left_over = path.string() + ending;
    if (!sqlite_store_exists(left_over)) continue;
    // SQLite would play it back into the new file.
    fail(ErrorKind::ledger,
         fmt::format("{} is left of a ledger that was at this place; put it back beside that "
                     "ledger, or give another name",
                     left_over.string()));
  }
  return path;
}

}  // namespace

bool sqlite_store_exists(const fs::path& path) {
  std::error_code error;
  return fs::symlink_status(path, error).type() != fs::file_type::not_found;
}

std::unique_ptr<LedgerStore> open_sqlite_store(const fs::path& path, const SqliteOptions& options) {
  return std::make_unique<SqliteStore>(path, options);
}

std::unique_ptr<LedgerStore> create_sqlite_store(const fs::path& path, const LedgerRecord& first,
                                                 const SqliteOptions& options) {
  const fs::path name = checked_new_path(path);
  NewFile file(name.string() + ".new-" + random_text());
  {
    const Connection connection(
        file.path(), SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOFOLLOW, options);
    set_up(connection);
    SqliteStore::create_tables(connection, first);
  }
  file.give_name(name);
  return open_sqlite_store(name, options);
}

}  // namespace scrim::ledger
