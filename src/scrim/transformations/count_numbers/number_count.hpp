// The accumulator of the number of rows that are not NaN.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/kernels/count_numbers.hpp"
#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/signed_count.hpp"

namespace scrim {

template <Float T>
class NumberCount {
 public:
  /// Counts those of each of some keys.
  class Keyed {
   public:
    explicit Keyed(std::uint32_t keys) : counts_(keys) {}

    void update(std::span<const T> rows, std::span<const std::uint32_t> keys) {
      for (std::size_t i = 0; i < rows.size(); ++i) counts_[keys[i]] += std::isnan(rows[i]) ? 0 : 1;
    }
    void hand_over(std::uint32_t key, NumberCount& state) {
      state.count_ = saturating_add(state.count_, std::exchange(counts_[key], 0));
    }

   private:
    std::vector<std::uint64_t> counts_;
  };

  [[nodiscard]] static Keyed keyed(std::uint32_t keys) { return Keyed(keys); }

  void update(std::span<const T> rows) {
    // Merged counts may stand at the largest number; wrapping there would move them by all of it.
    count_ = saturating_add(count_, std::uint64_t{kernels::count_numbers(rows)});
  }
  void merge(const NumberCount& other) { count_ = saturating_add(count_, other.count_); }

  [[nodiscard]] Identity identity() const { return Identity("number_count 1").add(type_name<T>()); }
  void save(StateWriter& writer) const { writer.write(count_); }
  void load(StateReader& reader) { count_ = reader.read(); }

  /// The count, or the largest signed number if it is more.
  [[nodiscard]] std::int64_t finish() const { return signed_count(count_); }

 private:
  std::uint64_t count_ = 0;
};

}  // namespace scrim
