#include "scrim/accounting/curves/sampled_curves.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace scrim {

namespace {

constexpr long largest_exponent = 1L << 40;

/// The digits that 1 - e^epsilon and quotients by the rate take away, and some.
Precision with_guard(Precision precision, const Rational& epsilon, const Rational& rate) {
  const auto zeros = [](const Rational& x) {
    return x == 0 ? 0
                  : std::max(0, static_cast<int>(mpz_sizeinbase(x.get_den_mpz_t(), 2)) -
                                    static_cast<int>(mpz_sizeinbase(x.get_num_mpz_t(), 2)));
  };
  return precision + 32 + 2 * (zeros(epsilon) + zeros(rate));
}

Rational exactly(const BigFloat& x) {
  Rational out;
  mpfr_get_q(out.get_mpq_t(), x.get());
  return out;
}

/// Encloses the curve at an epsilon that is enclosed itself: it does not rise, and falls by no more
/// than epsilon rises.
BigInterval delta_at(const PrivacyCurve& curve, const BigInterval& epsilon, Precision precision) {
  const Rational lowest = exactly(epsilon.lower());
  const Rational width = exactly(epsilon.upper()) - lowest;
  const BigInterval highest = curve.delta(lowest, precision);
  return hull(highest, highest - BigInterval::point(precision, width));
}

/// ln(1 + (e^epsilon - 1) / rate).
BigInterval epsilon_of_all(const Rational& rate, const Rational& epsilon, Precision precision) {
  const auto real = [&](const Rational& x) { return BigInterval::point(precision, x); };
  // Between epsilon and epsilon - ln(rate); where e^epsilon is no number, that must do.
  if (epsilon > largest_exponent) return hull(real(epsilon), real(epsilon) - ln(real(rate)));
  return ln(real(1) + (exp(real(epsilon)) - real(1)) / real(rate));
}

/// rate * delta(ln(1 + (e^epsilon - 1) / rate)).
BigInterval with_the_row(const PrivacyCurve& all, const Rational& rate, const Rational& epsilon,
                         Precision precision) {
  const Precision fine = with_guard(precision, epsilon, rate);
  return BigInterval::point(precision, rate) *
         delta_at(all, epsilon_of_all(rate, epsilon, fine), precision);
}

/// c * delta(ln(rate e^epsilon / c)) with c = 1 - e^epsilon (1 - rate); 0 if that is not above 0.
BigInterval without_the_row(const PrivacyCurve& all, const Rational& rate, const Rational& epsilon,
                            Precision precision) {
  const Precision fine = with_guard(precision, epsilon, rate);
  const auto real = [&](const Rational& x) { return BigInterval::point(fine, x); };
  const BigInterval a = exp(real(epsilon));
  const BigInterval rest = real(1) - a * real(1 - rate);
  switch (compare(rest, real(0))) {
    case Order::less:
      return BigInterval::point(precision, Rational(0));
    case Order::greater:
      return rest * delta_at(all, ln(a * real(rate) / rest), precision);
    case Order::undecided:
      break;
  }
  return hull(BigInterval::point(precision, Rational(0)), rest);  // no curve is above 1
}

enum class FirstData { with_the_row, without_it };

class SampledCurve final : public PrivacyCurve {
 public:
  SampledCurve(CurvePair all, Rational rate, FirstData first)
      : all_(std::move(all)), rate_(std::move(rate)), first_(first) {}

  [[nodiscard]] BigInterval delta(const Rational& epsilon, Precision precision) const override {
    if (epsilon >= 0) return of(first_, epsilon, precision);
    const BigInterval a = exp(BigInterval::point(precision, epsilon));
    const FirstData other =
        first_ == FirstData::with_the_row ? FirstData::without_it : FirstData::with_the_row;
    return BigInterval::point(precision, Rational(1)) - a + a * of(other, -epsilon, precision);
  }

 private:
  /// At an epsilon of at least 0.
  [[nodiscard]] BigInterval of(FirstData first, const Rational& epsilon,
                               Precision precision) const {
    return first == FirstData::with_the_row
               ? with_the_row(*all_.forward(), rate_, epsilon, precision)
               : without_the_row(*all_.backward(), rate_, epsilon, precision);
  }

  CurvePair all_;
  Rational rate_;
  FirstData first_;
};

class SampledOfSizeCurve final : public PrivacyCurve {
 public:
  SampledOfSizeCurve(const CurvePair& all, Rational rate)
      : all_(all.symmetrised().forward()), rate_(std::move(rate)) {}

  [[nodiscard]] BigInterval delta(const Rational& epsilon, Precision precision) const override {
    if (epsilon >= 0) return with_the_row(*all_, rate_, epsilon, precision);
    const BigInterval a = exp(BigInterval::point(precision, epsilon));
    return BigInterval::point(precision, Rational(1)) - a + a * delta(-epsilon, precision);
  }

 private:
  SharedCurve all_;
  Rational rate_;
};

}  // namespace

CurvePair sampled_curves(const CurvePair& all, const Rational& rate) {
  return {std::make_shared<SampledCurve>(all, rate, FirstData::with_the_row),
          std::make_shared<SampledCurve>(all, rate, FirstData::without_it)};
}

CurvePair sampled_of_size_curves(const CurvePair& all, const Rational& rate) {
  return CurvePair(std::make_shared<SampledOfSizeCurve>(all, rate));
}

}  // namespace scrim
