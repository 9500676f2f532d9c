// What is lost, by the definitions and nothing else: sums over outcomes, at a high precision.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "scrim/accounting/loss_distribution.hpp"
#include "scrim/numbers/big_interval.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim::test {

inline constexpr Precision definition_precision = 320;

inline BigInterval exact(const Rational& x) { return BigInterval::point(definition_precision, x); }

/// The probabilities of each outcome under two laws.
using TwoLaws = std::vector<std::pair<BigInterval, BigInterval>>;

/// sum (P - e^epsilon Q)_+ over outcomes.
inline BigInterval delta_by_definition(const TwoLaws& laws, const Rational& epsilon) {
  const BigInterval factor = exp(exact(epsilon));
  BigInterval sum = exact(0);
  for (const auto& [p, q] : laws) {
    const BigInterval term = p - factor * q;
    if (mpfr_sgn(term.lower().get()) > 0) sum = sum + term;  // ties lose 2^-300, no more
  }
  return sum;
}

inline TwoLaws reversed(TwoLaws laws) {
  for (auto& [p, q] : laws) std::swap(p, q);
  return laws;
}

/// Every pair of outcomes of two independent releases.
inline TwoLaws both(const TwoLaws& first, const TwoLaws& second) {
  TwoLaws out;
  for (const auto& [p1, q1] : first) {
    for (const auto& [p2, q2] : second) out.emplace_back(p1 * p2, q1 * q2);
  }
  return out;
}

/// The integers z with weights e^-exponent(|z|), |z| <= reach, beside the same moved by `shift`.
/// What lies beyond is left out: it must not matter.
template <class Exponent>
TwoLaws noise_and_moved_noise(Exponent exponent, long reach, long shift) {
  std::vector<BigInterval> weights;
  for (long z = 0; z <= reach + shift; ++z) weights.push_back(exp(-exact(exponent(Rational(z)))));
  BigInterval total = weights[0];
  for (long z = 1; z <= reach; ++z) {
    total = total + weights[static_cast<std::size_t>(z)] + weights[static_cast<std::size_t>(z)];
  }
  TwoLaws out;
  for (long z = -reach; z <= reach; ++z) {
    const auto weight = [&](long x) { return weights[static_cast<std::size_t>(x < 0 ? -x : x)]; };
    out.emplace_back(weight(z) / total, weight(z - shift) / total);
  }
  return out;
}

inline TwoLaws gaussian_laws(const Rational& variance, long reach, long shift) {
  return noise_and_moved_noise([&](const Rational& z) { return Rational(z * z / (2 * variance)); },
                               reach, shift);
}

inline TwoLaws laplace_laws(const Rational& scale, long reach, long shift) {
  return noise_and_moved_noise([&](const Rational& z) { return Rational(z / scale); }, reach,
                               shift);
}

/// The answers of randomised response to two truths; the last one is that with probability delta.
inline TwoLaws response_laws(const Rational& epsilon, std::uint64_t categories,
                             const Rational& delta = 0) {
  const BigInterval weight = exp(exact(epsilon));
  const BigInterval total = weight + exact(to_rational(categories - 1));
  const BigInterval kept = exact(1 - delta);
  TwoLaws out{{kept * weight / total, kept / total}, {kept / total, kept * weight / total}};
  for (std::uint64_t i = 2; i < categories; ++i) out.emplace_back(kept / total, kept / total);
  out.emplace_back(exact(delta), exact(0));
  return out;
}

/// delta(epsilon) of a distribution of losses, from its masses.
inline BigInterval delta_by_definition(const LossDistribution& losses, const Rational& epsilon) {
  BigInterval sum = exact(Rational(losses.infinite_mass()));
  for (std::size_t i = 0; i < losses.size(); ++i) {
    const Rational loss = losses.grid().loss(i);
    if (loss <= epsilon) continue;
    sum = sum + exact(Rational(losses.mass(i))) * (exact(1) - exp(exact(epsilon - loss)));
  }
  return sum / exact(Rational(mpz_class(1) << static_cast<mp_bitcnt_t>(losses.bits())));
}

/// delta(epsilon) of the continuous Gaussian that moves by mu standard deviations.
inline BigInterval continuous_gaussian_delta(const Rational& mu, const Rational& epsilon) {
  const BigInterval root = sqrt(exact(2));
  const auto upper_tail = [&](const Rational& x) { return erfc(exact(x) / root) / exact(2); };
  return upper_tail(epsilon / mu - mu / 2) -
         exp(exact(epsilon)) * upper_tail(epsilon / mu + mu / 2);
}

/// Whether x <= y, but for the errors of this file.
inline bool is_at_most(const BigInterval& x, const BigInterval& y) {
  const Rational slack(1, mpz_class(1) << mp_bitcnt_t{250});
  return compare(x, y + exact(slack)) == Order::less;
}

/// Whether they are the same, but for 2^-bits of them, or of 1 where `absolute`.
inline bool are_close(const BigInterval& x, const BigInterval& y, int bits, bool absolute = false) {
  const BigInterval slack = exact(Rational(1, mpz_class(1) << static_cast<mp_bitcnt_t>(bits)));
  const BigInterval scale = absolute ? slack : slack * y;
  return compare(x, y + scale) != Order::greater && compare(x, y - scale) != Order::less;
}

}  // namespace scrim::test
