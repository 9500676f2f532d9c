// Whoever changes a ledger behind Scrim's back: which entry is named, and that no sum is wrong.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/entry.hpp"
#include "scrim/ledger/ledger.hpp"
#include "support/error_of.hpp"
#include "support/ledger_samples.hpp"

namespace scrim::tampering_test {

namespace {

using test::amount;
using test::epsilon_terms;
using test::LedgerRows;
using test::MemoryStore;
using test::order_for;
using test::release_text;
using test::TemporaryFolder;

/// 1 open, 2 grant, 3 debit, 4 release, 5 note, 6 debit, 7 release.
LedgerRows sample_rows() {
  LedgerRows rows;
  rows.records.push_back(Ledger::first_record(epsilon_terms("1")));
  const Ledger ledger(std::make_unique<MemoryStore>(rows));
  ledger.grant("a", amount("0.5"));
  (void)release_text(ledger, order_for("p", "a"), amount("0.25"), "first");
  ledger.note("hello");
  (void)release_text(ledger, order_for("q"), amount("0.125"), "second");
  return rows;
}

Ledger ledger_of(LedgerRows& rows) { return Ledger(std::make_unique<MemoryStore>(rows)); }

/// What opening says after the change.
std::string refusal_after(const std::function<void(LedgerRows&)>& change) {
  LedgerRows rows = sample_rows();
  change(rows);
  const test::RaisedError raised = test::error_of([&] { (void)ledger_of(rows); });
  EXPECT_EQ(raised.kind, ErrorKind::ledger) << raised.text;
  EXPECT_TRUE(raised.mentions("memory")) << raised.text;
  return raised.text;
}

void expect_part(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << text;
}

/// Gives the record another content, with the hash that belongs to it.
void rewrite(LedgerRecord& record, const std::string& what, const std::string& by) {
  const std::size_t at = record.text.find(what);
  ASSERT_NE(at, std::string::npos) << what;
  record.text.replace(at, what.size(), by);
  record.hash = sha256_text(record.text);
}

TEST(Tampering, the_sample_is_whole) {
  LedgerRows rows = sample_rows();
  ASSERT_EQ(rows.records.size(), 7U);
  EXPECT_EQ(ledger_of(rows).verify().number, 7U);
}

TEST(Tampering, a_changed_entry_is_named) {
  for (std::uint64_t number = 1; number <= 7; ++number) {
    const std::string name = "entry " + std::to_string(number);
    // The text alone.
    expect_part(refusal_after([&](LedgerRows& rows) {
                  rows.records[number - 1].text.replace(2, 5, "extra");
                }),
                name + " was changed");
    // The hash alone.
    expect_part(refusal_after([&](LedgerRows& rows) { rows.records[number - 1].hash[5] ^= 1; }),
                name + " was changed");
  }
}

TEST(Tampering, a_changed_entry_with_its_hash_is_named_by_the_next) {
  expect_part(refusal_after([](LedgerRows& rows) { rewrite(rows.records[2], "0.25", "0.05"); }),
              "entry 3 was changed: entry 4 holds another hash");
  expect_part(refusal_after([](LedgerRows& rows) { rewrite(rows.records[4], "hello", "hallo"); }),
              "entry 5 was changed");
  // Its link to the one before.
  expect_part(refusal_after([](LedgerRows& rows) {
                rewrite(rows.records[4], rows.records[3].hash, rows.records[2].hash);
              }),
              "entry 5 was changed");
  expect_part(refusal_after([](LedgerRows& rows) {
                rewrite(rows.records[6], rows.records[5].hash, rows.records[2].hash);
              }),
              "entry 6 or entry 7 was changed");
}

TEST(Tampering, the_last_entry_with_its_hash_is_seen_by_a_recorded_head) {
  LedgerRows rows = sample_rows();
  const LedgerHead recorded = ledger_of(rows).head();
  rewrite(rows.records[6], sha256_text("second"), sha256_text("first"));
  const Ledger changed = ledger_of(rows);
  SCRIM_EXPECT_ERROR(changed.require(recorded, "a release"), ErrorKind::ledger,
                     "its entry 7 is another");
}

TEST(Tampering, a_dropped_entry_is_named) {
  for (std::uint64_t number = 1; number < 7; ++number) {
    const auto at = static_cast<std::ptrdiff_t>(number - 1);
    const std::string name = "entry " + std::to_string(number) + " was dropped";
    expect_part(
        refusal_after([&](LedgerRows& rows) { rows.records.erase(rows.records.begin() + at); }),
        name + "; nothing is released");
    expect_part(refusal_after([&](LedgerRows& rows) {
                  rows.records.erase(rows.records.begin() + at);
                  for (std::size_t i = 0; i < 6; ++i) rows.records[i].number = i + 1;
                }),
                name + ", and others were renumbered");
  }
  // The last one is missed by a recorded head only.
  LedgerRows rows = sample_rows();
  const LedgerHead recorded = ledger_of(rows).head();
  rows.records.pop_back();
  SCRIM_EXPECT_ERROR(ledger_of(rows).require(recorded, "a release"), ErrorKind::ledger,
                     "it ends at 6:");
}

TEST(Tampering, reordered_entries_are_named) {
  expect_part(refusal_after([](LedgerRows& rows) {
                std::swap(rows.records[2], rows.records[4]);
                std::swap(rows.records[2].number, rows.records[4].number);
              }),
              "entries were reordered: where entry 3 belongs stands entry 5");
}

TEST(Tampering, an_inserted_entry_is_seen) {
  expect_part(refusal_after([](LedgerRows& rows) {
                const LedgerRecord copy = rows.records[4];
                rows.records.insert(rows.records.begin() + 5, copy);
                for (std::size_t i = 0; i < rows.records.size(); ++i) {
                  rows.records[i].number = i + 1;
                }
              }),
              "entry 6");
  expect_part(refusal_after([](LedgerRows& rows) { rows.records.clear(); }), "it has no entry");
}

/// Appends an entry with a hash that is right, as a faulty or hostile program would.
void forge(LedgerRows& rows, const LedgerContent& content) {
  const LedgerEntry entry{rows.records.size() + 1, rows.records.back().hash, content};
  rows.records.push_back({entry.number, entry.text(), sha256_text(entry.text()), ""});
}

TEST(Tampering, entries_that_no_ledger_has_are_refused_though_their_hashes_are_right) {
  const std::string digest = sha256_text("r");
  const auto refusal_of = [](const LedgerContent& content) {
    return refusal_after([&](LedgerRows& rows) { forge(rows, content); });
  };
  expect_part(refusal_of(LedgerDebit{"", amount("0.376"), "visits", digest, "", ""}),
              "entry 8 cannot be part of this ledger: epsilon 0.376 is asked for");
  expect_part(refusal_of(LedgerDebit{"a", amount("0.26"), "visits", digest, "", ""}), "entry 8");
  expect_part(refusal_of(LedgerDebit{"b", amount("0"), "visits", digest, "", ""}), "no account");
  expect_part(refusal_of(LedgerDebit{"", amount("0", "1e-9"), "visits", digest, "", ""}), "delta");
  expect_part(refusal_of(LedgerGrant{"a", amount("0.876")}), "entry 8");
  expect_part(refusal_of(LedgerRelease{5, digest}), "is no debit");
  expect_part(refusal_of(LedgerRelease{3, digest}), "has paid for another");
  expect_part(refusal_of(LedgerRelease{8, digest}), "is no debit");
  expect_part(refusal_of(LedgerOpening{"", "u", "d", LedgerCurrency::epsilon, amount("9"), "", ""}),
              "by its first entry");
  expect_part(refusal_after([](LedgerRows& rows) {
                rows.records.resize(1);
                rows.records[0] = {};
                const LedgerEntry entry{1, LedgerHead().hash, LedgerNote{"x"}};
                rows.records[0] = {1, entry.text(), sha256_text(entry.text()), ""};
              }),
              "does not open a ledger");
  expect_part(refusal_after([](LedgerRows& rows) { rows.records[3].signature = "ab"; }),
              "entry 4 has a signature");
}

TEST(Tampering, bytes_of_a_release_are_checked_before_they_are_given) {
  LedgerRows rows = sample_rows();
  rows.bytes.at(sha256_text("second")) = "sec0nd";
  const Ledger ledger = ledger_of(rows);
  const auto never = []() -> std::string {
    ADD_FAILURE() << "noise is drawn again";
    return "";
  };
  const auto ask = [&] { (void)ledger.release(order_for("q"), amount("0.125"), [] {}, never); };
  SCRIM_EXPECT_ERROR((ask(), 0), ErrorKind::ledger, "entry 7", "were changed");
  SCRIM_EXPECT_ERROR(ledger.verify(), ErrorKind::ledger, "entry 7");
  SCRIM_EXPECT_ERROR(ledger.find("visits", order_for("q").digest), ErrorKind::ledger, "entry 7");
  rows.bytes.erase(sha256_text("second"));
  SCRIM_EXPECT_ERROR((ask(), 0), ErrorKind::ledger, "are missing");
  EXPECT_EQ(ledger.release(order_for("p"), amount("0.25"), [] {}, never).bytes, "first");
}

TEST(Tampering, a_ledger_that_is_replaced_while_it_is_open_is_noticed) {
  LedgerRows rows = sample_rows();
  const Ledger ledger = ledger_of(rows);
  const LedgerRows whole = rows;
  rows.records.resize(5);
  SCRIM_EXPECT_ERROR(ledger.head(), ErrorKind::ledger, "no longer contains 7:");
  rows = sample_rows();
  SCRIM_EXPECT_ERROR(ledger.head(), ErrorKind::ledger, "no longer contains 7:");
  forge(rows, LedgerNote{"longer"});
  SCRIM_EXPECT_ERROR(ledger.note("x"), ErrorKind::ledger, "replaced by another one");
  SCRIM_EXPECT_ERROR(ledger.verify(), ErrorKind::ledger, "no longer contains 7:");
  rows = whole;
  EXPECT_EQ(ledger.head().number, 7U);
}

// --- the file ---

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// In place: a file system syncs a file that is cut to nothing and written anew.
void write_byte(const std::string& path, std::size_t at, char byte) {
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.seekp(static_cast<std::streamoff>(at));
  file.put(byte);
}

void write_file(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

/// All that a ledger says.
std::vector<LedgerRecord> everything(const std::string& path) {
  const Ledger ledger = Ledger::open(path);
  static_cast<void>(ledger.verify());
  return ledger.entries();
}

TEST(Tampering, a_changed_byte_of_the_file_is_an_error_or_changes_nothing) {
  const TemporaryFolder folder;
  const std::string path = folder.file("l");
  {
    const Ledger ledger = Ledger::create(path, epsilon_terms("1"));
    (void)release_text(ledger, order_for("p"), amount("0.1"), "first");
  }
  const std::vector<LedgerRecord> expected = everything(path);
  const std::string content = read_file(path);
  ASSERT_GT(content.size(), 4096U);
  int errors = 0;
  for (std::size_t at = 0; at < content.size(); ++at) {
    // Free space within pages is zero, and nearly all alike: a few of its bytes will do.
    const bool is_free = content[at] == '\0' && at % 4096 > 200;
    if (is_free && at % 61 != 0) continue;
    for (const int change : {1, 0x80}) {
      write_byte(path, at, static_cast<char>(content[at] ^ change));
      try {
        EXPECT_EQ(everything(path), expected) << "byte " << at;
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::ledger) << error.what();
        ++errors;
      }
    }
    write_byte(path, at, content[at]);
  }
  EXPECT_EQ(everything(path), expected);
  EXPECT_GT(errors, 1500);
}

TEST(Tampering, a_cut_file_is_an_error) {
  const TemporaryFolder folder;
  const std::string path = folder.file("l");
  {
    const Ledger ledger = Ledger::create(path, epsilon_terms("1"));
    (void)release_text(ledger, order_for("p"), amount("0.1"), "first");
  }
  const std::string content = read_file(path);
  for (std::size_t size = 0; size < content.size(); size += 512) {
    write_file(path, content.substr(0, size));
    SCRIM_EXPECT_ERROR(everything(path), ErrorKind::ledger, path);
  }
}

}  // namespace

}  // namespace scrim::tampering_test
