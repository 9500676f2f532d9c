// Discrete Laplace noise: P[Z = z] proportional to exp(-|z| / scale).
// Proof: discrete_laplace.proof.md
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>
#include <variant>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/samplers/filter_margin.hpp"
#include "scrim/samplers/geometric_tails.hpp"
#include "scrim/samplers/integer_noise.hpp"
#include "scrim/samplers/inversion_table.hpp"
#include "scrim/samplers/split_coin.hpp"
#include "scrim/samplers/tail_law.hpp"
#include "scrim/samplers/uniform_digits.hpp"

namespace scrim {

/// Draws from tails of a geometric kind without a table; any scale.
///
/// The word that is drawn gives the value by inversion, and its lowest bit is handed out.
/// Postcondition: the value has exactly the law of the tails, but that larger values come out as
///   most_by_inversion; the bit is fair and independent of it.
/// Cost: a logarithm, two exponentials; for scales beyond 2^44 microseconds, and up to a
/// millisecond.
template <int word_bits = installed_word_bits, double filter_margin, BitSource Source>
[[nodiscard]] TableDraw sample_by_inversion(const GeometricTails<filter_margin>& tails,
                                            Source& source) {
  const std::uint64_t word = draw_word<word_bits>(source);
  UniformDigits<Source, word_bits> u(word >> 1, word_bits - 1, source);
  return {invert_near(tails, tails.guess(u.enclose()), u), (word & 1) != 0};
}

/// Draws from tails of a geometric kind, as an InversionTable does, but without one.
template <int word_bits = installed_word_bits, double filter_margin = installed_filter_margin>
class InvertedGeometric {
 public:
  explicit InvertedGeometric(GeometricTails<filter_margin> tails) : tails_(std::move(tails)) {}

  template <BitSource Source>
  [[nodiscard]] TableDraw sample(Source& source) const {
    return sample_by_inversion<word_bits>(tails_, source);
  }

 private:
  GeometricTails<filter_margin> tails_;
};

/// Discrete Laplace noise whose `low_bits` low binary digits are drawn apart: for large scales. The
/// others are drawn from a table, where many draws pay for it, or by inversion.
template <int word_bits = installed_word_bits, double filter_margin = installed_filter_margin,
          class High = InversionTable<GeometricTails<>, word_bits>>
class SplitLaplace {
  static constexpr bool has_table = std::same_as<High, InversionTable<GeometricTails<>, word_bits>>;

 public:
  /// Precondition (caller): 0 < low_bits < word_bits and low_bits <= 43; 0 < scale < 2^63. With a
  ///   table scale <= 2^(low_bits + 6) and low_bits <= 37, so that no value overflows; without one,
  ///   magnitudes of at least 2^64 - 1 come out as that number.
  SplitLaplace(const Rational& scale, int low_bits)
      : scale_(scale),
        low_bits_(low_bits),
        scale_in_doubles_{to_double_down(scale), to_double_up(scale)},
        unit_cost_(to_double_up(Rational((1 + Rational(1, std::uint64_t{1} << 50)) / scale))),
        high_(Tails(Rational(scale / (std::uint64_t{1} << low_bits)), GeometricKind::one_sided)) {}

  template <BitSource Source>
  [[nodiscard]] IntegerNoise sample(Source& source) const {
    for (;;) {
      if (const auto noise = propose(source)) [[likely]] {
        return *noise;
      }
    }
  }

  /// One attempt: none if it is refused.
  template <BitSource Source>
  [[nodiscard]] std::optional<IntegerNoise> propose(Source& source) const {
    const TableDraw high = high_.sample(source);
    const std::uint64_t word = draw_word<word_bits>(source);
    const int coin_bits = word_bits - low_bits_;
    const std::uint64_t low = word >> coin_bits;
    const std::uint64_t head = word & ((std::uint64_t{1} << coin_bits) - 1);
    if (!accepts<word_bits, filter_margin>(head, coin_bits, static_cast<double>(low) * unit_cost_,
                                           LowExponent{low, this}, source)) {
      return std::nullopt;
    }
    if constexpr (!has_table) {
      if (high.value > most_by_inversion >> low_bits_) [[unlikely]] {
        return IntegerNoise{most_by_inversion, high.bit};
      }
    }
    const std::uint64_t magnitude = high.value << low_bits_ | low;
    // Zero has one sign only: with two it would be drawn twice as often. That is magnitude == 0 and
    // high.bit, without a branch on a coin.
    if (magnitude < static_cast<std::uint64_t>(high.bit)) [[unlikely]] {
      return std::nullopt;
    }
    return IntegerNoise{magnitude, high.bit};
  }

 private:
  using Tails = GeometricTails<has_table ? installed_filter_margin : filter_margin>;

  /// low / scale as a real number.
  struct LowExponent {
    std::uint64_t low;
    const SplitLaplace* law;

    [[nodiscard]] Interval enclose() const noexcept {
      return enclose_integer(low) / law->scale_in_doubles_;
    }
    [[nodiscard]] BigInterval enclose(Precision precision) const {
      return BigInterval::point(precision, Rational(to_rational(low) / law->scale_));
    }
  };

  Rational scale_;
  int low_bits_;
  Interval scale_in_doubles_;
  double unit_cost_;  ///< its rounded product with an integer below 2^53 is at least x / scale
  High high_;
};

/// Discrete Laplace noise of one scale, for single draws: nothing to build.
template <int word_bits = installed_word_bits, double filter_margin = installed_filter_margin>
class DiscreteLaplace {
 public:
  /// From here on, doubles do not tell neighbouring magnitudes well enough apart.
  static constexpr int least_split_exponent = 40;
  /// From here on, most magnitudes are beyond 64 bits or next to it.
  static constexpr int least_unsplit_exponent = 63;
  /// What is left of a scale once low digits are drawn apart lies between 2^20 and 2^21.
  static constexpr int high_exponent = 20;

  /// Precondition (caller): scale > 0.
  explicit DiscreteLaplace(Rational scale)
      : split_(split_at(scale)), tails_(std::move(scale), GeometricKind::magnitude) {}

  [[nodiscard]] const Rational& scale() const noexcept { return tails_.scale(); }

  template <BitSource Source>
  [[nodiscard]] IntegerNoise sample(Source& source) const {
    if (split_) return split_->sample(source);
    const TableDraw draw = sample_by_inversion<word_bits>(tails_, source);
    return {draw.value, draw.bit};
  }

 private:
  using Split = SplitLaplace<word_bits, filter_margin, InvertedGeometric<word_bits, filter_margin>>;

  [[nodiscard]] static std::optional<Split> split_at(const Rational& scale) {
    // Words of tests are too short, and need not be fast.
    if constexpr (word_bits < installed_word_bits) return std::nullopt;
    const auto power = [](int exponent) { return to_rational(std::uint64_t{1} << exponent); };
    if (scale < power(least_split_exponent) || scale >= power(least_unsplit_exponent)) {
      return std::nullopt;
    }
    int low_bits = least_split_exponent - high_exponent;
    while (scale >= power(low_bits + high_exponent + 1)) ++low_bits;
    return Split(scale, low_bits);
  }

  std::optional<Split> split_;
  GeometricTails<filter_margin> tails_;
};

/// Discrete Laplace noise from a table of the magnitude: for small scales.
template <int word_bits = installed_word_bits>
class TabledLaplace {
 public:
  /// Precondition (caller): 0 < scale.
  explicit TabledLaplace(const Rational& scale)
      : table_(GeometricTails<>(scale, GeometricKind::magnitude)) {}

  template <BitSource Source>
  [[nodiscard]] IntegerNoise sample(Source& source) const {
    const TableDraw draw = table_.sample(source);
    return {draw.value, draw.bit};
  }

 private:
  InversionTable<GeometricTails<>, word_bits> table_;
};

/// Discrete Laplace noise of one scale, for many draws: builds what makes them fast.
class BulkLaplace {
 public:
  /// Precondition (caller): scale > 0.
  /// Cost: up to a millisecond.
  explicit BulkLaplace(const Rational& scale);

  /// Calls use(sampler) with what samples fastest.
  template <class Use>
  decltype(auto) visit(const Use& use) const {
    return std::visit(use, sampler_);
  }

 private:
  using Sampler = std::variant<TabledLaplace<>, SplitLaplace<>, DiscreteLaplace<>>;
  [[nodiscard]] static Sampler fastest(const Rational& scale);

  Sampler sampler_;
};

}  // namespace scrim
