// The power fails after every step of a release: what was not synced is lost, wholly, in part, or
// in the middle of a page.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "scrim/errors/error.hpp"
#include "scrim/ledger/ledger.hpp"
#include "scrim/ledger/sqlite_store.hpp"
#include "support/ledger_faults.hpp"
#include "support/ledger_samples.hpp"
#include "support/watched_files.hpp"

namespace scrim::power_loss_test {

namespace {

using test::FileEvent;
using test::watched_files;
using Kind = FileEvent::Kind;

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// What was written down of a release that went well.
struct Recording {
  std::string path;
  std::string before;  ///< the ledger's content
  LedgerHead head;
  std::vector<FileEvent> events;
};

Recording recorded_release(const test::TemporaryFolder& folder) {
  Recording recording;
  recording.path = folder.file("recorded");
  test::make_ledger_before_fault(recording.path);
  recording.before = content_of(recording.path);
  const Ledger ledger(ledger::open_sqlite_store(recording.path, {.vfs = watched_files().name()}));
  recording.head = ledger.head();
  watched_files().record(true);
  (void)ledger.release(
      test::order_for(test::plan_under_fault()), test::price_under_fault(), [] {},
      [] {
        watched_files().mark(std::string(1, test::drew_noise));
        return std::string(3000, 'b');
      });
  watched_files().mark(std::string(1, test::gave_release));
  recording.events = watched_files().events();
  watched_files().record(false);
  return recording;
}

/// What was written down of a ledger that is created: before it has its name, and after.
Recording recorded_creation(const test::TemporaryFolder& folder) {
  Recording recording;
  recording.path = folder.file("recorded");
  watched_files().record(true);
  (void)ledger::create_sqlite_store(recording.path, Ledger::first_record(test::epsilon_terms("1")),
                                    {.vfs = watched_files().name()});
  recording.events = watched_files().events();
  watched_files().record(false);
  return recording;
}

/// A file as the disk has it, and what was asked of it since.
struct DiskFile {
  std::optional<std::string> content;  ///< nothing: it is not there
  std::vector<FileEvent> pending;
};

using Disk = std::map<std::string, DiskFile>;

/// What becomes of operations that were not synced.
enum class Loss { all, none, some, torn };

void apply_write(std::string& content, const FileEvent& event) {
  const auto at = static_cast<std::size_t>(event.at);
  if (content.size() < at + event.data.size()) content.resize(at + event.data.size());
  content.replace(at, event.data.size(), event.data);
}

/// Some of its sectors, of 512 bytes.
void apply_torn(std::string& content, const FileEvent& event, std::mt19937& random) {
  constexpr std::size_t sector = 512;
  for (std::size_t at = 0; at < event.data.size(); at += sector) {
    if (random() % 2 == 0) continue;
    apply_write(content, {Kind::write, "", event.at + static_cast<std::int64_t>(at),
                          event.data.substr(at, sector)});
  }
}

void apply(DiskFile& file, const FileEvent& event) {
  switch (event.kind) {
    case Kind::create:
      if (!file.content) file.content = "";
      break;
    case Kind::write:
      if (file.content) apply_write(*file.content, event);
      break;
    case Kind::truncate:
      if (file.content) file.content->resize(static_cast<std::size_t>(event.at));
      break;
    case Kind::remove:
      file.content.reset();
      break;
    case Kind::sync:
    case Kind::mark:
      break;
  }
}

void settle(DiskFile& file) {
  for (const FileEvent& event : file.pending) apply(file, event);
  file.pending.clear();
}

/// The disk after the events: a sync makes all lasting that was asked of the file before, its name
/// included, which SQLite syncs with a new journal.
Disk disk_after(const Recording& recording, std::size_t count) {
  Disk disk;
  if (!recording.before.empty()) disk[recording.path].content = recording.before;
  for (const FileEvent& event : std::span(recording.events).first(count)) {
    if (event.kind == Kind::mark) continue;
    DiskFile& file = disk[event.file];
    if (event.kind != Kind::sync) file.pending.push_back(event);
    if (event.kind == Kind::sync || event.syncs_folder) settle(file);
  }
  return disk;
}

void lose_power(DiskFile& file, Loss loss, std::mt19937& random) {
  for (const FileEvent& event : file.pending) {
    if (loss == Loss::all || (loss != Loss::none && random() % 2 == 0)) continue;
    if (loss == Loss::torn && event.kind == Kind::write && file.content) {
      apply_torn(*file.content, event, random);
    } else {
      apply(file, event);
    }
  }
}

struct Tried {
  int losses = 0;
  std::vector<std::string> problems;
};

/// Loses the power after every event, in several ways.
Tried lose_power_everywhere(const Recording& recording, int ways) {
  Tried tried;
  std::mt19937 random(15);
  for (std::size_t count = 0; count <= recording.events.size(); ++count) {
    test::SeenOfProcess seen;
    for (const FileEvent& event : std::span(recording.events).first(count)) {
      if (event.kind == Kind::mark) seen.letters += event.file;
    }
    for (int way = 0; way < ways; ++way) {
      const Loss loss = way == 0       ? Loss::all
                        : way == 1     ? Loss::none
                        : way % 2 == 0 ? Loss::some
                                       : Loss::torn;
      const test::TemporaryFolder folder(test::quick_folder());
      Disk disk = disk_after(recording, count);
      for (auto& [name, file] : disk) {
        lose_power(file, loss, random);
        if (!file.content) continue;
        std::ofstream(folder.path() / std::filesystem::path(name).filename(), std::ios::binary)
            << *file.content;
      }
      const std::string problem =
          test::problem_after_fault(folder.file("recorded"), recording.head, seen);
      if (!problem.empty()) {
        tried.problems.push_back("event " + std::to_string(count) + ": " + problem);
      }
      ++tried.losses;
    }
  }
  return tried;
}

TEST(PowerLoss, leaves_every_debit_that_noise_was_drawn_for) {
  const test::TemporaryFolder folder(test::quick_folder());
  const Recording recording = recorded_release(folder);
  ASSERT_GE(recording.events.size(), 30U);
  const Tried tried = lose_power_everywhere(recording, 10);
  for (const std::string& problem : tried.problems) ADD_FAILURE() << problem;
  std::cout << tried.losses << " losses of power\n";
  EXPECT_GE(tried.losses, 300);
}

/// What a ledger would be whose name is given to its file now, and the power fails at once.
std::string problem_of_creation(const Recording& recording) {
  // Until it has its name it lies in a file of its own, whose last event is before that.
  const auto is_its_own = [&](const FileEvent& event) {
    return event.file.starts_with(recording.path + ".new-") && !event.file.ends_with("-journal");
  };
  const auto last = std::find_if(recording.events.rbegin(), recording.events.rend(), is_its_own);
  if (last == recording.events.rend()) return "there was no file";
  const auto count = static_cast<std::size_t>(recording.events.rend() - last);
  const Disk disk = disk_after(recording, count);
  if (disk.contains(recording.path)) return "it had its name before it was whole";
  const test::TemporaryFolder folder(test::quick_folder());
  std::ofstream(folder.file("l"), std::ios::binary) << disk.at(last->file).content.value_or("");
  try {
    const Ledger ledger = Ledger::open(folder.file("l"));
    return ledger.verify().number == 1 ? "" : "it has not one entry";
  } catch (const Error& error) {
    return error.what();
  }
}

TEST(PowerLoss, a_ledger_that_has_its_name_is_whole) {
  const test::TemporaryFolder folder(test::quick_folder());
  Recording recording = recorded_creation(folder);
  EXPECT_EQ(problem_of_creation(recording), "");
  std::erase_if(recording.events, [](const FileEvent& event) { return event.kind == Kind::sync; });
  for (FileEvent& event : recording.events) event.syncs_folder = false;
  EXPECT_NE(problem_of_creation(recording), "") << "without syncs it would not be";
}

TEST(PowerLoss, without_syncs_debits_are_lost) {
  const test::TemporaryFolder folder(test::quick_folder());
  Recording recording = recorded_release(folder);
  std::erase_if(recording.events, [](const FileEvent& event) { return event.kind == Kind::sync; });
  for (FileEvent& event : recording.events) event.syncs_folder = false;
  EXPECT_FALSE(lose_power_everywhere(recording, 2).problems.empty());
}

TEST(PowerLoss, where_the_folder_is_not_synced_a_journal_comes_back_and_debits_are_lost) {
  const test::TemporaryFolder folder(test::quick_folder());
  Recording recording = recorded_release(folder);
  for (FileEvent& event : recording.events) event.syncs_folder = false;
  EXPECT_FALSE(lose_power_everywhere(recording, 2).problems.empty());
}

}  // namespace

}  // namespace scrim::power_loss_test
