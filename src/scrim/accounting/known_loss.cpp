#include "scrim/accounting/known_loss.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "scrim/accounting/amplification.hpp"
#include "scrim/accounting/conversions.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/casts.hpp"

namespace scrim {

namespace {

constexpr Precision mass_precision = 512;  // 1 - delta is exact for most

Rational exactly_of(std::uint64_t x) { return to_rational(x); }

/// What is made from others, from what is known of them.

KnownLoss of_sample(const KnownLoss& all, const ExactProbability& rate) {
  KnownLoss out = all;
  if (all.pure) {
    const LossWithDelta loss = amplified_loss({to_double_up(*all.pure), all.mass}, rate);
    if (std::isfinite(loss.loss)) out.pure = std::min(*all.pure, to_rational(loss.loss));
  }
  out.mass = amplified_loss({0.0, all.mass}, rate).delta;
  return out;
}

KnownLoss in_steps(const KnownLoss& one, std::uint64_t steps) {
  const Rational count = exactly_of(steps);
  KnownLoss out{std::nullopt, std::nullopt, 0.0};
  if (one.rho && one.mass == 0.0) out.rho = count * count * *one.rho;
  if (one.pure) {
    // Beyond what is a double nothing is promised.
    const LossWithDelta loss =
        loss_of_steps({to_double_up(*one.pure), one.mass}, static_cast<std::uint32_t>(steps));
    out.pure = count * *one.pure;
    out.mass = std::min(loss.delta, 1.0);
  }
  return out;
}

KnownLoss known_loss(const Release& release) {
  const Rational width = to_rational(release.width);
  const double mass = release.delta;
  switch (release.kind) {
    case ReleaseKind::gaussian: {
      const Rational shift = exactly_of(release.count);
      return {std::nullopt, Rational(shift * shift / (2 * width * width)), mass};
    }
    case ReleaseKind::laplace:
      return {Rational(exactly_of(release.count) / width),
              to_rational(rho_of_laplace(cast_up<double>(release.count), release.width)), mass};
    case ReleaseKind::range:
      return {width, to_rational(rho_of_range(release.width)), mass};
    case ReleaseKind::response:
    case ReleaseKind::pure:
      return {width, to_rational(rho_of_epsilon(release.width)), mass};
    case ReleaseKind::concentrated:
      return {std::nullopt, width, mass};
    case ReleaseKind::sampled:
    case ReleaseKind::sampled_of_size:
      return of_sample(known_loss(*release.of), release.rate);
    case ReleaseKind::in_steps:
      return in_steps(known_loss(*release.of), release.count);
    case ReleaseKind::either_way:
      break;
  }
  return known_loss(*release.of);
}

BigInterval power_of(const BigInterval& x, std::uint64_t exponent) {
  BigInterval out = BigInterval::point(x.precision(), Rational(1));
  for (int bit = static_cast<int>(std::bit_width(exponent)) - 1; bit >= 0; --bit) {
    out = out * out;
    if ((exponent >> bit & 1) != 0) out = out * x;
  }
  return out;
}

/// a + times * b, where both are known.
std::optional<Rational> sum_of(const std::optional<Rational>& a, const Rational& times,
                               const std::optional<Rational>& b) {
  if (!a || !b) return std::nullopt;
  return Rational(*a + times * *b);
}

}  // namespace

KnownLoss known_loss(const Releases& releases) {
  const auto real = [](const Rational& x) { return BigInterval::point(mass_precision, x); };
  KnownLoss all;
  BigInterval kept = real(1);  // prod(1 - mass)
  for (const auto& [release, times] : releases.times) {
    const KnownLoss one = known_loss(release);
    all.pure = sum_of(all.pure, exactly_of(times), one.pure);
    all.rho = sum_of(all.rho, exactly_of(times), one.rho);
    if (one.mass > 0) kept = kept * power_of(real(1 - to_rational(one.mass)), times);
  }
  if (all.pure || all.rho) all.mass = std::clamp((real(1) - kept).upper_double(), 0.0, 1.0);
  return all;
}

}  // namespace scrim
