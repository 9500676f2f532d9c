// Rows that are looked at together: what row maps, folds and runs are given, a piece at a time.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>

#include "scrim/kernels/block_rows.hpp"

namespace scrim {

/// Rows that can be counted and cut: b.subspan(first, count) is a block of the same kind that holds
/// the rows [first, first + count), where they lie. Copying one copies no row. What a block looks
/// at outlives it, and does not change while it is used.
///
/// A std::span is one; so are texts behind a dictionary (columns/text_rows.hpp), Columns of several
/// (columns/columns.hpp), a Column as it lies in memory (columns/column.hpp), and blocks whose type
/// is known only at run time (any/any_block.hpp).
///
/// Law: which rows a block holds does not depend on how it was cut, in what order its pieces are
/// asked for, or by which thread.
template <class B>
concept Block = std::copyable<B> && requires(const B& block, std::size_t count) {
  { block.size() } -> std::convertible_to<std::size_t>;
  { block.subspan(count, count) } -> std::convertible_to<B>;
};

/// Calls use(block) for consecutive blocks of at most `length` rows.
template <Block B, class Use>
void for_each_block(const B& rows, Use&& use, std::size_t length = block_rows) {
  for (std::size_t first = 0; first < rows.size(); first += length) {
    use(B(rows.subspan(first, std::min(length, rows.size() - first))));
  }
}

}  // namespace scrim
