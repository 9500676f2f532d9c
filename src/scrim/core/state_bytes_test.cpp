#include "scrim/core/state_bytes.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/core/run.hpp"
#include "scrim/numbers/integers.hpp"
#include "support/error_of.hpp"

namespace scrim::state_bytes_test {
namespace {

using Bytes = std::vector<std::byte>;
using Counts = std::map<std::string, std::uint64_t>;

/// A state that grows with its rows: how often each text occurs, in the order of the texts.
struct TextCounts {
  Counts counts;

  void update(std::span<const std::string> rows) {
    for (const std::string& row : rows) add(row, 1);
  }
  void merge(const TextCounts& other) {
    for (const auto& [text, count] : other.counts) add(text, count);
  }
  [[nodiscard]] static Identity identity() { return Identity("text_counts 1"); }
  void save(StateWriter& writer) const {
    writer.write_length(counts.size());
    for (const auto& [text, count] : counts) {
      writer.write_text(text);
      writer.write(count);
    }
  }
  void load(StateReader& reader) {
    for (std::size_t left = reader.read_length(16); left > 0; --left) {
      const std::string text(reader.read_text());
      counts.emplace_hint(counts.end(), text, reader.read());
    }
  }
  [[nodiscard]] Counts finish() const { return counts; }

 private:
  void add(const std::string& text, std::uint64_t count) {
    counts[text] = saturating_add(counts[text], count);
  }
};

using Rows = std::span<const std::string>;
using TextRun = Run<Rows, Counts>;

const std::vector<std::string> rows = {"b", "", "a", "b", std::string("\0\xff", 2), "a", "b"};

Fold<Rows, Counts> counting() { return make_fold<Rows>(TextCounts{}); }

Bytes saved(const Fold<Rows, Counts>& fold, Rows some, Part part = {}) {
  TextRun run(fold, {}, part);
  run.update(some);
  return std::move(run).save();
}

TEST(StateBytes, of_a_state_that_grows_are_loaded_as_they_were_saved) {
  const auto fold = counting();
  for (std::size_t size = 0; size <= rows.size(); ++size) {
    const Rows some = Rows(rows).first(size);
    const Bytes bytes = saved(fold, some);
    EXPECT_EQ(TextRun::load(fold, {}, bytes).save(), bytes);
    Counts expected;
    for (const auto& row : some) ++expected[row];
    EXPECT_EQ(TextRun::load(fold, {}, bytes).finish(), expected);
  }
}

TEST(StateBytes, of_a_state_that_grows_are_those_of_the_whole_however_it_was_cut) {
  const auto fold = counting();
  const Bytes whole = saved(fold, rows);
  for (std::size_t cut = 0; cut <= rows.size(); ++cut) {
    auto run = TextRun::load(fold, {}, saved(fold, Rows(rows).first(cut), {1, 2}));
    run.merge(TextRun::load(fold, {}, saved(fold, Rows(rows).subspan(cut), {0, 2})));
    EXPECT_EQ(std::move(run).save(), whole) << "cut at " << cut;
  }
}

TEST(StateBytes, that_end_early_are_refused_wherever_they_end) {
  StateWriter writer;
  TextCounts state;
  state.update(rows);
  state.save(writer);
  for (std::size_t length = 0; length < writer.bytes().size(); ++length) {
    StateReader reader(writer.bytes().first(length));
    SCRIM_EXPECT_ERROR(TextCounts{}.load(reader), ErrorKind::bad_state, "the saved run");
  }
}

/// Were room made for what is only claimed, a few bytes would take all memory.
TEST(StateBytes, are_asked_for_what_they_claim_before_room_is_made) {
  const auto length = [](std::uint64_t claimed, std::size_t bytes_left, std::size_t bytes_each) {
    StateWriter writer;
    writer.write(claimed);
    writer.append(Bytes(bytes_left));
    StateReader reader(writer.bytes());
    return reader.read_length(bytes_each);
  };
  EXPECT_EQ(length(0, 0, 1), 0U);
  EXPECT_EQ(length(3, 24, 8), 3U);
  EXPECT_EQ(length(3, 31, 8), 3U);
  const std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  for (const std::uint64_t claimed : {std::uint64_t{4}, largest / 8 + 1, largest}) {
    SCRIM_EXPECT_ERROR(length(claimed, 31, 8), ErrorKind::bad_state, "more than it holds");
  }
  StateWriter writer;
  writer.write_length(3);
  writer.append(Bytes(2));
  StateReader reader(writer.bytes());
  SCRIM_EXPECT_ERROR(reader.read_text(), ErrorKind::bad_state, "more than it holds");
}

TEST(StateBytes, are_little_endian_and_know_the_length_of_a_text) {
  StateWriter writer;
  writer.write(0x0102030405060708);
  writer.write_text("ab");
  const auto bytes = std::move(writer).take();
  const std::vector<int> expected = {8, 7, 6, 5, 4, 3, 2, 1, 2, 0, 0, 0, 0, 0, 0, 0, 'a', 'b'};
  ASSERT_EQ(bytes.size(), expected.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    EXPECT_EQ(std::to_integer<int>(bytes[i]), expected[i]) << i;
  }
}

}  // namespace
}  // namespace scrim::state_bytes_test
