// Which rows a sample takes. Proof: inclusion.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/exact_probability.hpp"
#include "scrim/samplers/row_range.hpp"
#include "scrim/samplers/uniform_below.hpp"
#include "scrim/samplers/uniform_digits.hpp"

namespace scrim {

/// A coin that shows heads with a probability that is known exactly.
template <int word_bits = installed_word_bits>
class ExactCoin {
 public:
  explicit ExactCoin(const ExactProbability& heads)
      : never_(heads.is_zero()), always_(heads.is_one()), after_head_(heads) {
    if (!always_) head_ = after_head_.next(word_bits);
  }

  [[nodiscard]] bool is_always_heads() const noexcept { return always_; }
  [[nodiscard]] bool is_never_heads() const noexcept { return never_; }

  /// True for heads: a uniform number of which the word is the beginning lies below the
  /// probability.
  /// Cost: one word, and another one with probability 2^-word_bits for each; none where there is
  ///   nothing to decide.
  template <BitSource Source>
  [[nodiscard]] bool toss(Source& source) const {
    if (always_ || never_) return always_;
    const std::uint64_t word = draw_word<word_bits>(source);
    if (word != head_) [[likely]] {
      return word < head_;
    }
    // The same number is extended: a new one would forget that it agreed so far.
    ProbabilityDigits digits = after_head_;
    while (!digits.are_at_end()) {
      const std::uint64_t of_probability = digits.next(word_bits);
      const std::uint64_t further = draw_word<word_bits>(source);
      if (further != of_probability) return further < of_probability;
    }
    return false;  // not below a number of which all digits are its own first ones
  }

 private:
  bool never_;
  bool always_;
  std::uint64_t head_ = 0;  ///< the first digits of the probability
  ProbabilityDigits after_head_;
};

/// Gives the rows that are taken of `rows` rows, in their order: each by a toss of its own.
template <int word_bits, BitSource Source>
void choose_rows(const ExactCoin<word_bits>& coin, std::size_t rows, Source& source,
                 std::vector<RowRange>& chosen) {
  chosen.clear();
  if (coin.is_never_heads() || rows == 0) return;
  if (coin.is_always_heads()) {
    chosen.push_back({0, rows});
    return;
  }
  for (std::size_t row = 0; row < rows; ++row) {
    if (coin.toss(source)) append_row(chosen, row);
  }
}

/// Gives those of the rows at `places`, which rise, that are taken: row number i of them by a toss
/// with the words of source_of(i). Rows with the same words share their fate.
template <int word_bits, class SourceOf>
void choose_rows_by(const ExactCoin<word_bits>& coin, std::span<const std::uint32_t> places,
                    const SourceOf& source_of, std::vector<RowRange>& chosen) {
  chosen.clear();
  for (std::size_t i = 0; i < places.size(); ++i) {
    auto source = source_of(i);
    if (coin.toss(source)) append_row(chosen, places[i]);
  }
}

/// Takes a fixed number of rows of a known number, every set of them alike, as the rows come by.
class FixedSizeChoice {
 public:
  /// Precondition (caller): taken <= rows.
  FixedSizeChoice(std::uint64_t taken, std::uint64_t rows) noexcept
      : still_to_take_(taken), still_to_come_(rows) {}

  /// Gives those that are taken of the next `rows` rows, in their order. Rows beyond the number
  /// that was to come are not taken.
  template <BitSource Source>
  void choose_rows(std::size_t rows, Source& source, std::vector<RowRange>& chosen) {
    chosen.clear();
    for (std::size_t row = 0; row < rows && still_to_take_ > 0; ++row) {
      const bool takes_all = still_to_take_ == still_to_come_;
      if (takes_all || sample_uniform_below(still_to_come_, source) < still_to_take_) {
        --still_to_take_;
        append_row(chosen, row);
      }
      --still_to_come_;
    }
  }

 private:
  std::uint64_t still_to_take_;
  std::uint64_t still_to_come_;
};

}  // namespace scrim
