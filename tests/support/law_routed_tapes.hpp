// A bit source that gives every random real of a selection a tape of its own, so that the whole
// mechanism can be run twice on the same random numbers: with the installed filter and with a
// weaker one. On one common tape a number that is refined would take the words of the next.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "scrim/measurements/report_noisy_top_k/algorithm/scaled_gap.hpp"
#include "scrim/samplers/bernoulli_exp.hpp"
#include "scrim/samplers/filter_margin.hpp"
#include "support/by_definition/bernoulli_exp_minus.hpp"
#include "support/by_definition/gumbel.hpp"
#include "support/scripted_tape.hpp"

namespace scrim::test {

/// `margin` weakens the filter of every real that is drawn from it.
template <double margin>
class RoutedTapes {
 public:
  /// The tapes of the reals, in the order in which they are drawn, and that of the integers.
  RoutedTapes(const std::vector<std::vector<std::uint64_t>>& reals,
              std::vector<std::uint64_t> integers)
      : integers_(std::move(integers)) {
    for (const auto& words : reals) reals_.emplace_back(words);
  }

  [[nodiscard]] ScriptedTape& next_real() {
    if (reals_drawn_ == reals_.size()) throw TapeExhausted();
    return reals_[reals_drawn_++];
  }

  /// Words that no real asks for are those of uniform integers.
  std::uint64_t next_word() { return integers_.next_word(); }

  [[nodiscard]] std::size_t reals_drawn() const { return reals_drawn_; }
  [[nodiscard]] std::size_t integer_words() const { return integers_.words_consumed(); }
  [[nodiscard]] std::size_t real_words() const {
    std::size_t words = 0;
    for (const ScriptedTape& tape : reals_) words += tape.words_consumed();
    return words;
  }

 private:
  std::deque<ScriptedTape> reals_;
  ScriptedTape integers_;
  std::size_t reals_drawn_ = 0;
};

/// Found by argument-dependent lookup where permute-and-flip flips its coins.
template <Number T, double margin>
[[nodiscard]] bool sample_bernoulli_exp_minus(ScaledGap<T>& gap, RoutedTapes<margin>& tapes) {
  return gap.is_zero() || scrim::sample_bernoulli_exp_minus<margin>(gap, tapes.next_real());
}

}  // namespace scrim::test

namespace scrim {

/// The Gumbel variable that the one-shot selection draws from routed tapes.
template <double margin>
class LazyGumbel<test::RoutedTapes<margin>, installed_filter_margin>
    : public LazyGumbel<test::ScriptedTape, margin> {
 public:
  explicit LazyGumbel(test::RoutedTapes<margin>& tapes)
      : LazyGumbel<test::ScriptedTape, margin>(tapes.next_real()) {}
};

}  // namespace scrim
