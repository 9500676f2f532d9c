#include "scrim/columns/arrow/arrow_batch.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "scrim/columns/block.hpp"
#include "scrim/columns/read_column.hpp"
#include "support/arrow_node.hpp"
#include "support/error_of.hpp"

namespace scrim::arrow_batch_test {
namespace {

using test::ArrowNode;
using test::batch_node;
using test::bits_of;

/// Rows of one column, texts owned.
template <class Row>
using Rows = std::vector<std::optional<std::conditional_t<Number<Row>, Row, std::string>>>;

template <class Row>
Rows<Row> rows_of(const Column& column) {
  Rows<Row> rows;
  ColumnBuffer<Row> buffer;
  for_each_block(column, [&](const Column& block) {
    const auto read = read_column(block, buffer);
    for (std::size_t i = 0; i < read.size(); ++i) {
      rows.emplace_back();
      if (const auto row = read[i]) rows.back().emplace(*row);
    }
  });
  return rows;
}

ArrowBatch batch_of(ArrowNode& node) {
  const ArrowFields fields = fields_of(node.schema());
  return {ArrowOwner(node.array()), fields};
}

template <class Row>
Rows<Row> rows_of(ArrowNode& node) {
  const ArrowBatch batch = batch_of(node);
  return rows_of<Row>(batch.rows().column(0));
}

template <class Stored, class Row>
void expect_numbers(const std::string& format) {
  const std::array<Stored, 5> values = {Stored{1}, Stored{2}, std::numeric_limits<Stored>::max(),
                                        std::numeric_limits<Stored>::lowest(), Stored{5}};
  ArrowNode node{.format = format, .buffers = {nullptr, values.data()}, .length = 4, .offset = 1};
  Rows<Row> expected;
  for (std::size_t i = 1; i < values.size(); ++i)
    expected.emplace_back(static_cast<Row>(values[i]));
  EXPECT_EQ(rows_of<Row>(node), expected) << format;
}

TEST(ArrowBatch, holds_numbers_of_every_width) {
  expect_numbers<std::int8_t, std::int64_t>("c");
  expect_numbers<std::int16_t, std::int64_t>("s");
  expect_numbers<std::int32_t, std::int64_t>("i");
  expect_numbers<std::int64_t, std::int64_t>("l");
  expect_numbers<std::uint8_t, std::uint64_t>("C");
  expect_numbers<std::uint16_t, std::uint64_t>("S");
  expect_numbers<std::uint32_t, std::uint64_t>("I");
  expect_numbers<std::uint64_t, std::uint64_t>("L");
  expect_numbers<float, double>("f");
  expect_numbers<double, double>("g");
}

TEST(ArrowBatch, holds_booleans_and_decimals) {
  const auto bits = bits_of("1011001");
  ArrowNode booleans{.format = "b", .buffers = {nullptr, bits.data()}, .length = 4, .offset = 2};
  EXPECT_EQ(rows_of<std::int64_t>(booleans), (Rows<std::int64_t>{1, 1, 0, 0}));
  for (const int width : {32, 64, 128, 256}) {
    std::vector<std::uint8_t> digits(static_cast<std::size_t>(width / 8) * 3, 0);
    digits[static_cast<std::size_t>(width / 8)] = 125;  // the second row
    ArrowNode decimals{.format = "d:9,2," + std::to_string(width),
                       .buffers = {nullptr, digits.data()},
                       .length = 2,
                       .offset = 1};
    EXPECT_EQ(rows_of<double>(decimals), (Rows<double>{1.25, 0.0})) << width;
  }
}

template <class Offset>
void expect_texts(const std::string& format) {
  const std::string text = "zzabccde";
  const std::array<Offset, 6> ends = {0, 2, 3, 3, 6, 8};
  const auto valid = bits_of("11101");
  ArrowNode node{.format = format,
                 .buffers = {valid.data(), ends.data(), text.data()},
                 .length = 4,
                 .offset = 1};
  EXPECT_EQ(rows_of<std::string_view>(node), (Rows<std::string_view>{"a", "", std::nullopt, "de"}));
  // Where all texts are empty, there may be no memory of them.
  const std::array<Offset, 3> nothing = {0, 0, 0};
  ArrowNode empty{.format = format, .buffers = {nullptr, nothing.data(), nullptr}, .length = 2};
  EXPECT_EQ(rows_of<std::string_view>(empty), (Rows<std::string_view>{"", ""}));
}

TEST(ArrowBatch, holds_texts_between_offsets) {
  expect_texts<std::int32_t>("u");
  expect_texts<std::int64_t>("U");
}

std::array<std::int32_t, 4> view_in_place(std::string_view text) {
  std::array<std::int32_t, 4> view = {static_cast<std::int32_t>(text.size())};
  std::memcpy(&view[1], text.data(), text.size());
  return view;
}

TEST(ArrowBatch, holds_texts_that_are_views) {
  const std::string text = "..a text that is longer than twelve bytes";
  const std::array<std::array<std::int32_t, 4>, 4> views = {
      view_in_place("before"),
      view_in_place("short"),
      {39, 0, 1, 2},
      {1000, 0, 1, 0}};  // the last one leads outside
  const std::array<std::int64_t, 2> sizes = {0, static_cast<std::int64_t>(text.size())};
  ArrowNode node{.format = "vu",
                 .buffers = {nullptr, views.data(), nullptr, text.data(), sizes.data()},
                 .length = 3,
                 .offset = 1};
  EXPECT_EQ(rows_of<std::string_view>(node),
            (Rows<std::string_view>{"short", text.substr(2), std::string(no_text)}));
  ArrowNode all_in_place{.format = "vu", .buffers = {nullptr, views.data(), nullptr}, .length = 2};
  EXPECT_EQ(rows_of<std::string_view>(all_in_place), (Rows<std::string_view>{"before", "short"}));
  all_in_place.buffers = {nullptr, views.data(), text.data(), nullptr};
  SCRIM_EXPECT_ERROR(batch_of(all_in_place), ErrorKind::input, "form");
}

TEST(ArrowBatch, is_read_where_it_lies) {
  const std::vector<double> values(20);
  ArrowNode node{.format = "g", .buffers = {nullptr, values.data()}, .length = 10, .offset = 3};
  const ArrowBatch batch = batch_of(node);
  EXPECT_EQ(batch.rows().column(0).values, reinterpret_cast<const std::byte*>(&values[3]));
}

/// Every way to cut a batch, with nulls in the column and in the struct at any bit of a byte.
TEST(ArrowBatch, has_the_rows_of_its_slice) {
  constexpr std::int64_t all = 40;
  std::vector<std::int64_t> values(all);
  std::string own;
  std::string whole;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<std::int64_t>(i);
    own += i % 3 == 0 ? '0' : '1';
    whole += i % 7 == 2 ? '0' : '1';
  }
  const auto own_bits = bits_of(own);
  const auto struct_bits = bits_of(whole);
  for (std::int64_t child_offset = 0; child_offset < 10; ++child_offset) {
    for (std::int64_t offset = 0; offset < 18; ++offset) {
      const std::int64_t length = all - child_offset - offset - 1;
      ArrowNode column{.format = "l",
                       .buffers = {own_bits.data(), values.data()},
                       .length = all - child_offset,
                       .offset = child_offset};
      auto node = batch_node({column}, length, struct_bits.data());
      node.offset = offset;
      Rows<std::int64_t> expected;
      for (std::int64_t i = 0; i < length; ++i) {
        const auto place = static_cast<std::size_t>(i + offset);
        const auto value = place + static_cast<std::size_t>(child_offset);
        expected.emplace_back();
        if (own[value] == '1' && whole[place] == '1') expected.back() = values[value];
      }
      ASSERT_EQ(rows_of<std::int64_t>(node), expected) << child_offset << " " << offset;
    }
  }
}

TEST(ArrowBatch, looks_at_no_bits_where_there_are_no_nulls) {
  const std::array<double, 2> values = {1, 2};
  const auto none = bits_of("00");
  ArrowNode node{
      .format = "g", .buffers = {none.data(), values.data()}, .length = 2, .null_count = 0};
  EXPECT_EQ(rows_of<double>(node), (Rows<double>{1, 2}));
  node.null_count = 2;
  EXPECT_EQ(rows_of<double>(node), (Rows<double>{std::nullopt, std::nullopt}));
}

struct Coded {
  std::array<std::int32_t, 5> ends = {0, 2, 3, 3, 5};
  std::string text = "zzayy";
  std::vector<std::uint8_t> valid = bits_of("1110");
  std::array<std::int8_t, 7> indices = {9, 0, 1, 2, 3, -1, 0};
  std::vector<std::uint8_t> present = bits_of("1111110");

  /// "a", "", null; the first entry is cut off.
  ArrowNode node() const {
    ArrowNode coded{
        .format = "c", .buffers = {present.data(), indices.data()}, .length = 6, .offset = 1};
    coded.dictionary =
        std::make_shared<ArrowNode>(ArrowNode{.format = "u",
                                              .buffers = {valid.data(), ends.data(), text.data()},
                                              .length = 3,
                                              .offset = 1});
    return coded;
  }
};

TEST(ArrowBatch, looks_up_in_dictionaries) {
  const Coded memory;
  const Rows<std::string_view> expected = {"a",          "",           std::nullopt,
                                           std::nullopt, std::nullopt, std::nullopt};
  auto node = memory.node();
  EXPECT_EQ(rows_of<std::string_view>(node), expected);
  // Two columns, each with the dictionary of its own.
  auto batch = batch_node({memory.node(), memory.node()}, 6);
  batch.children.back().dictionary->offset = 0;
  const ArrowBatch both = batch_of(batch);
  EXPECT_EQ(rows_of<std::string_view>(both.rows().column(0)), expected);
  EXPECT_EQ(rows_of<std::string_view>(both.rows().column(1)),
            (Rows<std::string_view>{"zz", "a", "", std::nullopt, std::nullopt, std::nullopt}));
}

TEST(ArrowBatch, without_rows_needs_no_memory) {
  for (const char* format : {"g", "b", "u", "vu", "d:9,2"}) {
    ArrowNode node{.format = format, .buffers = {nullptr, nullptr, nullptr}};
    EXPECT_EQ(batch_of(node).rows().size(), 0U) << format;
  }
}

TEST(ArrowBatch, of_another_form_than_its_schema_promises_is_refused) {
  const std::vector<double> values(10);
  const Coded memory;
  const auto batch = [&] {
    return batch_node(
        {{.format = "g", .buffers = {nullptr, values.data()}, .length = 10}, memory.node()}, 6);
  };
  using Spoil = std::function<void(ArrowArray&)>;
  const std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const std::vector<Spoil> spoiled = {
      [](ArrowArray& a) { a.length = -1; },
      [](ArrowArray& a) { a.offset = -1; },
      [=](ArrowArray& a) { a.length = most; },
      [=](ArrowArray& a) { a.offset = most; },
      [](ArrowArray& a) { a.n_children = 1; },
      [](ArrowArray& a) { a.n_children = 3; },
      [](ArrowArray& a) { a.length = 7; },  // the second column has six rows
      [](ArrowArray& a) { a.offset = 1; },
      [](ArrowArray& a) { a.children[0]->length = 5; },
      [](ArrowArray& a) { a.children[0]->length = -1; },
      [](ArrowArray& a) { a.children[0]->offset = -1; },
      [=](ArrowArray& a) { a.children[0]->offset = most; },
      [](ArrowArray& a) { a.children[0]->n_buffers = 1; },
      [](ArrowArray& a) { a.children[0]->n_buffers = 0; },
      [](ArrowArray& a) { a.children[0]->buffers[1] = nullptr; },
      [](ArrowArray& a) { a.children[1]->dictionary = nullptr; },
      [](ArrowArray& a) { a.children[1]->dictionary->length = -1; },
      [](ArrowArray& a) { a.children[1]->dictionary->offset = -1; },
      [](ArrowArray& a) { a.children[1]->dictionary->n_buffers = 2; },
      [](ArrowArray& a) { a.children[1]->dictionary->buffers[1] = nullptr; }};
  for (std::size_t i = 0; i < spoiled.size(); ++i) {
    auto node = batch();
    const ArrowFields fields = fields_of(node.schema());
    ArrowArray& lent = node.array();
    spoiled[i](lent);
    ArrowOwner owner(lent);
    const auto error = test::error_of([&] { (void)ArrowBatch(std::move(owner), fields); });
    EXPECT_EQ(error.kind, ErrorKind::input) << i;
    EXPECT_TRUE(error.is_invoke_error) << i;
    EXPECT_EQ(node.releases, 1) << "also what is refused is given back: " << i;
  }
}

TEST(ArrowOwner, releases_once) {
  const std::array<double, 1> values = {1};
  ArrowNode node{.format = "g", .buffers = {nullptr, values.data()}, .length = 1};
  {
    ArrowArray& lent = node.array();
    ArrowOwner owner(lent);
    EXPECT_EQ(lent.release, nullptr) << "marked as taken over";
    ArrowOwner<ArrowArray> second = std::move(owner);
    EXPECT_TRUE(second.is_live());
    ArrowOwner<ArrowArray> third;
    EXPECT_FALSE(third.is_live());
    third = std::move(second);
    {
      ArrowBatch batch(std::move(third), fields_of(node.schema()));
      const ArrowBatch moved = std::move(batch);
      EXPECT_EQ(moved.rows().size(), 1U);
      EXPECT_EQ(node.releases, 0);
    }
    EXPECT_EQ(node.releases, 1);
  }
  EXPECT_EQ(node.releases, 1);
}

TEST(ArrowOwner, does_not_release_what_a_consumer_took) {
  ArrowNode node{.format = "g"};
  {
    ArrowOwner owner(node.schema());
    const ArrowOwner<ArrowSchema> consumer(*owner);
  }
  EXPECT_EQ(node.releases, 1);
}

}  // namespace
}  // namespace scrim::arrow_batch_test
