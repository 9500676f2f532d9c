#include "scrim/columns/arrow/arrow_stream.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>

#include "scrim/columns/arrow/arrow_batch.hpp"
#include "support/arrow_node.hpp"
#include "support/error_of.hpp"

namespace scrim::arrow_stream_test {
namespace {

/// Gives the node so many times, then ends or fails.
struct Producer {
  test::ArrowNode node;
  std::size_t batches = 0;
  int end = 0;
  int schema_result = 0;
  int releases = 0;

  ArrowArrayStream stream() {
    return {.get_schema =
                [](ArrowArrayStream* self, ArrowSchema* out) {
                  auto& from = *static_cast<Producer*>(self->private_data);
                  if (from.schema_result == 0) *out = from.node.schema();
                  return from.schema_result;
                },
            .get_next =
                [](ArrowArrayStream* self, ArrowArray* out) {
                  auto& from = *static_cast<Producer*>(self->private_data);
                  if (from.batches == 0) {
                    out->release = nullptr;
                    return from.end;
                  }
                  --from.batches;
                  *out = from.node.array();
                  return 0;
                },
            .get_last_error = [](ArrowArrayStream*) { return "row 17 holds 12345"; },
            .release =
                [](ArrowArrayStream* self) {
                  ++static_cast<Producer*>(self->private_data)->releases;
                  self->release = nullptr;
                },
            .private_data = this};
  }
};

const std::array<double, 3> values = {1, 2, 3};

Producer producer(std::size_t batches) {
  return {.node = {.format = "g", .buffers = {nullptr, values.data()}, .length = 3},
          .batches = batches};
}

TEST(ArrowStream, gives_its_batches_up_to_the_end) {
  Producer from = producer(2);
  {
    auto lent = from.stream();
    ArrowOwner stream(lent);
    const auto schema = schema_of(*stream);
    const ArrowFields fields = fields_of(*schema);
    std::size_t rows = 0;
    while (auto array = next_of(*stream)) {
      rows += ArrowBatch(std::move(*array), fields).rows().size();
    }
    EXPECT_EQ(rows, 6U);
  }
  EXPECT_EQ(from.node.releases, 3) << "a schema and two arrays";
  EXPECT_EQ(from.releases, 1);
}

TEST(ArrowStream, that_fails_says_nothing_of_its_data) {
  Producer from = producer(1);
  from.end = 5;
  auto stream = from.stream();
  EXPECT_TRUE(next_of(stream));
  const auto error = test::error_of([&] { (void)next_of(stream); });
  EXPECT_EQ(error.kind, ErrorKind::input);
  EXPECT_TRUE(error.is_invoke_error);
  EXPECT_FALSE(error.mentions("12345"));
  from.schema_result = 5;
  SCRIM_EXPECT_ERROR(schema_of(stream), ErrorKind::input, "no schema");
}

}  // namespace
}  // namespace scrim::arrow_stream_test
