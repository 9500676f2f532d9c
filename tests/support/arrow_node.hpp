// Arrow columns and batches by hand: what schema and array say, and a count of releases.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/columns/arrow/arrow_abi.hpp"

namespace scrim::test {

/// A column (or, with children, a batch) as a producer may give it. The buffers are the caller's.
struct ArrowNode {
  std::string format;
  std::vector<const void*> buffers = {};
  std::int64_t length = 0;
  std::int64_t offset = 0;
  std::int64_t null_count = -1;  ///< not computed
  std::int64_t flags = ARROW_FLAG_NULLABLE;
  std::string name = {};
  std::vector<ArrowNode> children = {};
  std::shared_ptr<ArrowNode> dictionary = nullptr;
  int releases = 0;  ///< of structs that were given

  /// Valid as long as the node lives and is not asked again.
  [[nodiscard]] ArrowSchema& schema() {
    child_schemas.clear();
    for (ArrowNode& child : children) child_schemas.push_back(&child.schema());
    given_schema = {format.c_str(),
                    name.c_str(),
                    nullptr,
                    flags,
                    static_cast<std::int64_t>(children.size()),
                    child_schemas.data(),
                    dictionary ? &dictionary->schema() : nullptr,
                    count<ArrowSchema>,
                    &releases};
    return given_schema;
  }
  [[nodiscard]] ArrowArray& array() {
    child_arrays.clear();
    for (ArrowNode& child : children) child_arrays.push_back(&child.array());
    given_array = {length,
                   null_count,
                   offset,
                   static_cast<std::int64_t>(buffers.size()),
                   static_cast<std::int64_t>(children.size()),
                   buffers.data(),
                   child_arrays.data(),
                   dictionary ? &dictionary->array() : nullptr,
                   count<ArrowArray>,
                   &releases};
    return given_array;
  }

  template <class Struct>
  static void count(Struct* released) {
    ++*static_cast<int*>(released->private_data);
    released->release = nullptr;
  }

  // What was given.
  std::vector<ArrowSchema*> child_schemas = {};
  std::vector<ArrowArray*> child_arrays = {};
  ArrowSchema given_schema = {};
  ArrowArray given_array = {};
};

/// Bits of Arrow, least significant first: bits_of("101") has the first and the third set.
[[nodiscard]] inline std::vector<std::uint8_t> bits_of(std::string_view digits) {
  std::vector<std::uint8_t> bits(digits.size() / 8 + 1, 0);
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (digits[i] == '1') bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | (1U << (i % 8)));
  }
  return bits;
}

/// A batch of these columns.
[[nodiscard]] inline ArrowNode batch_node(std::vector<ArrowNode> children, std::int64_t length,
                                          const void* validity = nullptr) {
  return {.format = "+s",
          .buffers = {validity},
          .length = length,
          .flags = 0,
          .children = std::move(children)};
}

}  // namespace scrim::test
