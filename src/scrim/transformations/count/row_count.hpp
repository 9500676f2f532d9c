// The accumulator of the number of rows.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "scrim/columns/block.hpp"
#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/signed_count.hpp"

namespace scrim {

/// Counts rows, of whatever kind they are.
class RowCount {
 public:
  /// Counts the rows of each of some keys.
  class Keyed {
   public:
    explicit Keyed(std::uint32_t keys) : counts_(keys) {}

    template <Block In>
    void update(const In&, std::span<const std::uint32_t> keys) {
      for (const std::uint32_t key : keys) ++counts_[key];
    }
    void hand_over(std::uint32_t key, RowCount& state) {
      state.count_ = saturating_add(state.count_, std::exchange(counts_[key], 0));
    }

   private:
    std::vector<std::uint64_t> counts_;
  };

  [[nodiscard]] static Keyed keyed(std::uint32_t keys) { return Keyed(keys); }

  template <Block In>
  void update(const In& rows) {
    // Merged counts may stand at the largest number; wrapping there would move them by all of it.
    count_ = saturating_add(count_, std::uint64_t{rows.size()});
  }
  void merge(const RowCount& other) { count_ = saturating_add(count_, other.count_); }

  [[nodiscard]] Identity identity() const { return Identity("row_count 1"); }
  void save(StateWriter& writer) const { writer.write(count_); }
  void load(StateReader& reader) { count_ = reader.read(); }

  /// The count, or the largest signed number if it is more.
  [[nodiscard]] std::int64_t finish() const { return signed_count(count_); }

 private:
  std::uint64_t count_ = 0;
};

}  // namespace scrim
