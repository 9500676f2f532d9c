// Standard Gumbel variables as lazily refined real numbers.
// Proof: src/scrim/samplers/lazy_reals.proof.md
#pragma once

#include <cstdint>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/interval.hpp"
#include "scrim/samplers/filter_margin.hpp"
#include "support/by_definition/exponential.hpp"
#include "support/by_definition/greater_than.hpp"
#include "support/by_definition/ln_enclosure.hpp"

namespace scrim {

/// -ln(-ln U) for a lazy uniform U: P(G <= t) = exp(-exp(-t)) exactly, for every real t.
/// Movable, not copyable; the source must outlive it.
template <BitSource Source, double filter_margin = installed_filter_margin>
class LazyGumbel {
 public:
  /// Draws one word.
  explicit LazyGumbel(Source& source) : exponential_(source) {}

  /// The first 64 digits of U; the larger, the larger the variable.
  [[nodiscard]] std::uint64_t head() const noexcept { return exponential_.head(); }

  /// Draws nothing. A head of zeros bounds the variable from above only, and one of ones from
  /// below only.
  [[nodiscard]] Interval enclose() const { return -ln(exponential_.enclose(), filter_margin); }

  /// Draws the digits of U that `precision` asks for.
  [[nodiscard]] BigInterval enclose(Precision precision) {
    return -ln(exponential_.enclose(precision));
  }

 private:
  LazyExponential<Source, filter_margin> exponential_;
};

}  // namespace scrim
