// How likely a key is told that so many rows have: the most that privacy allows.
// Proof: make_release_keys.proof.md
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/big_float.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/interval.hpp"
#include "scrim/numbers/refinable.hpp"
#include "scrim/samplers/lazy_uniform.hpp"

namespace scrim {

/// pi_0 = 0 and pi_(n + 1) = min(e^epsilon pi_n + delta, 1 - e^-epsilon (1 - pi_n - delta), 1).
///
/// By the recursion and not by its closed form: the least of three enclosures encloses the least,
/// so that nothing depends on knowing at which count another of them is the least.
class KeepProbabilities {
 public:
  /// Precondition (caller): epsilon is finite and at least 0; 0 < delta < 1.
  /// Nothing where more than `largest_table` counts would have to be known apart.
  [[nodiscard]] static std::optional<KeepProbabilities> of(double epsilon, double delta);

  static constexpr std::size_t largest_table = std::size_t{1} << 20;

  /// pi_n as a real number; refers to the law.
  class Probability {
   public:
    Probability(const KeepProbabilities& law, std::size_t count) noexcept
        : law_(&law), count_(count) {}

    [[nodiscard]] Interval enclose() const noexcept { return law_->in_doubles_[count_]; }
    [[nodiscard]] BigInterval enclose(Precision precision) const;

   private:
    const KeepProbabilities* law_;
    std::size_t count_;
  };

  /// From this count on a key is told for certain.
  [[nodiscard]] std::size_t certain_from() const noexcept { return in_doubles_.size(); }

  /// Precondition (caller): count < certain_from().
  [[nodiscard]] Probability probability(std::size_t count) const noexcept { return {*this, count}; }

  /// True with probability exactly pi_count.
  template <BitSource Source>
  [[nodiscard]] bool sample_keep(std::uint64_t count, Source& source) const {
    if (count >= certain_from()) return true;
    if (count == 0) return false;
    LazyUniform<Source> uniform(source);
    Probability keep = probability(static_cast<std::size_t>(count));
    return is_less(uniform, keep);
  }

 private:
  KeepProbabilities(double epsilon, double delta) : epsilon_(epsilon), delta_(delta) {}

  double epsilon_;
  double delta_;
  std::vector<Interval> in_doubles_;  // pi_0, pi_1, ..., up to the last that may be below 1
};

}  // namespace scrim
