// The accumulator of sums of integers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "scrim/core/identity.hpp"
#include "scrim/core/state_bytes.hpp"
#include "scrim/kernels/sum.hpp"
#include "scrim/numbers/int128.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/uint128.hpp"
#include "scrim/spaces/bounds.hpp"

namespace scrim {

/// The int64 closest to the sum.
[[nodiscard]] std::int64_t nearest_int64(int128 sum) noexcept;

/// Adds up rows within bounds; a row outside, which does not lie in the domain, counts as the
/// nearer bound.
///
/// Sums modulo 2^128 do not depend on any order. 2^64 rows below 2^62 sum up within 2^126, so that
/// this is the sum itself for every dataset there is.
template <Integer T>
class RowSum {
 public:
  /// Precondition (caller): the bounds lie below kernels::sum_term_limit in absolute value.
  explicit RowSum(Bounds<T> bounds) : bounds_(bounds) {}

  /// Adds up the rows of each of some keys.
  class Keyed {
   public:
    Keyed(Bounds<T> bounds, std::uint32_t keys) : bounds_(bounds), sums_(keys) {}

    void update(std::span<const T> rows, std::span<const std::uint32_t> keys) {
      const Bounds<T> bounds = bounds_;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const T row = std::clamp(rows[i], bounds.lower, bounds.upper);
        sums_[keys[i]] += static_cast<uint128>(int128{static_cast<std::int64_t>(row)});
      }
    }
    void hand_over(std::uint32_t key, RowSum& state) {
      state.sum_ += std::exchange(sums_[key], uint128{0});
    }

   private:
    Bounds<T> bounds_;
    std::vector<uint128> sums_;
  };

  [[nodiscard]] Keyed keyed(std::uint32_t keys) const { return Keyed(bounds_, keys); }

  void update(std::span<const T> rows) {
    sum_ += static_cast<uint128>(kernels::sum_clamped(rows, bounds_.lower, bounds_.upper));
  }
  void merge(const RowSum& other) { sum_ += other.sum_; }

  [[nodiscard]] Identity identity() const {
    return Identity("row_sum 1").add(type_name<T>()).add(bounds_.lower).add(bounds_.upper);
  }
  void save(StateWriter& writer) const {
    writer.write(static_cast<std::uint64_t>(sum_));
    writer.write(static_cast<std::uint64_t>(sum_ >> 64));
  }
  void load(StateReader& reader) {
    const uint128 low = reader.read();
    const uint128 high = reader.read();
    sum_ = (high << 64) | low;
  }

  /// Saturated once, here: sums that saturate on the way depend on the order of rows.
  [[nodiscard]] std::int64_t finish() const { return nearest_int64(static_cast<int128>(sum_)); }

 private:
  Bounds<T> bounds_;
  uint128 sum_ = 0;
};

}  // namespace scrim
