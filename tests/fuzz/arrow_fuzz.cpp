// Arrow batches of one column: any schema, lengths and counts that may lie, and any bytes in
// buffers that are as large as promised. Whole against row by row, and who gave it gets it back.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/fuzz_target.hpp"
#include "scrim/columns/arrow/arrow_batch.hpp"
#include "scrim/columns/record_reader.hpp"
#include "support/arrow_node.hpp"

namespace {

using namespace scrim;
using fuzz::ByteReader;
using fuzz::require;
using test::ArrowNode;

constexpr std::size_t most_rows = 48;  ///< in front of the end of a slice
using Bytes = std::vector<std::uint8_t>;

/// Where the buffers of a column lie, so that a sanitizer sees a step outside.
class Memory {
 public:
  const void* keep(Bytes bytes) {
    kept_.push_back(std::make_unique<Bytes>(std::move(bytes)));
    return kept_.back()->data();
  }

 private:
  std::vector<std::unique_ptr<Bytes>> kept_;
};

Bytes bytes_of(ByteReader& reader, std::size_t size) {
  Bytes bytes(size);
  for (auto& byte : bytes) byte = reader.byte();
  return bytes;
}

/// A number that no array has, or a small one.
std::int64_t count(ByteReader& reader, std::size_t end) {
  const auto choice = reader.byte();
  if (choice == 255) return std::numeric_limits<std::int64_t>::max() - reader.byte();
  if (choice == 254) return -1 - reader.byte();
  return static_cast<std::int64_t>(choice % end);
}

void add_offsets(ByteReader& reader, ArrowNode& node, Memory& memory, std::size_t width) {
  const Bytes text = bytes_of(reader, reader.below(32));
  Bytes offsets = bytes_of(reader, (most_rows + 1) * width);
  // Every one may be the last, of which the text is as long as it says or longer.
  for (std::size_t i = 0; i <= most_rows; ++i) {
    std::memset(&offsets[i * width] + 1, offsets[i * width] > 250 ? 0xff : 0, width - 1);
    if (offsets[i * width] <= 250) {
      offsets[i * width] = static_cast<std::uint8_t>(offsets[i * width] % (text.size() + 1));
    }
  }
  node.buffers.push_back(memory.keep(std::move(offsets)));
  node.buffers.push_back(memory.keep(text));
}

void add_views(ByteReader& reader, ArrowNode& node, Memory& memory) {
  node.buffers.push_back(memory.keep(bytes_of(reader, most_rows * 16)));
  std::vector<std::int64_t> sizes(1 + reader.below(3));
  for (auto& size : sizes) {
    size = static_cast<std::int64_t>(reader.below(32));
    node.buffers.push_back(memory.keep(bytes_of(reader, static_cast<std::size_t>(size))));
  }
  Bytes raw(sizes.size() * 8);
  std::memcpy(raw.data(), sizes.data(), raw.size());
  node.buffers.push_back(memory.keep(std::move(raw)));
}

ArrowNode column(ByteReader& reader, Memory& memory, bool may_have_dictionary) {
  constexpr std::array formats = {"b", "c",  "s",        "i",          "l",        "C",
                                  "S", "I",  "L",        "f",          "g",        "u",
                                  "U", "vu", "d:9,2,32", "d:18,-3,64", "d:38,300", "d:76,0,256"};
  const std::size_t chosen = reader.below(formats.size() + 1);
  ArrowNode node{.format = chosen < formats.size() ? formats[chosen] : reader.text(8)};
  node.format = node.format.c_str();  // no zeros within
  node.length = count(reader, 16);
  node.offset = count(reader, 16);
  node.null_count = static_cast<std::int64_t>(reader.below(3)) - 1;
  node.flags = reader.flag() ? ARROW_FLAG_NULLABLE : 0;
  const bool has_dictionary = may_have_dictionary && reader.flag();
  const std::size_t buffers = 8 - reader.below(8);
  node.buffers.push_back(reader.flag() ? memory.keep(bytes_of(reader, most_rows / 8 + 1))
                                       : nullptr);
  if (node.format == "u" || node.format == "U") {
    add_offsets(reader, node, memory, node.format == "u" ? 4 : 8);
  } else if (node.format == "vu") {
    add_views(reader, node, memory);
  } else {
    node.buffers.push_back(memory.keep(bytes_of(reader, most_rows * 32)));
  }
  // Too few, unless what is last would be taken for the sizes of the texts that views lead to.
  if (buffers < node.buffers.size() && (node.format != "vu" || buffers <= 3)) {
    node.buffers.resize(buffers);
  }
  if (has_dictionary) {
    node.dictionary = std::make_shared<ArrowNode>(column(reader, memory, false));
  }
  return node;
}

using Rows = std::vector<std::optional<std::string>>;

template <class Row>
Rows rows_of(const Batch& batch) {
  Rows rows;
  RecordReader<std::optional<Row>> reader(batch.fields());
  reader.read(batch, [&](const auto& block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      rows.emplace_back();
      const std::optional<Row> row = std::get<0>(block[i]);
      if (!row) continue;
      if constexpr (Number<Row>) {
        rows.back().emplace(reinterpret_cast<const char*>(&*row), sizeof(Row));
      } else {
        rows.back().emplace(*row);
      }
    }
  });
  return rows;
}

template <class Row>
void check_rows(const Batch& batch) {
  const auto whole = fuzz::outcome_of([&] { return rows_of<Row>(batch); });
  if (batch.fields().empty()) {  // a struct of nothing
    require(whole.error == ErrorKind::mismatch, "refused for want of a field");
    return;
  }
  const Field& field = batch.fields().front();
  whole.require_valid(reads_into<Row>(field.type, field.is_dictionary), ErrorKind::wrong_type,
                      "refused by type alone");
  if (!whole.value) return;
  require(whole.value->size() == batch.size(), "every row is there");
  for (std::size_t i = 0; i < batch.size(); ++i) {
    require(rows_of<Row>(batch.subspan(i, 1)).front() == (*whole.value)[i],
            "a row is the same on its own");
  }
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  ByteReader reader({data, size});
  Memory memory;
  const bool is_in_struct = reader.flag();
  ArrowNode node = column(reader, memory, true);
  if (is_in_struct) {
    ArrowNode parent = test::batch_node({node}, count(reader, 16));
    parent.offset = count(reader, 16);
    if (reader.flag()) parent.buffers = {memory.keep(bytes_of(reader, most_rows / 8 + 1))};
    node = parent;
  }
  const auto fields = fuzz::outcome_of([&] { return fields_of(node.schema()); });
  if (!fields.value) {
    require(fields.error == ErrorKind::wrong_type, "a schema is refused by type");
    return 0;
  }
  {
    const auto batch =
        fuzz::outcome_of([&] { return ArrowBatch(ArrowOwner(node.array()), *fields.value); });
    if (batch.value) {
      check_rows<double>(batch.value->rows());
      check_rows<std::int64_t>(batch.value->rows());
      check_rows<std::uint64_t>(batch.value->rows());
      check_rows<std::string_view>(batch.value->rows());
    } else {
      require(batch.error == ErrorKind::input, "an array is refused by its form");
    }
  }
  require(node.releases == 1, "what was lent is given back once");
  return 0;
}
