// What a loss under one privacy measure is worth under another, rounded to the safe side.
//
// Proof: conversions.proof.md
#pragma once

#include "scrim/spaces/approximate.hpp"
#include "scrim/spaces/renyi_divergence.hpp"

namespace scrim {

// Losses are at least 0 and may be infinite; deltas are at least 0, and from 1 on they promise
// nothing. Precondition (checked, all): none is negative or NaN.
// Postcondition: throws an error that depends on the arguments only, or returns what is said.

/// The rho of every measurement that loses at most epsilon under MaxDivergence:
/// epsilon * tanh(epsilon / 2), rounded up. Randomised response attains it.
[[nodiscard]] double rho_of_epsilon(double epsilon);

/// The rho of every measurement that loses at most epsilon under RangeDivergence: with
/// r = epsilon / (exp(epsilon) - 1), r - 1 - ln(r), rounded up; at most epsilon^2 / 8.
[[nodiscard]] double rho_of_range(double epsilon);

/// The rho of discrete Laplace noise of this scale on integers, or vectors of them, at this L1
/// distance: with q = exp(-1 / scale), the Kullback-Leibler divergence
/// (distance - 2 q (1 - q^distance) / (1 - q^2)) / scale, rounded up. It is attained, and below
/// rho_of_epsilon(distance / scale) where the distance is more than 1.
/// Precondition (checked): the scale is finite and above 0.
[[nodiscard]] double rho_of_laplace(double distance, double scale);

/// The Renyi divergence at `order` of every measurement that loses at most epsilon under
/// MaxDivergence, rounded up.
/// Precondition (checked): order > 1 and finite.
[[nodiscard]] double renyi_of_epsilon(double epsilon, double order);

/// A delta at which every measurement that loses at most rho under ZeroConcentratedDivergence is
/// (epsilon, delta)-private: the least over orders a > 1 of
///   exp((a - 1)(a rho - epsilon)) (1 - 1/a)^a / (a - 1), and at most 1.
/// Any order is sound; the one that is taken is the best up to the precision of doubles.
[[nodiscard]] double delta_of_rho(double rho, double epsilon);

/// The smallest epsilon found with delta_of_rho(rho, epsilon) <= delta; infinite where there is
/// none.
[[nodiscard]] double epsilon_of_rho(double rho, double delta);

/// As both, of measurements that lose at most `loss` under
/// Approximate<ZeroConcentratedDivergence>: rho, but for a mass delta_0. The first is at most
/// delta_0 + (1 - delta_0) delta_of_rho(rho, epsilon); the second is infinite where delta_0 is
/// above `delta`.
[[nodiscard]] double delta_of_rho(const LossWithDelta& loss, double epsilon);
[[nodiscard]] double epsilon_of_rho(const LossWithDelta& loss, double delta);

/// The largest rho found with delta_of_rho(rho, epsilon) <= delta: what an (epsilon, delta) budget
/// buys.
[[nodiscard]] double rho_within(double epsilon, double delta);

/// As delta_of_rho and epsilon_of_rho, from losses at the orders of a RenyiDivergence.
/// Precondition (checked): there is a loss for each order.
[[nodiscard]] double delta_of_renyi(const RenyiDivergence& measure, const RenyiLosses& losses,
                                    double epsilon);
[[nodiscard]] double epsilon_of_renyi(const RenyiDivergence& measure, const RenyiLosses& losses,
                                      double delta);

}  // namespace scrim
