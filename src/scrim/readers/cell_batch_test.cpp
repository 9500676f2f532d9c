#include "scrim/readers/cell_batch.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "scrim/columns/arrow/arrow_batch.hpp"
#include "scrim/columns/record_reader.hpp"
#include "scrim/readers/csv_reader.hpp"
#include "support/error_of.hpp"

namespace scrim::readers::cell_batch_test {
namespace {

CellBatch read(std::string_view file) {
  CsvReader reader({}, {{.position = 0, .format = {CellType::number}},
                        {.position = 1, .format = {CellType::text}},
                        {.position = 2, .format = {CellType::integer}}});
  EXPECT_EQ(reader.feed(file), file.size());
  reader.finish();
  return cell_batch({"age", "city", "rooms"}, reader.take());
}

using Reader = RecordReader<std::optional<std::int64_t>, std::optional<std::string_view>,
                            std::optional<double>>;
using Record =
    std::tuple<std::optional<std::int64_t>, std::optional<std::string>, std::optional<double>>;

/// Over the Arrow interface, in another order.
std::vector<Record> records(const CellBatch& cells) {
  const auto schema = schema_of(cells);
  const ArrowFields fields = fields_of(*schema, {"rooms", "city", "age"});
  const ArrowBatch batch(array_of(cells), fields);
  std::vector<Record> rows;
  Reader(fields.fields).read(batch.rows(), [&](const auto& block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      const auto [rooms, city, age] = block[i];
      rows.emplace_back(rooms, city ? std::optional(std::string(*city)) : std::nullopt, age);
    }
  });
  return rows;
}

TEST(CellBatch, is_read_back_as_it_was_written) {
  EXPECT_EQ(
      records(read("44.5,Arden,3\nx,,\n-1,\"a, b\",4\n")),
      (std::vector<Record>{
          {3, "Arden", 44.5}, {std::nullopt, std::nullopt, std::nullopt}, {4, "a, b", -1.0}}));
  EXPECT_TRUE(records(read("")).empty());
}

TEST(CellBatch, shares_its_memory) {
  auto cells = read("1,a,2\n3,b,4\n");
  const auto* numbers = cells.columns->front().numbers().data();
  const std::weak_ptr columns = cells.columns;
  ArrowArray moved{};
  {
    auto array = array_of(cells);
    cells = {};
    EXPECT_EQ(array->children[0]->buffers[1], numbers);
    // A consumer may take a child away from its parent.
    moved = *array->children[0];
    array->children[0]->release = nullptr;
  }
  EXPECT_FALSE(columns.expired());
  moved.release(&moved);
  EXPECT_EQ(moved.release, nullptr);
  EXPECT_TRUE(columns.expired());
}

TEST(CellBatch, has_a_name_for_each_column) {
  SCRIM_EXPECT_ERROR(cell_batch({"a", "b"}, {CellColumn({})}), ErrorKind::mismatch, "a name");
}

}  // namespace
}  // namespace scrim::readers::cell_batch_test
