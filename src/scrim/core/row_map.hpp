// Dataset to dataset: a function that takes a block of rows and gives a block of rows.
#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scrim/kernels/block_rows.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

/// Calls use(block) for consecutive blocks of at most block_rows rows.
template <class Row, class Use>
void for_each_block(std::span<const Row> rows, Use&& use) {
  while (!rows.empty()) {
    const std::size_t length = std::min(rows.size(), block_rows);
    use(rows.first(length));
    rows = rows.subspan(length);
  }
}

/// A function on datasets that acts on each block by itself: f(x ++ y) = f(x) ++ f(y).
///
/// The block function replaces the content of its second argument; it may give fewer or more rows
/// than it got. It keeps no state, so one RowMap serves any number of threads.
template <class In, class Out>
class RowMap {
 public:
  using BlockFunction = std::function<void(std::span<const In>, std::vector<Out>&)>;

  /// `name` tells the function from others where runs are saved: constructor and parameters.
  /// Without one, runs that go through this function cannot be saved.
  explicit RowMap(BlockFunction block_function, std::string name = "")
      : block_function_(std::move(block_function)), name_(std::move(name)) {}

  [[nodiscard]] const std::string& name() const noexcept { return name_; }

  void apply(std::span<const In> block, std::vector<Out>& out) const {
    block_function_(block, out);
  }

  /// The whole dataset at once, still computed block by block.
  [[nodiscard]] std::vector<Out> apply_all(std::span<const In> rows) const {
    std::vector<Out> result;
    result.reserve(rows.size());
    std::vector<Out> out;
    strictly([&] {
      for_each_block(rows, [&](std::span<const In> block) {
        apply(block, out);
        result.insert(result.end(), out.begin(), out.end());
      });
    });
    return result;
  }

 private:
  BlockFunction block_function_;
  std::string name_;
};

/// Second after first. The middle block lives for one call: its allocation is shared by some
/// thousand rows, and nothing is kept between calls.
template <class In, class Middle, class Out>
[[nodiscard]] RowMap<In, Out> chain_functions(const RowMap<In, Middle>& first,
                                              const RowMap<Middle, Out>& second) {
  const bool is_named = !first.name().empty() && !second.name().empty();
  return RowMap<In, Out>(
      [first, second](std::span<const In> block, std::vector<Out>& out) {
        std::vector<Middle> middle;
        first.apply(block, middle);
        second.apply(middle, out);
      },
      is_named ? first.name() + " >> " + second.name() : "");
}

}  // namespace scrim
