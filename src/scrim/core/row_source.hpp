// Rows that several threads can have at once, block by block.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <utility>

#include "scrim/core/row_map.hpp"

namespace scrim {

/// Numbered places, of which each holds a row or none. block(first, count, buffer) gives the rows
/// of the places [first, first + count), in order: where they lie, or brought into the buffer,
/// where they stay until it is used again or changed.
///
/// Law: which row a place holds, if any, does not depend on how often, in what order, by which
/// thread, or as part of which block it is asked for. So the rows of a source are the same however
/// they are shared out.
///
/// Calls with different buffers may overlap: each thread has one of its own. A buffer takes the
/// memory of some block_rows rows, whatever the source holds.
template <class S, class Row>
concept RowSource = std::default_initializable<typename S::Buffer> &&
                    requires(const S& source, std::size_t number, typename S::Buffer& buffer) {
                      { source.places() } -> std::same_as<std::size_t>;
                      {
                        source.block(number, number, buffer)
                      } -> std::same_as<std::span<const Row>>;
                    };

/// Rows that lie in memory one behind the other: a row in each place, and no need for a buffer.
template <class Row>
class RowsInMemory {
 public:
  struct Buffer {};

  explicit RowsInMemory(std::span<const Row> rows) : rows_(rows) {}

  [[nodiscard]] std::size_t places() const noexcept { return rows_.size(); }

  /// Precondition (caller): first + count <= places().
  [[nodiscard]] std::span<const Row> block(std::size_t first, std::size_t count, Buffer&) const {
    return rows_.subspan(first, count);
  }

 private:
  std::span<const Row> rows_;
};

/// Calls use(block) for the rows of the places [first, end) of a source, at most block_rows at a
/// time. A block without a row is left out.
template <class Source, class Use>
void for_each_block(const Source& source, std::size_t first, std::size_t end,
                    typename Source::Buffer& buffer, Use&& use) {
  while (first < end) {
    const std::size_t count = std::min(block_rows, end - first);
    const auto block = source.block(first, count, buffer);
    if (!block.empty()) use(block);
    first += count;
  }
}

/// The same for all places.
template <class Source, class Use>
  requires requires { typename Source::Buffer; }
void for_each_block(const Source& source, Use&& use) {
  typename Source::Buffer buffer;
  for_each_block(source, 0, source.places(), buffer, std::forward<Use>(use));
}

}  // namespace scrim
