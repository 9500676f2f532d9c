#include "scrim/columns/arrow/arrow_fields.hpp"

#include <gtest/gtest.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "support/arrow_node.hpp"
#include "support/error_of.hpp"

namespace scrim::arrow_fields_test {
namespace {

using test::ArrowNode;
using test::batch_node;

ArrowNode column(std::string name, std::string format, std::int64_t flags = ARROW_FLAG_NULLABLE) {
  return {.format = std::move(format), .flags = flags, .name = std::move(name)};
}

TEST(ArrowType, is_read_off_the_format) {
  const std::vector<std::tuple<std::string, ColumnType, std::ptrdiff_t, std::int32_t>> formats = {
      {"b", ColumnType::bits, 0, 0},
      {"c", ColumnType::int8, 1, 0},
      {"s", ColumnType::int16, 2, 0},
      {"i", ColumnType::int32, 4, 0},
      {"l", ColumnType::int64, 8, 0},
      {"C", ColumnType::uint8, 1, 0},
      {"S", ColumnType::uint16, 2, 0},
      {"I", ColumnType::uint32, 4, 0},
      {"L", ColumnType::uint64, 8, 0},
      {"f", ColumnType::float32, 4, 0},
      {"g", ColumnType::float64, 8, 0},
      {"u", ColumnType::text32, 4, 0},
      {"U", ColumnType::text64, 8, 0},
      {"vu", ColumnType::text_view, 16, 0},
      {"d:9,4,32", ColumnType::decimal32, 4, 4},
      {"d:18,-5,64", ColumnType::decimal64, 8, -5},
      {"d:38,2", ColumnType::decimal128, 16, 2},
      {"d:38,38,128", ColumnType::decimal128, 16, 38},
      {"d:76,0,256", ColumnType::decimal256, 32, 0}};
  for (const auto& [format, type, stride, scale] : formats) {
    const ArrowType found = type_of(column("x", format).schema());
    EXPECT_EQ(found.type, type) << format;
    EXPECT_EQ(found.stride, stride) << format;
    EXPECT_EQ(found.scale, scale) << format;
  }
}

TEST(ArrowType, that_cannot_be_read_is_refused_with_what_to_write) {
  const std::vector<std::pair<std::string, std::string>> refused = {
      {"n", "a column of nulls has no type that says what its rows would be; cast it to that type"},
      {"_pli128", "integers of 128 bits cannot be read; cast the column"},
      {"_plu128", "integers of 128 bits"},
      {"_plx", "Arrow type \"_plx\" cannot be read; cast"},
      {"+l", "Arrow type \"+l\""},
      {"", "Arrow type \"\""},
      {"z", "Arrow type \"z\""},
      {"e", "Arrow type \"e\""},
      {"d:9", "Arrow type \"d\""},
      {"w:11", "Arrow type \"w\""},
      {"+w:3", "Arrow type \"+w\""},
      {"d:9,2,16", "Arrow type"},
      {"d:9,2,128,1", "Arrow type"},
      {"d:9,x", "Arrow type"},
      {"tts",
       "times of day is no column of numbers; cast it to integers, which are seconds since "
       "midnight: column.cast(pyarrow.int32())"},
      {"ttn", "nanoseconds since midnight: column.cast(pyarrow.int64())"},
      {"tsx:", "Arrow type \"tsx\""},
      {"tsu", "Arrow type \"tsu\""},
      {"tdx", "Arrow type \"tdx\""},
      {"tDm", "durations is no column of numbers; cast it to integers, which are milliseconds: "},
      {"tiM", "intervals of the calendar"}};
  for (const auto& [format, words] : refused) {
    auto node = column("x", format);
    SCRIM_EXPECT_ERROR(fields_of(node.schema()), ErrorKind::wrong_type, words);
  }
}

TEST(ArrowType, of_dates_and_timestamps_says_their_unit) {
  const std::vector<std::pair<std::string, ColumnType>> types = {
      {"tdD", ColumnType::date_days32},
      {"tdm", ColumnType::date_milliseconds},
      {"tss:", ColumnType::time_seconds},
      {"tsm:UTC", ColumnType::time_milliseconds},
      {"tsu:+01:00", ColumnType::time_microseconds},
      {"tsn:Europe/Paris", ColumnType::time_nanoseconds}};
  for (const auto& [format, type] : types) {
    auto node = column("x", format);
    const ArrowFields fields = fields_of(node.schema());
    EXPECT_EQ(fields.fields.front().type, type) << format;
    EXPECT_EQ(fields.places.front().type.stride, format == "tdD" ? 4 : 8);
  }
}

TEST(ArrowFields, are_those_of_the_names_in_their_order) {
  auto batch =
      batch_node({column("when", "tsu:UTC"), column("age", "i"), column("city", "u", 0)}, 0);
  const ArrowFields fields = fields_of(batch.schema(), {"city", "age"});
  const Field city{.name = "city", .type = ColumnType::text32};
  const Field age{.name = "age", .type = ColumnType::int32, .is_nullable = true};
  EXPECT_EQ(fields.fields, (std::vector{city, age}));
  EXPECT_EQ(fields.places.at(0).child, 2U);
  EXPECT_EQ(fields.places.at(1).child, 1U);
  EXPECT_EQ(fields.children, 3);
  EXPECT_EQ(fields_of(batch.schema()).fields.front().type, ColumnType::time_microseconds);
  batch.children.front().format = "tDu";
  SCRIM_EXPECT_ERROR(fields_of(batch.schema()), ErrorKind::wrong_type, "durations");
  batch.children.erase(batch.children.begin());
  EXPECT_EQ(fields_of(batch.schema()).fields, (std::vector{age, city}));
}

TEST(ArrowFields, of_names_that_are_not_there_once_are_refused) {
  auto batch = batch_node({column("x", "g"), column("y", "g"), column("x", "g")}, 0);
  SCRIM_EXPECT_ERROR(fields_of(batch.schema(), {"y", "z"}), ErrorKind::mismatch,
                     "no column \"z\"; its columns are: \"x\", \"y\", \"x\"");
  SCRIM_EXPECT_ERROR(fields_of(batch.schema(), {"x"}), ErrorKind::mismatch,
                     "several columns \"x\"");
  EXPECT_EQ(fields_of(batch.schema(), {"y"}).fields.size(), 1U);
  SCRIM_EXPECT_ERROR(fields_of(column("x", "g").schema(), {"x"}), ErrorKind::mismatch,
                     "schema of a batch");
}

TEST(ArrowFields, of_an_array_are_its_one_column) {
  auto node = column("x", "f", 0);
  const ArrowFields fields = fields_of(node.schema());
  EXPECT_EQ(fields.fields, (std::vector{Field{.name = "x", .type = ColumnType::float32}}));
  EXPECT_FALSE(fields.children);
}

TEST(ArrowFields, without_a_name_have_the_empty_one) {
  auto node = column("x", "f", 0);
  ArrowSchema& schema = node.schema();
  schema.name = nullptr;
  EXPECT_EQ(fields_of(schema).fields.front().name, "");
}

TEST(ArrowFields, may_be_null_where_they_or_their_struct_may) {
  for (const std::int64_t own : {0, ARROW_FLAG_NULLABLE}) {
    for (const std::int64_t parent : {0, ARROW_FLAG_NULLABLE}) {
      auto batch = batch_node({column("x", "g", own | ARROW_FLAG_DICTIONARY_ORDERED)}, 0);
      batch.flags = parent;
      EXPECT_EQ(fields_of(batch.schema()).fields.front().is_nullable, own != 0 || parent != 0);
    }
  }
}

TEST(ArrowFields, of_dictionaries_are_texts_behind_integers) {
  const auto coded = [](std::string indices, std::string entries) {
    auto node = column("x", std::move(indices));
    node.dictionary = std::make_shared<ArrowNode>(column("", std::move(entries)));
    return node;
  };
  for (const std::string entries : {"u", "U", "vu"}) {
    const ArrowFields fields = fields_of(coded("C", entries).schema());
    EXPECT_TRUE(fields.fields.front().is_dictionary);
    EXPECT_EQ(fields.fields.front().type, ColumnType::uint8);
    EXPECT_TRUE(fields.places.front().dictionary_type);
  }
  SCRIM_EXPECT_ERROR(fields_of(coded("c", "g").schema()), ErrorKind::wrong_type,
                     "dictionaries of texts");
  SCRIM_EXPECT_ERROR(fields_of(coded("c", "tdD").schema()), ErrorKind::wrong_type, "dates");
  for (const std::string indices : {"f", "u", "b"}) {
    SCRIM_EXPECT_ERROR(fields_of(coded(indices, "u").schema()), ErrorKind::wrong_type,
                       "indices of a dictionary must be integers");
  }
}

}  // namespace
}  // namespace scrim::arrow_fields_test
