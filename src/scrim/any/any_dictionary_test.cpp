// Rows out of a dictionary are counted as the same rows one by one are, to the bit, whatever the
// dictionary looks like.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/any/any_objects.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/core/thread_limits.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"
#include "scrim/transformations/count_distinct/make_count_distinct.hpp"
#include "scrim/transformations/drop_null/make_drop_null.hpp"
#include "scrim/transformations/impute/make_impute.hpp"
#include "scrim/transformations/row_by_row/make_row_by_row.hpp"

namespace scrim::any_dictionary_test {
namespace {

using Row = std::optional<std::string_view>;

const std::vector<std::string> categories = {
    "a", "", "b", "a text that is longer than sixteen bytes", "never seen", "\xff", "imputed"};

/// Some are in the list and some not, they repeat, and one in eight is null.
std::vector<std::string_view> awkward_entries(std::size_t size, std::mt19937_64& random) {
  static const std::vector<std::string_view> texts = {
      "a", "", "b", "a text that is longer than sixteen bytes", "in no category", "A", "\xff"};
  std::vector<std::string_view> entries(size);
  for (std::string_view& entry : entries) {
    if (random() % 8 != 0) entry = texts[random() % texts.size()];
  }
  return entries;
}

/// A part of a column of indices, and the rows that it stands for.
class CodedRows {
 public:
  template <class Index>
  static CodedRows make(ColumnType type, std::size_t rows, std::size_t entries, bool has_bits,
                        bool is_valid, std::mt19937_64& random) {
    CodedRows made;
    made.texts_ = awkward_entries(entries, random);
    if (is_valid) {
      for (std::string_view& entry : made.texts_) entry = entry.data() == nullptr ? "a" : entry;
    }
    made.dictionary_ = std::make_unique<const TextDictionary>(made.texts_);
    const std::size_t before = random() % 20;  // rows that are cut off
    const std::size_t all = before + rows + random() % 20;
    std::vector<Index> indices(all);
    for (Index& index : indices) index = index_below<Index>(entries, is_valid, random);
    made.memory_.resize(all * sizeof(Index));
    std::copy_n(reinterpret_cast<const std::byte*>(indices.data()), made.memory_.size(),
                made.memory_.begin());
    Column whole{.type = type,
                 .rows = all,
                 .values = made.memory_.data(),
                 .stride = sizeof(Index),
                 .dictionary = made.dictionary_.get()};
    if (has_bits) {
      whole.is_valid = made.some_bits(made.bits_, all, random);
      whole.parent_is_valid = made.some_bits(made.parent_bits_, all, random);
    }
    made.column_ = whole.subspan(before, rows);
    for (std::size_t i = before; i < before + rows; ++i) {
      const auto index = indices[i];
      const bool is_inside =
          std::in_range<std::size_t>(index) && static_cast<std::size_t>(index) < entries;
      made.rows_.push_back(is_inside && !whole.is_null(i)
                               ? row_of(made.texts_[static_cast<std::size_t>(index)])
                               : std::nullopt);
    }
    return made;
  }

  [[nodiscard]] const Column& column() const { return column_; }
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }

 private:
  static Row row_of(std::string_view entry) {
    return entry.data() == nullptr ? std::nullopt : Row(entry);
  }

  template <class Index>
  static Index index_below(std::size_t entries, bool is_valid, std::mt19937_64& random) {
    using Limits = std::numeric_limits<Index>;
    if (!is_valid && random() % 8 == 0) {
      const std::vector<Index> outside = {Limits::min(), Limits::max(), static_cast<Index>(-1),
                                          static_cast<Index>(entries),
                                          static_cast<Index>(entries + 1)};
      return outside[random() % outside.size()];
    }
    return static_cast<Index>(entries == 0 ? 0 : random() % entries);
  }

  static Bitmap some_bits(std::vector<std::uint8_t>& bits, std::size_t rows,
                          std::mt19937_64& random) {
    const std::size_t first = random() % 17;
    bits.resize((first + rows) / 8 + 1);
    for (std::uint8_t& byte : bits) byte = static_cast<std::uint8_t>(random() | random());
    return {bits.data(), first};
  }

  std::vector<std::string_view> texts_;
  std::unique_ptr<const TextDictionary> dictionary_;
  std::vector<std::byte> memory_;
  std::vector<std::uint8_t> bits_;
  std::vector<std::uint8_t> parent_bits_;
  Column column_;
  std::vector<Row> rows_;
};

/// Columns of all kinds of indices and lengths.
std::vector<CodedRows> batches(bool is_valid, std::size_t longest, std::mt19937_64& random) {
  std::vector<CodedRows> made;
  const auto add = [&]<class Index>(ColumnType type, Index) {
    for (const std::size_t rows : {std::size_t{0}, std::size_t{1}, std::size_t{9}, longest}) {
      for (const std::size_t entries :
           {std::size_t{is_valid ? 1U : 0U}, std::size_t{1}, std::size_t{11}, std::size_t{120}}) {
        made.push_back(CodedRows::make<Index>(type, rows, entries, !is_valid && random() % 2 == 0,
                                              is_valid, random));
      }
    }
  };
  add(ColumnType::int8, std::int8_t{});
  add(ColumnType::uint8, std::uint8_t{});
  add(ColumnType::int16, std::int16_t{});
  add(ColumnType::uint16, std::uint16_t{});
  add(ColumnType::int32, std::int32_t{});
  add(ColumnType::uint32, std::uint32_t{});
  add(ColumnType::int64, std::int64_t{});
  add(ColumnType::uint64, std::uint64_t{});
  return made;
}

/// The rows one by one, and where some are null, their bits.
struct PlainRows {
  std::vector<std::string_view> texts;
  std::vector<std::uint8_t> bits;

  explicit PlainRows(const std::vector<Row>& rows) : bits(rows.size() / 8 + 1) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      texts.push_back(rows[i].value_or("garbage"));
      if (rows[i]) bits[i / 8] |= static_cast<std::uint8_t>(1U << (i % 8));
    }
  }
  [[nodiscard]] NullableRows<std::string_view> with_nulls() const {
    return {texts, Bitmap{bits.data()}};
  }
};

/// What is gathered from all batches in one run, and in one run of the rows one by one.
void expect_same(const AnyTransformation& aggregate, const std::vector<CodedRows>& all,
                 bool has_nulls) {
  for (const std::size_t threads : {1U, 3U}) {
    auto coded = aggregate.start();
    auto plain = aggregate.start();
    for (const CodedRows& batch : all) {
      coded.update(batch.column(), {.threads = threads});
      const PlainRows rows(batch.rows());
      plain.update(has_nulls ? AnyBlock(rows.with_nulls()) : AnyBlock(TextRows(rows.texts)));
    }
    EXPECT_EQ(std::move(coded).save(), std::move(plain).save()) << threads << " threads";
  }
}

std::vector<std::uint64_t> counts_by_definition(const std::vector<CodedRows>& all,
                                                const std::optional<std::string>& imputed) {
  std::vector<std::uint64_t> counts(categories.size() + 1);
  for (const CodedRows& batch : all) {
    for (const Row& row : batch.rows()) {
      if (!row && !imputed) continue;
      const std::string_view text = row ? *row : std::string_view(*imputed);
      ++counts[static_cast<std::size_t>(std::find(categories.begin(), categories.end(), text) -
                                        categories.begin())];
    }
  }
  return counts;
}

AnyValue value_on(const AnyTransformation& aggregate, const std::vector<CodedRows>& all) {
  auto run = aggregate.start();
  for (const CodedRows& batch : all) run.update(batch.column());
  return std::move(run).finish();
}

const auto nullable = vector_domain(option_domain(atom_domain<std::string_view>()));
const auto texts = vector_domain<std::string_view>();

AnyTransformation counts() {
  return hide(make_count_by_categories(texts, SymmetricDistance{}, categories, OtherRows::counted));
}

constexpr std::size_t long_enough = 3 * rows_per_thread + 5;

TEST(AnyDictionary, is_counted_as_its_rows_one_by_one_where_nulls_are_dropped) {
  std::mt19937_64 random(1);
  const auto all = batches(false, long_enough, random);
  const auto drop = hide(make_drop_null(nullable, SymmetricDistance{}));
  expect_same(drop >> counts(), all, true);
  EXPECT_EQ(value_on(drop >> counts(), all), AnyValue(counts_by_definition(all, std::nullopt)));
}

TEST(AnyDictionary, is_counted_as_its_rows_one_by_one_where_nulls_are_replaced) {
  std::mt19937_64 random(2);
  const auto all = batches(false, 2 * block_rows + 3, random);
  for (const std::string value : {"imputed", "", "in no category either"}) {
    const auto impute = hide(make_impute(nullable, SymmetricDistance{}, value));
    expect_same(impute >> counts(), all, true);
    EXPECT_EQ(value_on(impute >> counts(), all), AnyValue(counts_by_definition(all, value)));
  }
}

TEST(AnyDictionary, is_counted_as_its_rows_one_by_one_where_none_can_be_null) {
  std::mt19937_64 random(3);
  const auto all = batches(true, long_enough, random);
  expect_same(counts(), all, false);
  EXPECT_EQ(value_on(counts(), all), AnyValue(counts_by_definition(all, std::nullopt)));
}

// A null that is there against the schema is a text in no category but "\xff", which is no text.
TEST(AnyDictionary, shows_a_null_against_its_schema_as_no_text) {
  std::mt19937_64 random(4);
  const auto all = batches(false, block_rows + 1, random);
  EXPECT_EQ(value_on(counts(), all), AnyValue(counts_by_definition(all, "\xff")));
}

TEST(AnyDictionary, has_as_many_distinct_rows_as_its_rows_one_by_one) {
  std::mt19937_64 random(5);
  const auto drop = hide(make_drop_null(nullable, SymmetricDistance{}));
  const auto distinct = drop >> hide(make_count_distinct(texts, SymmetricDistance{}, categories));
  auto all = batches(false, 40, random);
  for (CodedRows& batch : all) {
    std::vector<CodedRows> one;
    one.push_back(std::move(batch));
    expect_same(distinct, one, true);
    auto counted = counts_by_definition(one, std::nullopt);
    counted.pop_back();
    EXPECT_EQ(value_on(distinct, one),
              AnyValue(std::int64_t{
                  std::ranges::count_if(counted, [](std::uint64_t rows) { return rows != 0; })}));
  }
}

// Functions of a row take them one by one.
TEST(AnyDictionary, goes_through_row_functions) {
  std::mt19937_64 random(6);
  const auto all = batches(true, block_rows + 1, random);
  const auto reversed = hide(make_row_by_row(
      texts, SymmetricDistance{}, texts,
      [](std::span<const std::string_view> in, std::span<std::string_view> out) {
        for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i] == "a" ? "b" : in[i];
      },
      Identity("a becomes b")));
  expect_same(reversed >> counts(), all, false);
  auto expected = counts_by_definition(all, std::nullopt);
  expected[2] += std::exchange(expected[0], 0);
  EXPECT_EQ(value_on(reversed >> counts(), all), AnyValue(expected));
}

// Where a batch lay another may come to lie, with the same indices and another dictionary.
TEST(AnyDictionary, is_not_taken_for_one_that_lay_in_its_place) {
  const std::vector<std::int8_t> indices = {0, 1, 1};
  std::optional<TextDictionary> dictionary;
  auto run = counts().start();
  for (const std::vector<std::string_view>& entries :
       {std::vector<std::string_view>{"a", "b"}, {"b", ""}, {"?", "a"}, {"a", "b"}}) {
    dictionary.emplace(entries);
    run.update(Column{.type = ColumnType::int8,
                      .rows = indices.size(),
                      .values = reinterpret_cast<const std::byte*>(indices.data()),
                      .stride = 1,
                      .dictionary = &*dictionary});
  }
  EXPECT_EQ(std::move(run).finish(), AnyValue(std::vector<std::uint64_t>{4, 2, 5, 0, 0, 0, 0, 1}));
}

}  // namespace
}  // namespace scrim::any_dictionary_test
