// Not in a batch: the headers of libpq are in a folder of their own (CMakeLists.txt).
#include "scrim/ledger/postgres_store.hpp"

#include <fmt/format.h>
#include <libpq-fe.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "scrim/accounting/process_mark.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/ledger/sha256.hpp"

namespace scrim::ledger {

namespace {

// --- libpq, with errors ---

/// A location in its two parts.
struct PostgresPlace {
  std::string url;   ///< libpq's
  std::string name;  ///< of the ledger
};

PostgresPlace place_of(const std::string& location) {
  const std::size_t hash = location.find('#');
  if (hash == std::string::npos || hash + 1 == location.size()) {
    fail(ErrorKind::invalid_argument,
         "a database may hold several ledgers, and the location names none; put its name behind "
         "#: postgresql://host/database#name");
  }
  return {location.substr(0, hash), location.substr(hash + 1)};
}

struct Parameter {
  std::string_view value;
  bool is_bytes = false;
};

class Result {
 public:
  explicit Result(PGresult* result) : result_(result, &PQclear) {}

  [[nodiscard]] bool is_ok() const {
    const ExecStatusType status = PQresultStatus(result_.get());
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
  }
  /// The class and number of an error, such as "23505".
  [[nodiscard]] std::string_view state() const {
    const char* const state = PQresultErrorField(result_.get(), PG_DIAG_SQLSTATE);
    return state == nullptr ? "" : state;
  }
  [[nodiscard]] std::string message() const {
    const char* const message = PQresultErrorField(result_.get(), PG_DIAG_MESSAGE_PRIMARY);
    return message == nullptr ? "" : message;
  }
  [[nodiscard]] int rows() const { return PQntuples(result_.get()); }
  [[nodiscard]] std::string text(int row, int column) const {
    return {PQgetvalue(result_.get(), row, column),
            static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
  }
  [[nodiscard]] std::uint64_t number(int row, int column) const {
    const std::string digits = text(row, column);
    std::uint64_t number = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return number;
  }
  /// What the server calls what it did, such as "INSERT 0 1".
  [[nodiscard]] std::string_view command() const { return PQcmdStatus(result_.get()); }

 private:
  std::unique_ptr<PGresult, decltype(&PQclear)> result_;
};

class Server {
 public:
  explicit Server(const PostgresPlace& place)
      : process_(process_mark()), connection_(PQconnectdb(place.url.c_str())) {
    if (connection_ == nullptr || PQstatus(connection_) != CONNECTION_OK) {
      std::string why = connection_ == nullptr ? "no memory" : PQerrorMessage(connection_);
      while (why.ends_with('\n')) why.pop_back();
      PQfinish(connection_);
      fail(ErrorKind::ledger, "the server of the ledger cannot be reached: " + why);
    }
    // No password in it.
    location_ =
        fmt::format("postgresql://{}/{}#{}", PQhost(connection_), PQdb(connection_), place.name);
    prepare();
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  ~Server() {
    // In a forked process this would end the parent's connection.
    if (process_mark() == process_) PQfinish(connection_);
  }

  [[nodiscard]] const std::string& location() const noexcept { return location_; }

  /// A connection that was lost is made anew, if `append` is not in the midst of it.
  void reconnect_if_lost() {
    if (PQstatus(connection_) == CONNECTION_OK &&
        PQtransactionStatus(connection_) == PQTRANS_IDLE) {
      return;
    }
    PQreset(connection_);
    if (PQstatus(connection_) != CONNECTION_OK) {
      fail(ErrorKind::ledger, location_ + " cannot be reached: the connection was lost");
    }
    prepare();
  }

  /// Whatever comes of it.
  [[nodiscard]] Result ask(const char* sql, std::span<const Parameter> parameters = {},
                           bool wants_bytes = false) {
    std::vector<const char*> values;
    std::vector<int> lengths;
    std::vector<int> formats;
    for (const Parameter& parameter : parameters) {
      values.push_back(parameter.value.data());
      lengths.push_back(static_cast<int>(parameter.value.size()));
      formats.push_back(parameter.is_bytes ? 1 : 0);
    }
    return Result(PQexecParams(connection_, sql, static_cast<int>(parameters.size()), nullptr,
                               values.data(), lengths.data(), formats.data(), wants_bytes ? 1 : 0));
  }

  /// What must succeed.
  Result run(const char* sql, std::span<const Parameter> parameters = {},
             bool wants_bytes = false) {
    Result result = ask(sql, parameters, wants_bytes);
    if (!result.is_ok()) refuse(result);
    return result;
  }

  [[noreturn]] void refuse(const Result& result) const {
    const std::string why = result.message();
    fail(ErrorKind::ledger, fmt::format("{} cannot be used: {}", location_,
                                        why.empty() ? "the connection was lost" : why));
  }

 private:
  void prepare() {
    PQsetNoticeProcessor(connection_, [](void*, const char*) {}, nullptr);
    PQsetClientEncoding(connection_, "UTF8");
    const Result settings =
        run("SELECT current_setting('fsync'), current_setting('full_page_writes'), "
            "current_setting('synchronous_commit')");
    if (settings.text(0, 0) != "on" || settings.text(0, 1) != "on") {
      fail(ErrorKind::ledger,
           location_ +
               " is not used: the server runs with fsync or full_page_writes off, so a debit could "
               "be lost with the power; turn both on");
    }
    const std::string commit = settings.text(0, 2);
    if (commit == "off" || commit == "local") run("SET synchronous_commit TO on");
  }

  std::uint64_t process_;
  PGconn* connection_;
  std::string location_;
};

/// Undone unless it was committed.
class ServerTransaction {
 public:
  explicit ServerTransaction(Server& server) : server_(server) {
    server_.run("BEGIN ISOLATION LEVEL READ COMMITTED");
  }
  ServerTransaction(const ServerTransaction&) = delete;
  ServerTransaction& operator=(const ServerTransaction&) = delete;
  ~ServerTransaction() {
    if (!is_done_) static_cast<void>(server_.ask("ROLLBACK"));
  }

  void commit() {
    // A transaction that failed is "committed" by rolling it back, which is no error.
    const Result result = server_.run("COMMIT");
    if (result.command() != "COMMIT") server_.refuse(result);
    is_done_ = true;
  }

 private:
  Server& server_;
  bool is_done_ = false;
};

// --- the tables ---

// `previous` is unique, so the insert itself is the comparison: of two entries that follow one,
// the second is refused, at any isolation level.
constexpr std::array<const char*, 6> make_tables{
    "CREATE TABLE IF NOT EXISTS scrim_ledger_entries (ledger text NOT NULL, number bigint NOT "
    "NULL, previous text NOT NULL, text text NOT NULL, hash text NOT NULL, signature text NOT "
    "NULL, PRIMARY KEY (ledger, number), UNIQUE (ledger, previous))",
    "CREATE TABLE IF NOT EXISTS scrim_ledger_releases (ledger text NOT NULL, hash text NOT NULL, "
    "bytes bytea NOT NULL, PRIMARY KEY (ledger, hash))",
    "CREATE OR REPLACE FUNCTION scrim_ledger_refuse() RETURNS trigger LANGUAGE plpgsql AS "
    "$$BEGIN RAISE EXCEPTION 'a ledger is only added to'; END$$",
    "CREATE OR REPLACE TRIGGER scrim_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "
    "scrim_ledger_entries FOR EACH STATEMENT EXECUTE FUNCTION scrim_ledger_refuse()",
    "CREATE OR REPLACE TRIGGER scrim_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON "
    "scrim_ledger_releases FOR EACH STATEMENT EXECUTE FUNCTION scrim_ledger_refuse()",
    "COMMENT ON TABLE scrim_ledger_entries IS 'scrim ledger 1'",
};

constexpr const char* find_tables =
    "SELECT count(*) FROM pg_class WHERE oid IN (to_regclass('scrim_ledger_entries'), "
    "to_regclass('scrim_ledger_releases'))";

// Without the constraints, or in a table that is emptied by a crash, appending is no longer what
// the proof asks for.
constexpr const char* count_what_is_needed =
    "SELECT (SELECT count(*) FROM pg_constraint WHERE conrelid = "
    "to_regclass('scrim_ledger_entries') AND pg_get_constraintdef(oid) IN ('PRIMARY KEY (ledger, "
    "number)', 'UNIQUE (ledger, previous)')) + (SELECT count(*) FROM pg_class WHERE oid IN "
    "(to_regclass('scrim_ledger_entries'), to_regclass('scrim_ledger_releases')) AND "
    "relpersistence = 'p' AND relkind = 'r')";

constexpr const char* insert_entry =
    "INSERT INTO scrim_ledger_entries SELECT $1, $2::bigint, $3, $4, $5, $6 WHERE "
    "$2::bigint = 1 OR EXISTS (SELECT FROM scrim_ledger_entries WHERE ledger = $1 AND number = "
    "$2::bigint - 1 AND hash = $3)";

constexpr std::string_view unique_violation = "23505";

class PostgresStore final : public LedgerStore {
 public:
  explicit PostgresStore(const std::string& location) : PostgresStore(place_of(location)) {}

  /// Makes the tables where there are none, and the ledger.
  void create(const LedgerRecord& first) {
    {
      ServerTransaction transaction(server_);
      // Two processes that make one table at a time are in each other's way.
      server_.run("SELECT pg_advisory_xact_lock(1396920909)");
      if (!has_tables()) {
        for (const char* const sql : make_tables) server_.run(sql);
      }
      transaction.commit();
    }
    check_tables();
    if (!append({}, {&first, 1}, std::nullopt)) {
      fail(ErrorKind::ledger, location() + " is there already; open it, or give another name");
    }
  }

  [[nodiscard]] bool exists() {
    if (!has_tables()) return false;
    check_tables();
    return head().number != 0;
  }

  void open() {
    check_tables();
    if (head().number == 0) {
      fail(ErrorKind::ledger, "there is no ledger " + location() +
                                  "; create it, or give the name of one that is there");
    }
    check_integrity();
  }

  [[nodiscard]] LedgerHead head() override {
    server_.reconnect_if_lost();
    return head_now();
  }

  [[nodiscard]] bool append(const LedgerHead& expected, std::span<const LedgerRecord> records,
                            const std::optional<std::string>& bytes) override {
    server_.reconnect_if_lost();
    ServerTransaction transaction(server_);
    if (head_now() != expected) return false;
    std::string previous = expected.hash;
    for (const LedgerRecord& record : records) {
      if (!insert(record, previous)) return false;
      previous = record.hash;
    }
    if (bytes) insert_bytes(*bytes);
    transaction.commit();
    return true;
  }

  [[nodiscard]] std::vector<LedgerRecord> after(std::uint64_t number) override {
    server_.reconnect_if_lost();
    const std::string from = std::to_string(number);
    const std::array<Parameter, 2> parameters{Parameter{name_}, Parameter{from}};
    const Result rows = server_.run(
        "SELECT number, text, hash, signature FROM scrim_ledger_entries WHERE ledger = $1 AND "
        "number > $2::bigint ORDER BY number",
        parameters);
    std::vector<LedgerRecord> records;
    for (int row = 0; row < rows.rows(); ++row) {
      records.push_back(
          {rows.number(row, 0), rows.text(row, 1), rows.text(row, 2), rows.text(row, 3)});
    }
    return records;
  }

  [[nodiscard]] std::optional<std::string> bytes_of(const std::string& hash) override {
    server_.reconnect_if_lost();
    return bytes_now(hash);
  }

  void check_integrity() override {
    server_.reconnect_if_lost();
    const std::array<Parameter, 1> parameters{Parameter{name_}};
    // What `previous` says beside the text would otherwise decide who may append.
    const Result wrong = server_.run(
        "SELECT e.number FROM scrim_ledger_entries e LEFT JOIN scrim_ledger_entries b ON b.ledger "
        "= e.ledger AND b.number = e.number - 1 WHERE e.ledger = $1 AND e.previous <> "
        "coalesce(b.hash, repeat('0', 64)) ORDER BY e.number LIMIT 1",
        parameters);
    if (wrong.rows() != 0) {
      fail(ErrorKind::ledger,
           fmt::format("{}: entry {} was changed, or the one before it: the hash beside it is "
                       "another",
                       location(), wrong.text(0, 0)));
    }
  }

  [[nodiscard]] std::string location() const override { return server_.location(); }

 private:
  explicit PostgresStore(const PostgresPlace& place) : server_(place), name_(place.name) {}

  [[nodiscard]] bool has_tables() { return server_.run(find_tables).text(0, 0) == "2"; }

  void check_tables() {
    if (!has_tables()) {
      fail(ErrorKind::ledger,
           "there is no ledger " + location() + ": the database has no ledgers; create one");
    }
    if (server_.run(count_what_is_needed).text(0, 0) != "4") {
      fail(ErrorKind::ledger,
           location() +
               " is not used: the tables scrim_ledger_entries and scrim_ledger_releases "
               "are not those that Scrim makes");
    }
  }

  [[nodiscard]] LedgerHead head_now() {
    const std::array<Parameter, 1> parameters{Parameter{name_}};
    const Result last = server_.run(
        "SELECT number, hash FROM scrim_ledger_entries WHERE ledger = $1 ORDER BY number DESC "
        "LIMIT 1",
        parameters);
    if (last.rows() == 0) return {};
    return {last.number(0, 0), last.text(0, 1)};
  }

  [[nodiscard]] std::optional<std::string> bytes_now(const std::string& hash) {
    const std::array<Parameter, 2> parameters{Parameter{name_}, Parameter{hash}};
    const Result row =
        server_.run("SELECT bytes FROM scrim_ledger_releases WHERE ledger = $1 AND hash = $2",
                    parameters, true);
    if (row.rows() == 0) return std::nullopt;
    return row.text(0, 0);
  }

  /// False if another one was faster.
  [[nodiscard]] bool insert(const LedgerRecord& record, const std::string& previous) {
    const std::string number = std::to_string(record.number);
    const std::array<Parameter, 6> parameters{Parameter{name_},       Parameter{number},
                                              Parameter{previous},    Parameter{record.text},
                                              Parameter{record.hash}, Parameter{record.signature}};
    const Result result = server_.ask(insert_entry, parameters);
    if (result.state() == unique_violation) return false;
    if (!result.is_ok()) server_.refuse(result);
    return result.command() == "INSERT 0 1";
  }

  void insert_bytes(const std::string& bytes) {
    const std::string hash = sha256_text(bytes);
    if (const std::optional<std::string> stored = bytes_now(hash)) {
      if (*stored == bytes) return;
      fail(ErrorKind::ledger, location() + " is damaged: stored bytes of a release have changed");
    }
    const std::array<Parameter, 3> parameters{Parameter{name_}, Parameter{hash},
                                              Parameter{bytes, true}};
    server_.run("INSERT INTO scrim_ledger_releases VALUES ($1, $2, $3)", parameters);
  }

  Server server_;
  std::string name_;
};

}  // namespace

bool is_postgres_location(std::string_view location) noexcept {
  return location.starts_with("postgresql://") || location.starts_with("postgres://");
}

bool postgres_store_exists(const std::string& location) { return PostgresStore(location).exists(); }

std::unique_ptr<LedgerStore> open_postgres_store(const std::string& location) {
  auto store = std::make_unique<PostgresStore>(location);
  store->open();
  return store;
}

std::unique_ptr<LedgerStore> create_postgres_store(const std::string& location,
                                                   const LedgerRecord& first) {
  auto store = std::make_unique<PostgresStore>(location);
  store->create(first);
  return store;
}

}  // namespace scrim::ledger
