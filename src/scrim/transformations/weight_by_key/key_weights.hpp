// The accumulator of weights by key.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "scrim/columns/batch.hpp"
#include "scrim/columns/imputed_rows.hpp"
#include "scrim/columns/read_column.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/spaces/keyed_counts.hpp"
#include "scrim/transformations/count_by_key/key_counts.hpp"

namespace scrim {

/// Reads tables of a key and an integer above 0, and gives what those of each key add up to. Sums
/// that do not fit saturate.
template <Key K>
class KeyWeights {
 public:
  using Row = std::conditional_t<std::same_as<K, std::string>, std::string_view, K>;

  /// Precondition (caller): the block has at most block_rows rows; weights are above 0 and never
  ///   missing.
  void update(const Batch& block) {
    const AtomRows<Row> keys =
        imputed_rows(read_column(block.column(0), buffer_), row_of_unforeseen_null<Row>(), rows_);
    const auto weights = read_column(block.column(1), weights_).values;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      sums_.add(keys[i], static_cast<std::uint64_t>(weights[i]));
    }
  }
  void merge(const KeyWeights& other) { sums_.merge(other.sums_); }
  [[nodiscard]] Identity identity() const { return Identity("of weights") + sums_.identity(); }
  void save(StateWriter& writer) const { sums_.save(writer); }
  void load(StateReader& reader) { sums_.load(reader); }
  [[nodiscard]] KeyedCounts<K> finish() const { return sums_.finish(); }

 private:
  KeyCounts<Row> sums_;
  ColumnBuffer<Row> buffer_;
  ColumnBuffer<std::int64_t> weights_;
  std::vector<Row> rows_;
};

}  // namespace scrim
