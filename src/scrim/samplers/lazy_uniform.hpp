// A uniform real number whose binary digits are drawn when they are asked for.
// Proof: lazy_reals.proof.md
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/interval.hpp"

namespace scrim {

/// The tightest doubles around [word, word + 1] * 2^-64.
[[nodiscard]] constexpr Interval enclose_unit(std::uint64_t word) noexcept {
  // Drop what 53 bits cannot hold. `kept + 1` is then at most 2^53, so both ends convert exactly,
  // and dropping rounds the lower end down and the upper end up.
  const int excess = std::max(0, 11 - std::countl_zero(word));
  const std::int64_t kept = static_cast<std::int64_t>(word >> excess);
  const double unit = std::bit_cast<double>(static_cast<std::uint64_t>(1023 - 64 + excess) << 52);
  return {static_cast<double>(kept) * unit, static_cast<double>(kept + 1) * unit};
}

/// A uniform real number U in [0, 1), of which 64 more binary digits become known with each word.
///
/// All enclosures are of one and the same number: a further word extends U, it never replaces it.
/// A sampler that drew anew when it cannot decide would condition on what it has seen.
/// Not copyable: two copies would agree in the known digits and then part. Movable, and the
/// source must outlive it.
template <BitSource Source>
class LazyUniform {
 public:
  /// Draws the first word.
  explicit LazyUniform(Source& source) : source_(&source), head_(source.next_word()) {}

  LazyUniform(const LazyUniform&) = delete;
  LazyUniform& operator=(const LazyUniform&) = delete;
  LazyUniform(LazyUniform&&) noexcept = default;
  LazyUniform& operator=(LazyUniform&&) noexcept = default;
  ~LazyUniform() = default;

  /// The first 64 digits: head() = floor(2^64 U).
  [[nodiscard]] std::uint64_t head() const noexcept { return head_; }

  /// Encloses U by its first 64 digits; draws nothing.
  [[nodiscard]] Interval enclose() const noexcept { return enclose_unit(head_); }

  /// Encloses U by at least `precision` digits, drawing those that are not known yet.
  [[nodiscard]] BigInterval enclose(Precision precision) {
    if (words_.empty()) words_.push_back(head_);
    while (64 * words_.size() < static_cast<std::size_t>(precision)) {
      words_.push_back(source_->next_word());
    }
    return BigInterval::from_bits(words_);
  }

 private:
  Source* source_;
  std::uint64_t head_;
  /// Empty while the head is all that is known, so that the usual case does not allocate; then
  /// all words, the head included.
  std::vector<std::uint64_t> words_;
};

}  // namespace scrim
