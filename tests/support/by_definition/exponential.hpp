// Standard exponential variables as lazily refined real numbers.
// Proof: src/scrim/samplers/lazy_reals.proof.md
#pragma once

#include <algorithm>
#include <cstdint>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/interval.hpp"
#include "scrim/samplers/filter_margin.hpp"
#include "scrim/samplers/lazy_uniform.hpp"
#include "support/by_definition/greater_than.hpp"
#include "support/by_definition/ln_enclosure.hpp"

namespace scrim {

/// -ln U for a lazy uniform U: P(E > t) = exp(-t) exactly, for every real t >= 0.
/// Movable, not copyable; the source must outlive it.
template <BitSource Source, double filter_margin = installed_filter_margin>
class LazyExponential {
 public:
  /// Draws one word.
  explicit LazyExponential(Source& source) : uniform_(source) {}

  /// The first 64 digits of U; the larger, the smaller the variable.
  [[nodiscard]] std::uint64_t head() const noexcept { return uniform_.head(); }

  /// Draws nothing. A head of zeros bounds the variable from below only.
  [[nodiscard]] Interval enclose() const {
    const Interval variable = -ln(uniform_.enclose(), filter_margin);
    // U <= 1, so what lies below zero is only the error bound of ln.
    return {std::max(variable.lo, 0.0), variable.hi};
  }

  /// Draws the digits of U that `precision` asks for.
  [[nodiscard]] BigInterval enclose(Precision precision) {
    return -ln(uniform_.enclose(precision));
  }

 private:
  LazyUniform<Source> uniform_;
};

}  // namespace scrim
