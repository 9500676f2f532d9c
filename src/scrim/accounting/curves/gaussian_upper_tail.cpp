#include "scrim/accounting/curves/gaussian_upper_tail.hpp"

#include <algorithm>
#include <cmath>

#include "scrim/samplers/gaussian_tails.hpp"

namespace scrim {

namespace {

constexpr Precision guard_bits = 32;
constexpr int largest_tail_exponent = 4096;
constexpr int most_terms = 60;

// B_0, B_1, ..., B_(2 most_terms): sum_{k <= n} C(n + 1, k) B_k = 0.
const std::vector<Rational>& bernoulli_numbers() {
  static const std::vector<Rational> numbers = [] {
    std::vector<Rational> out{Rational(1)};
    for (unsigned long n = 1; n <= 2UL * most_terms; ++n) {
      Rational sum = 0;
      mpz_class binomial = 1;  // C(n + 1, k)
      for (unsigned long k = 0; k < n; ++k) {
        sum += Rational(binomial) * out[k];
        binomial = binomial * (n + 1 - k) / (k + 1);
      }
      out.emplace_back(-sum / Rational(n + 1));
    }
    return out;
  }();
  return numbers;
}

mpz_class factorial(unsigned long n) {
  mpz_class out;
  mpz_fac_ui(out.get_mpz_t(), n);
  return out;
}

}  // namespace

GaussianUpperTail::GaussianUpperTail(Rational variance, double least_wide_variance)
    : variance_(std::move(variance)), is_wide_(variance_ >= to_rational(least_wide_variance)) {}

BigInterval GaussianUpperTail::from(const mpz_class& z, Precision precision) const {
  if (z > 0) return from_positive(z, precision);
  // Z and -Z have one law.
  return BigInterval::point(precision, Rational(1)) - from_positive(1 - z, precision);
}

BigInterval GaussianUpperTail::from_positive(const mpz_class& z, Precision precision) const {
  // P[Z >= z] <= e^(-z^2 / (2 variance)), as (z + k)^2 >= z^2 + k^2.
  const Rational exponent = Rational(z * z) / (2 * variance_);
  if (exponent > largest_tail_exponent) {
    return hull(BigInterval::point(precision, Rational(0)),
                exp(-BigInterval::point(precision, exponent)));
  }
  return is_wide_ ? expanded(z, precision) : summed(z, precision);
}

BigInterval GaussianUpperTail::summed(const mpz_class& z, Precision precision) const {
  const std::lock_guard lock(mutex_);
  if (table_.precision != precision || table_.reach < z.get_d()) {
    // Farther than asked for, so that a few tables are enough for all z.
    const double before = table_.precision == precision ? table_.reach : 0;
    const double farthest = std::sqrt(2 * largest_tail_exponent * variance_.get_d()) + 1;
    const double reach = std::max(z.get_d(), std::min(2 * before, farthest));
    const double bits = 1.4427 * reach * reach / (2 * variance_.get_d());
    const int below = static_cast<int>(bits) + precision + guard_bits;
    const GaussianTails tails(variance_, GaussianKind::magnitude);
    table_.values = tails.enclose_tails(below, below + guard_bits);
    table_.precision = precision;
    table_.reach = reach;
  }
  const auto& tails = table_.values;
  const BigInterval half = BigInterval::point(precision, 0.5);
  if (z > static_cast<unsigned long>(tails.size())) {
    return hull(BigInterval::point(precision, Rational(0)), half * tails.back());
  }
  return half * tails[z.get_ui() - 1];
}

BigInterval GaussianUpperTail::expanded(const mpz_class& z, Precision precision) const {
  const BigInterval sum = expanded_sum(z, precision);
  const std::lock_guard lock(mutex_);
  if (table_.precision != precision) {
    // All weights are twice those from 0 on, but for that of 0.
    const Precision working = precision + guard_bits;
    const BigInterval one = BigInterval::point(working, Rational(1));
    const BigInterval half = expanded_sum(0, precision);
    table_.values = {half + half - one / sqrt(BigInterval::point(working, variance_))};
    table_.precision = precision;
  }
  return sum / table_.values.front();
}

BigInterval GaussianUpperTail::expanded_sum(const mpz_class& z, Precision precision) const {
  const Precision working = precision + guard_bits;
  const auto real = [&](const Rational& x) { return BigInterval::point(working, x); };
  const BigInterval zero = real(0);
  const BigInterval sigma = sqrt(real(variance_));
  const BigInterval u = real(Rational(z)) / sigma;
  const BigInterval weight = exp(-real(Rational(z * z) / (2 * variance_)));
  const BigInterval integral = sqrt(BigInterval::pi(working) / real(2)) *
                               erfc(sqrt(real(Rational(z * z) / (2 * variance_))));

  // As many terms as make the rest small: it falls by about (2 pi sigma / (u + 2 sqrt(n)))^2 each.
  const double sigma_about = std::sqrt(variance_.get_d());
  const double u_about = z.get_d() / sigma_about;
  int terms = 1;
  while (terms < most_terms &&
         2 * terms * std::log2(6.28 * sigma_about / (u_about + 2 * std::sqrt(terms) + 1)) <
             working) {
    ++terms;
  }

  // S / sigma = integral + w / (2 sigma) + w sum_j B_2j / (2j)! He_(2j-1)(u) / sigma^2j, and a
  // rest.
  const auto& bernoulli = bernoulli_numbers();
  const BigInterval inverse_variance = real(1 / variance_);
  BigInterval sum = integral + weight / (real(2) * sigma);
  BigInterval power = inverse_variance;  // sigma^-2j
  BigInterval hermite = u;               // He_(2j-1)
  BigInterval hermite_before = real(1);  // He_(2j-2)
  for (int j = 1; j <= terms; ++j) {
    const auto order = 2 * static_cast<unsigned long>(j);
    const Rational coefficient = bernoulli[order] / Rational(factorial(order));
    sum = sum + weight * real(coefficient) * hermite * power;
    for (unsigned long n = order - 1; n <= order; ++n) {  // He_(n+1) = u He_n - n He_(n-1)
      BigInterval next = u * hermite - real(Rational(n)) * hermite_before;
      hermite_before = std::move(hermite);
      hermite = std::move(next);
    }
    if (j < terms) power = power * inverse_variance;
  }

  // |rest| <= |B_n| / n! sigma^-n sum_k |c_k| I_k, n = 2 terms: c_k are the coefficients of He_n
  // and I_k the integral of v^k e^(-v^2 / 2) from u on.
  const auto n = 2 * static_cast<unsigned long>(terms);
  BigInterval moment = integral;
  BigInterval u_power = u;  // u^(k-1) for the next even k
  BigInterval bound = zero;
  for (unsigned long k = 0; k <= n; k += 2) {
    if (k > 0) {
      moment = u_power * weight + real(Rational(k - 1)) * moment;
      u_power = u_power * u * u;
    }
    const mpz_class divisor = factorial((n - k) / 2) * factorial(k) << ((n - k) / 2);
    bound = bound + real(Rational(factorial(n), divisor)) * moment;
  }
  const Rational size = abs(bernoulli[n]) / Rational(factorial(n));
  const BigInterval rest = real(size) * power * bound;
  return sum + hull(-rest, rest);
}

}  // namespace scrim
