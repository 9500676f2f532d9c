// Sampling by inversion from a table that is built once. Proof: inversion.proof.md
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/samplers/tail_law.hpp"
#include "scrim/samplers/uniform_digits.hpp"

namespace scrim {

/// A value of the law of a table, and one fair bit that is independent of it.
struct TableDraw {
  std::uint64_t value;
  bool bit;
};

/// floor(2^bits x) for the ends of enclosures of numbers x in [0, 1].
struct ScaledFloors {
  std::vector<std::uint64_t> lowest;  ///< of the lower ends
  std::uint64_t most_apart = 0;       ///< how much larger that of an upper end is, at most
};
[[nodiscard]] ScaledFloors scaled_floors(const std::vector<BigInterval>& enclosures, int bits);

/// Draws from a law by one look into a table for nearly every word; the words for which the table
/// does not decide (ties, and the tail that it does not hold) are extended until they do.
template <TailLaw Law, int word_bits = installed_word_bits>
class InversionTable {
 public:
  /// The lowest bit of a word is handed out; the others are the first digits of U.
  static constexpr int head_bits = word_bits - 1;

  /// Cost: an enclosure of P[X > j] for every j where that is at least 2^-head_bits.
  explicit InversionTable(Law law) : law_(std::move(law)) {
    // At this precision floors are as good as never in doubt; those that are become ties.
    constexpr Precision table_precision = 192;
    ScaledFloors floors = scaled_floors(law_.enclose_tails(head_bits, table_precision), head_bits);
    floors_ = std::move(floors.lowest);
    doubt_ = floors.most_apart;
    floors_.back() = 0;  // as it is, for the last tail is below 2^-head_bits

    std::size_t first = 0;
    for (std::size_t group = guide_.size(); group-- > 0;) {
      const std::uint64_t largest_head = ((group + 1) << guide_shift) - 1;
      while (floors_[first] > largest_head) ++first;
      // A search that starts earlier comes to the same.
      guide_[group] = static_cast<std::uint16_t>(std::min(first, last_guided));
    }
  }

  [[nodiscard]] const Law& law() const noexcept { return law_; }

  /// One draw.
  /// Postcondition: the value has exactly the law, and the bit is fair and independent of it.
  template <BitSource Source>
  [[nodiscard]] TableDraw sample(Source& source) const {
    const std::uint64_t word = draw_word<word_bits>(source);
    const std::uint64_t head = word >> 1;
    std::size_t value = guide_[head >> guide_shift];
    while (head < floors_[value]) ++value;  // ends, for the last floor is 0
    const bool bit = (word & 1) != 0;
    if (head - floors_[value] <= doubt_) [[unlikely]] {
      return {settle(value, head, source), bit};
    }
    return {value, bit};
  }

 private:
  /// So many that a search seldom takes a step, which no processor foresees; and that guide and
  /// floors fit the first-level cache together.
  static constexpr int guide_bits = std::min(12, head_bits);
  static constexpr std::size_t last_guided = std::numeric_limits<std::uint16_t>::max();
  static constexpr int guide_shift = head_bits - guide_bits;

  /// Out of the way of the usual case.
  template <BitSource Source>
  [[nodiscard, gnu::noinline]] std::uint64_t settle(std::uint64_t first, std::uint64_t head,
                                                    Source& source) const {
    UniformDigits<Source, word_bits> u(head, head_bits, source);
    return invert_upwards(law_, first, u);
  }

  Law law_;
  std::vector<std::uint64_t> floors_;  ///< floor(2^head_bits P[X > j]), or less by up to doubt_
  std::uint64_t doubt_ = 0;
  /// For the heads with the same highest bits, the first j whose floor does not exceed all of them,
  /// or one before it.
  std::array<std::uint16_t, std::size_t{1} << guide_bits> guide_{};
};

}  // namespace scrim
