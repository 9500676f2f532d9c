// The accumulator of counts by key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include "scrim/columns/atom.hpp"
#include "scrim/columns/text_rows.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/spaces/keyed_counts.hpp"
#include "scrim/transformations/count_by_key/integer_keys.hpp"
#include "scrim/transformations/count_by_key/text_keys.hpp"

namespace scrim {

namespace keys {

template <class K>
struct TableOf {
  using Type = TextKeys;
};
template <Integer K>
struct TableOf<K> {
  using Type = IntegerKeys<K>;
};
template <class K>
using Table = typename TableOf<K>::Type;

}  // namespace keys

/// Reads rows, and gives how often each occurs. It is as large as the number of different ones.
template <KeyRow T>
class KeyCounts {
 public:
  void update(AtomRows<T> rows) { table_.count(rows); }

  /// So many rows at once.
  /// Precondition (caller): count > 0.
  void add(const T& key, std::uint64_t count) { table_.add(key, count); }

  void merge(const KeyCounts& other) { table_.add(other.table_); }

  [[nodiscard]] Identity identity() const {
    Identity identity("key_counts 1");
    identity.add(type_name<OwnedAtom<T>>());
    return identity;
  }

  /// By key, so that the bytes do not depend on the order of rows.
  void save(StateWriter& writer) const {
    const auto groups = finish();
    writer.write_length(groups.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if constexpr (is_text) {
        writer.write_text(groups.keys[i]);
      } else {
        writer.write(static_cast<std::uint64_t>(groups.keys[i]));
      }
      writer.write(groups.counts[i]);
    }
  }

  /// Precondition (caller): no row has been read.
  void load(StateReader& reader) {
    const std::size_t size = reader.read_length(2 * sizeof(std::uint64_t));
    OwnedAtom<T> last{};
    for (std::size_t i = 0; i < size; ++i) {
      OwnedAtom<T> key{};
      if constexpr (is_text) {
        key = reader.read_text();
      } else {
        key = static_cast<T>(reader.read());
      }
      const std::uint64_t count = reader.read();
      if (count == 0 || (i > 0 && !(last < key))) {
        throw InvokeError(ErrorKind::bad_state, "the saved counts are not those of rising keys");
      }
      table_.add(key, count);
      last = std::move(key);
    }
  }

  [[nodiscard]] KeyedCounts<OwnedAtom<T>> finish() const { return table_.sorted(); }

 private:
  static constexpr bool is_text = std::is_same_v<OwnedAtom<T>, std::string>;

  keys::Table<OwnedAtom<T>> table_;
};

}  // namespace scrim
