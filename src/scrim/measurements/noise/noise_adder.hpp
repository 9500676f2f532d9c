// Adds noise to one integer, or to many of them.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/number.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/samplers/integer_noise.hpp"

namespace scrim {

/// Single and Bulk are samplers of one law, made from its parameter: Single at once, Bulk when a
/// vector first is long enough to be worth its tables. Which of them draws depends on the size of
/// a vector only.
/// Threads: may be shared.
template <class Single, class Bulk>
class NoiseAdder {
 public:
  explicit NoiseAdder(Rational parameter) : parameter_(std::move(parameter)), single_(parameter_) {}

  template <Integer T, BitSource Source>
  [[nodiscard]] T add_to(const T& x, Source& source) const {
    return add_noise(x, single_.sample(source));
  }

  template <Integer T, BitSource Source>
  [[nodiscard]] std::vector<T> add_to(std::span<const T> xs, Source& source) const {
    std::vector<T> sums(xs.begin(), xs.end());
    // All of a draw in one loop, but for what is seldom needed: a call for each would take a sixth
    // more.
    const auto add = [&](const auto& sampler) __attribute__((flatten)) {
      for (T& sum : sums) sum = add_noise(sum, sampler.sample(source));
    };
    if (xs.size() < least_bulk_size) {
      add(single_);
    } else {
      bulk().visit(add);
    }
    return sums;
  }

  /// A table takes as long to build as some thousand single draws.
  static constexpr std::size_t least_bulk_size = 2048;

 private:
  [[nodiscard]] const Bulk& bulk() const {
    std::call_once(is_built_, [&] { bulk_.emplace(parameter_); });
    return *bulk_;
  }

  Rational parameter_;
  Single single_;
  mutable std::once_flag is_built_;
  mutable std::optional<Bulk> bulk_;
};

}  // namespace scrim
