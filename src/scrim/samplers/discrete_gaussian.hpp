// Discrete Gaussian noise: P[Z = z] proportional to exp(-z^2 / (2 variance)).
// Proof: discrete_gaussian.proof.md
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <variant>

#include "scrim/entropy/bit_source.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/interval.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/samplers/discrete_laplace.hpp"
#include "scrim/samplers/filter_margin.hpp"
#include "scrim/samplers/gaussian_tails.hpp"
#include "scrim/samplers/integer_noise.hpp"
#include "scrim/samplers/inversion_table.hpp"
#include "scrim/samplers/split_coin.hpp"
#include "scrim/samplers/uniform_digits.hpp"

namespace scrim {

/// The largest standard deviation that is taken: beyond, a magnitude of 2^64 would not be as good
/// as impossible.
inline constexpr double largest_gaussian_scale = 0x1p52;

/// 1 + floor(sqrt(variance)): the scale of the Laplace noise that Gaussian noise is taken from.
[[nodiscard]] Rational laplace_scale_for(const Rational& variance);

/// Discrete Gaussian noise of one variance, for single draws: nothing to build.
template <int word_bits = installed_word_bits, double filter_margin = installed_filter_margin>
class DiscreteGaussian {
 public:
  /// Precondition (caller): 0 < variance <= largest_gaussian_scale^2.
  explicit DiscreteGaussian(const Rational& variance) : DiscreteGaussian(variance, std::nullopt) {}

  /// With proposals of another scale: any integer of at least 1 gives the same law.
  DiscreteGaussian(const Rational& variance, const std::optional<Rational>& laplace_scale)
      : doubled_variance_(2 * variance),
        proposal_(laplace_scale ? *laplace_scale : laplace_scale_for(variance)),
        centre_(variance / proposal_.scale()),
        doubled_variance_in_doubles_{to_double_down(doubled_variance_),
                                     to_double_up(doubled_variance_)},
        centre_in_doubles_{to_double_down(centre_), to_double_up(centre_)} {}

  template <BitSource Source>
  [[nodiscard]] IntegerNoise sample(Source& source) const {
    for (;;) {
      if (const auto noise = propose(source)) return *noise;
    }
  }

  /// One attempt: none if it is refused.
  template <BitSource Source>
  [[nodiscard]] std::optional<IntegerNoise> propose(Source& source) const {
    const IntegerNoise noise = proposal_.sample(source);
    constexpr int head_bits = word_bits - 1;  // a coin takes up to 63
    const std::uint64_t head = draw_word<word_bits>(source) >> 1;
    const Exponent exponent{noise.magnitude, this};
    if (!accepts<word_bits, filter_margin>(head, head_bits, exponent.enclose().hi, exponent,
                                           source)) {
      return std::nullopt;
    }
    return noise;
  }

 private:
  /// (magnitude - centre)^2 / (2 variance) as a real number; for the magnitude that stands for all
  /// larger ones, all that it may be.
  struct Exponent {
    std::uint64_t magnitude;
    const DiscreteGaussian* law;

    [[nodiscard]] bool may_be_more() const noexcept { return magnitude == most_by_inversion; }

    [[nodiscard]] Interval enclose() const noexcept {
      const Interval off = enclose_integer(magnitude) - law->centre_in_doubles_;
      const Interval exponent = off * off / law->doubled_variance_in_doubles_;
      return {std::max(0.0, exponent.lo),
              may_be_more() ? std::numeric_limits<double>::infinity() : exponent.hi};
    }
    [[nodiscard]] BigInterval enclose(Precision precision) const {
      const Rational off = to_rational(magnitude) - law->centre_;
      BigInterval least =
          BigInterval::point(precision, Rational(off * off / law->doubled_variance_));
      if (!may_be_more()) return least;
      return least + BigInterval::from_bits({}) *
                         BigInterval::point(precision, std::numeric_limits<double>::infinity());
    }
  };

  Rational doubled_variance_;
  DiscreteLaplace<word_bits, filter_margin> proposal_;
  Rational centre_;  ///< the magnitude at which a proposal is accepted with certainty
  Interval doubled_variance_in_doubles_;
  Interval centre_in_doubles_;
};

/// Discrete Gaussian noise from a table of the magnitude: for small variances.
template <int word_bits = installed_word_bits>
class TabledGaussian {
 public:
  /// Precondition (caller): 0 < variance.
  explicit TabledGaussian(const Rational& variance)
      : table_(GaussianTails(variance, GaussianKind::magnitude)) {}

  template <BitSource Source>
  [[nodiscard]] IntegerNoise sample(Source& source) const {
    const TableDraw draw = table_.sample(source);
    return {draw.value, draw.bit};
  }

 private:
  InversionTable<GaussianTails, word_bits> table_;
};

/// Discrete Gaussian noise whose `low_bits` low binary digits are drawn apart: for large variances.
template <int word_bits = installed_word_bits, double filter_margin = installed_filter_margin>
class SplitGaussian {
 public:
  /// Precondition (caller): 0 < low_bits < word_bits and low_bits <= 45; variance is at most 2^14 *
  ///   4^low_bits, so that no value overflows.
  SplitGaussian(const Rational& variance, int low_bits)
      : doubled_variance_(2 * variance),
        low_bits_(low_bits),
        doubled_variance_in_doubles_{to_double_down(doubled_variance_),
                                     to_double_up(doubled_variance_)},
        unit_cost_(
            to_double_up(Rational((1 + Rational(1, std::uint64_t{1} << 50)) / doubled_variance_))),
        high_(GaussianTails(
            Rational(variance / (mpz_class(1) << 2 * static_cast<unsigned long>(low_bits))),
            GaussianKind::one_sided)) {}

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
    // (high + low)^2 - high^2 = low * (low + 2 high), with high in its place.
    const std::uint64_t sum = low + (high.value << (low_bits_ + 1));
    const double at_most = static_cast<double>(low) * static_cast<double>(sum) * unit_cost_;
    if (!accepts<word_bits, filter_margin>(head, coin_bits, at_most, Exponent{low, sum, this},
                                           source)) {
      return std::nullopt;
    }
    const std::uint64_t magnitude = high.value << low_bits_ | low;
    // Zero has one sign only: magnitude == 0 and high.bit, without a branch on a coin.
    if (magnitude < static_cast<std::uint64_t>(high.bit)) [[unlikely]] {
      return std::nullopt;
    }
    return IntegerNoise{magnitude, high.bit};
  }

 private:
  /// low * sum / (2 variance) as a real number.
  struct Exponent {
    std::uint64_t low;
    std::uint64_t sum;
    const SplitGaussian* law;

    [[nodiscard]] Interval enclose() const noexcept {
      return enclose_integer(low) * enclose_integer(sum) / law->doubled_variance_in_doubles_;
    }
    [[nodiscard]] BigInterval enclose(Precision precision) const {
      return BigInterval::point(
          precision, Rational(to_rational(low) * to_rational(sum) / law->doubled_variance_));
    }
  };

  Rational doubled_variance_;
  int low_bits_;
  Interval doubled_variance_in_doubles_;
  double unit_cost_;  ///< its rounded product with the two factors is at least the exponent
  InversionTable<GaussianTails, word_bits> high_;
};

/// Discrete Gaussian noise of one variance, for many draws: builds what makes them fast.
class BulkGaussian {
 public:
  /// Precondition (caller): 0 < variance <= largest_gaussian_scale^2.
  /// Cost: about a millisecond.
  explicit BulkGaussian(const Rational& variance);

  /// Calls use(sampler) with what samples fastest.
  template <class Use>
  decltype(auto) visit(const Use& use) const {
    return std::visit(use, sampler_);
  }

 private:
  using Sampler = std::variant<TabledGaussian<>, SplitGaussian<>>;
  [[nodiscard]] static Sampler fastest(const Rational& variance);

  Sampler sampler_;
};

}  // namespace scrim
