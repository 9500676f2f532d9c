// The continuous formula: what noise on the integers loses is told as if it were on the reals, and
// what a vector loses as if only its norm counted. That tells less than is lost.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

#include "scrim/scrim.hpp"
#include "support/attack_outcome.hpp"

namespace scrim::attacks::continuous_curve {

using test::Outcome;
using test::text;

struct Plan {
  double sigma;
  double epsilon;
  int coordinates;  // each moves by 1
};

inline constexpr std::array plans{Plan{1.0, 1.0, 1}, Plan{4.0, 1.0, 1}, Plan{0.5, 3.0, 1},
                                  Plan{1.0, 2.02, 4}, Plan{1.4, 0.7, 2}};

// --- what an adversary gains: sum (P - e^epsilon Q)_+ over all outcomes within 40 of 0, in
// doubles. What is left out only lowers it.

inline double loss_by_outcomes(const Plan& plan) {
  constexpr int reach = 40;
  constexpr std::size_t places = 2 * reach + 2;
  const auto weight = [&](int z) { return std::exp(-z * z / (2 * plan.sigma * plan.sigma)); };
  double total = 0.0;
  for (int z = -200; z <= 200; ++z) total += weight(z);
  // The loss of a coordinate at z is (1 - 2z) / (2 sigma^2): sums of coordinates are all that
  // counts.
  std::array<double, 4 * places> p{};  // of the sum of places from -reach on
  p[0] = 1.0;
  for (int coordinate = 0; coordinate < plan.coordinates; ++coordinate) {
    std::array<double, 4 * places> next{};
    for (std::size_t i = 0; i < p.size(); ++i) {
      if (p[i] == 0.0) continue;
      for (int z = -reach; z <= reach; ++z) {
        const std::size_t sum = i + static_cast<std::size_t>(z + reach);
        if (sum < next.size()) next[sum] += p[i] * weight(z) / total;
      }
    }
    p = next;
  }
  double gained = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const double z = static_cast<double>(i) - reach * plan.coordinates;
    const double loss = (plan.coordinates - 2 * z) / (2 * plan.sigma * plan.sigma);
    if (loss > plan.epsilon) gained += p[i] * -std::expm1(plan.epsilon - loss);
  }
  return gained * (1 - 1e-9);  // rounding of some thousand doubles
}

// --- the control: the curve of the continuous Gaussian at the L2 norm

inline double naive_delta(const Plan& plan) {
  const double mu = std::sqrt(static_cast<double>(plan.coordinates)) / plan.sigma;
  const auto upper_tail = [](double x) { return std::erfc(x / std::numbers::sqrt2) / 2; };
  return upper_tail(plan.epsilon / mu - mu / 2) -
         std::exp(plan.epsilon) * upper_tail(plan.epsilon / mu + mu / 2);
}

inline double told_by_accountant(const Plan& plan) {
  Accountant account;
  account.add_gaussian(plan.sigma, 1, static_cast<std::uint64_t>(plan.coordinates));
  return account.delta(plan.epsilon);
}

inline Outcome attack(double (*told)(const Plan&)) {
  int exceeded = 0;
  double largest = 0.0;
  for (const Plan& plan : plans) {
    const double ratio = loss_by_outcomes(plan) / told(plan);
    exceeded += ratio > 1 ? 1 : 0;
    largest = std::max(largest, ratio);
  }
  return {exceeded > 0, text("in ", exceeded, " of ", plans.size(),
                             " plans more is lost than told; at most ", largest, " times")};
}

inline Outcome on_control() { return attack(naive_delta); }

inline Outcome on_scrim() { return attack(told_by_accountant); }

}  // namespace scrim::attacks::continuous_curve
