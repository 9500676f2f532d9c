// Which files are taken for ledgers, and which are left alone.
#include "scrim/ledger/sqlite_store.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/file_systems.hpp"
#include "scrim/ledger/ledger.hpp"
#include "support/error_of.hpp"
#include "support/ledger_samples.hpp"

namespace scrim::sqlite_store_test {

namespace {

namespace fs = std::filesystem;
using ledger::create_sqlite_store;
using ledger::open_sqlite_store;
using test::TemporaryFolder;

LedgerRecord first_record() { return Ledger::first_record(test::epsilon_terms("1")); }

LedgerRecord record(std::uint64_t number, const std::string& text) {
  return {number, text, sha256_text(text), ""};
}

void run_sql(const std::string& path, const std::string& sql) {
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &db), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(db, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
      << sqlite3_errmsg(db);
  sqlite3_close(db);
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

TEST(SqliteStore, appends_to_the_expected_head_only) {
  const TemporaryFolder folder;
  const LedgerRecord first = first_record();
  const auto store = create_sqlite_store(folder.file("l"), first);
  const LedgerHead head{1, first.hash};
  EXPECT_EQ(store->head(), head);
  const LedgerRecord second = record(2, "second");
  EXPECT_FALSE(store->append({}, {&second, 1}, std::nullopt));
  EXPECT_FALSE(store->append({1, second.hash}, {&second, 1}, std::nullopt));
  EXPECT_FALSE(store->append({2, first.hash}, {&second, 1}, "bytes"));
  EXPECT_EQ(store->head(), head);
  EXPECT_EQ(store->bytes_of(sha256_text("bytes")), std::nullopt);
  EXPECT_TRUE(store->append(head, {&second, 1}, "bytes"));
  EXPECT_FALSE(store->append(head, {&second, 1}, "bytes"));
  EXPECT_EQ(store->after(0), (std::vector<LedgerRecord>{first, second}));
  EXPECT_EQ(store->after(1), (std::vector<LedgerRecord>{second}));
  EXPECT_EQ(store->after(2), (std::vector<LedgerRecord>{}));
  EXPECT_EQ(store->bytes_of(sha256_text("bytes")), "bytes");
  // Alike, and empty.
  const LedgerRecord third = record(3, "third");
  EXPECT_TRUE(store->append({2, second.hash}, {&third, 1}, "bytes"));
  const LedgerRecord fourth = record(4, "fourth");
  EXPECT_TRUE(store->append({3, third.hash}, {&fourth, 1}, ""));
  EXPECT_EQ(store->bytes_of(sha256_text("")), "");
}

TEST(SqliteStore, an_append_that_fails_changes_nothing) {
  const TemporaryFolder folder;
  const LedgerRecord first = first_record();
  const auto store = create_sqlite_store(folder.file("l"), first);
  const LedgerRecord records[] = {record(2, "x"), record(2, "twice")};
  SCRIM_EXPECT_ERROR(store->append({1, first.hash}, records, std::nullopt), ErrorKind::ledger,
                     "cannot be written");
  EXPECT_EQ(store->head().number, 1U);
  EXPECT_TRUE(store->append({1, first.hash}, {records, 1}, std::nullopt));
}

TEST(SqliteStore, keeps_a_file_without_a_log_beside_it) {
  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), test::epsilon_terms("1"));
  ledger.note("x");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(SqliteStore, refuses_files_of_others_and_leaves_them_as_they_are) {
  const TemporaryFolder folder;
  const auto refuses = [&](const std::string& path, const std::string& why) {
    const std::string before = content_of(path);
    SCRIM_EXPECT_ERROR(open_sqlite_store(path), ErrorKind::ledger, why);
    EXPECT_EQ(content_of(path), before);
  };
  std::ofstream(folder.file("empty")).close();
  refuses(folder.file("empty"), "of another kind");
  std::ofstream(folder.file("text")) << std::string(5000, 'x');
  refuses(folder.file("text"), "of another kind");
  run_sql(folder.file("foreign"), "CREATE TABLE entries (number)");
  refuses(folder.file("foreign"), "another program");
  // A journal beside it stays, too: it is not ours to play back.
  std::ofstream(folder.file("foreign-journal")) << "precious";
  refuses(folder.file("foreign"), "another program");
  EXPECT_EQ(content_of(folder.file("foreign-journal")), "precious");
  run_sql(folder.file("marked"),
          "PRAGMA application_id = 1396920909; PRAGMA user_version = 1; CREATE TABLE entries (n)");
  refuses(folder.file("marked"), "tables are not those");
  refuses(folder.file("none"), "there is no ledger");
  SCRIM_EXPECT_ERROR(open_sqlite_store(folder.path()), ErrorKind::ledger, "no regular file");
  SCRIM_EXPECT_ERROR(open_sqlite_store(""), ErrorKind::ledger, "there is no ledger");
}

TEST(SqliteStore, refuses_ledgers_that_another_program_changed) {
  const TemporaryFolder folder;
  const std::string path = folder.file("l");
  const auto refuses_after = [&](const std::string& sql, const std::string& why) {
    fs::remove(path);
    (void)create_sqlite_store(path, first_record());
    run_sql(path, sql);
    SCRIM_EXPECT_ERROR(open_sqlite_store(path), ErrorKind::ledger, why);
  };
  refuses_after("PRAGMA user_version = 2", "use the version of Scrim that wrote it");
  refuses_after("PRAGMA journal_mode = WAL", "write-ahead log");
  refuses_after("CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM entries; END",
                "tables are not those");
  refuses_after("CREATE TABLE more (x)", "tables are not those");
  refuses_after("DROP TABLE releases", "tables are not those");
}

TEST(SqliteStore, refuses_a_file_of_several_names_and_follows_links_to_the_one) {
  const TemporaryFolder folder;
  (void)create_sqlite_store(folder.file("l"), first_record());
  fs::create_symlink(folder.file("l"), folder.file("link"));
  EXPECT_EQ(open_sqlite_store(folder.file("link"))->location(),
            fs::canonical(folder.file("l")).string());
  fs::create_hard_link(folder.file("l"), folder.file("other"));
  SCRIM_EXPECT_ERROR(open_sqlite_store(folder.file("l")), ErrorKind::ledger, "several names");
}

TEST(SqliteStore, creates_only_where_nothing_is) {
  const TemporaryFolder folder;
  (void)create_sqlite_store(folder.file("l"), first_record());
  const auto refuses = [&](const std::string& name, const std::string& why) {
    SCRIM_EXPECT_ERROR(create_sqlite_store(folder.file(name), first_record()), ErrorKind::ledger,
                       why);
  };
  refuses("l", "is there already");
  fs::create_symlink(folder.file("nowhere"), folder.file("dangling"));
  refuses("dangling", "is there already");
  std::ofstream(folder.file("m-journal")) << "left over";
  refuses("m", "is left of a ledger");
  refuses("no/folder", "no such folder");
  refuses("", "cannot be created");
  // Nothing of the attempts stays.
  for (const auto& entry : fs::directory_iterator(folder.path())) {
    EXPECT_EQ(entry.path().string().find(".new-"), std::string::npos);
  }
}

TEST(SqliteStore, a_moved_ledger_is_not_written_at_its_old_place) {
  const TemporaryFolder folder;
  const Ledger ledger = Ledger::create(folder.file("l"), test::epsilon_terms("1"));
  fs::rename(folder.file("l"), folder.file("moved"));
  SCRIM_EXPECT_ERROR(ledger.note("x"), ErrorKind::ledger, "moved");
  Ledger::open(folder.file("moved")).note("x");
}

TEST(SqliteStore, waits_for_its_turn_and_says_who_keeps_it) {
  const TemporaryFolder folder;
  const LedgerRecord first = first_record();
  const auto store = create_sqlite_store(folder.file("l"), first, {.busy_milliseconds = 20});
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open(folder.file("l").c_str(), &db), SQLITE_OK);
  sqlite3_exec(db, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr);
  const LedgerRecord second = record(2, "x");
  SCRIM_EXPECT_ERROR(store->append({1, first.hash}, {&second, 1}, std::nullopt), ErrorKind::ledger,
                     "another process keeps it busy");
  sqlite3_exec(db, "ROLLBACK", nullptr, nullptr, nullptr);
  sqlite3_close(db);
  EXPECT_TRUE(store->append({1, first.hash}, {&second, 1}, std::nullopt));
}

TEST(FileSystems, that_others_reach_are_known_by_their_magic) {
  for (const std::uint32_t magic : {0x6969U, 0x517BU, 0xFF534D42U, 0xFE534D42U, 0x65735546U}) {
    EXPECT_TRUE(ledger::shared_file_system(magic)) << magic;
  }
  // ext4, XFS, Btrfs, tmpfs, overlay, ZFS, F2FS.
  for (const std::uint32_t magic :
       {0xEF53U, 0x58465342U, 0x9123683EU, 0x01021994U, 0x794C7630U, 0x2FC12FC1U, 0xF2F52010U}) {
    EXPECT_FALSE(ledger::shared_file_system(magic)) << magic;
  }
  SCRIM_EXPECT_ERROR((ledger::check_local("/no/such/folder"), 0), ErrorKind::ledger,
                     "/no/such/folder");
}

}  // namespace

}  // namespace scrim::sqlite_store_test
