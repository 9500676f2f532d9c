// A choice among groups of equal candidates, by the exponential mechanism.
//
// Proof: exponential_choice.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/interval.hpp"
#include "scrim/samplers/uniform_digits.hpp"

namespace scrim {

/// So many candidates, each this far behind the best.
struct ChoiceGroup {
  std::uint64_t gap;
  std::uint64_t size;
};

/// Chooses group i with probability proportional to size * exp(-gap / scale). It is built once for
/// some groups and then decides on which of them a uniform number falls.
class ExponentialChoice {
 public:
  /// Precondition (caller): scale > 0 and finite; there is a group with gap 0 and size > 0.
  /// Cost: some ten nanoseconds a group.
  ExponentialChoice(std::vector<ChoiceGroup> groups, double scale);

  /// The group that U falls on.
  /// Postcondition: each group has exactly its probability, given independent uniform words.
  /// Cost: one word and the logarithm of the number of groups; once in some billion draws a sum
  ///   over all groups at higher precision.
  template <BitSource Source, int word_bits = installed_word_bits>
  [[nodiscard]] std::size_t sample(Source& source) const {
    UniformDigits<Source, word_bits> u(draw_word<word_bits>(source), word_bits, source);
    // The first group up to the end of which U falls.
    std::size_t first = 0;
    std::size_t last = groups_.size() - 1;
    while (first < last) {
      const std::size_t middle = first + (last - first) / 2;
      ShareUpTo share(*this, middle);
      if (is_below(u, share)) {
        last = middle;
      } else {
        first = middle + 1;
      }
    }
    return first;
  }

 private:
  /// The probability of the groups up to one, that one included: a real number.
  class ShareUpTo {
   public:
    ShareUpTo(const ExponentialChoice& choice, std::size_t group)
        : choice_(&choice), group_(group) {}

    [[nodiscard]] Interval enclose() const {
      return choice_->up_to_[group_] / choice_->up_to_.back();
    }
    [[nodiscard]] BigInterval enclose(Precision precision) const {
      return choice_->share_up_to(group_, precision);
    }

   private:
    const ExponentialChoice* choice_;
    std::size_t group_;
  };

  [[nodiscard]] BigInterval share_up_to(std::size_t group, Precision precision) const;

  std::vector<ChoiceGroup> groups_;
  double scale_;
  std::vector<Interval> up_to_;  ///< encloses the sum of the weights up to each group
};

}  // namespace scrim
