// What a loss under one measure costs in a budget under another. Proof: filter.proof.md
#pragma once

#include <concepts>
#include <type_traits>

#include "scrim/accounting/amount.hpp"
#include "scrim/spaces/approximate.hpp"
#include "scrim/spaces/measures.hpp"

namespace scrim {

namespace accounting {

template <class M>
struct AmountType;
template <class M>
  requires std::same_as<typename M::Distance, double>
struct AmountType<M> {
  using Type = Amount;
};
template <class M>
  requires std::same_as<typename M::Distance, LossWithDelta>
struct AmountType<M> {
  using Type = AmountWithDelta;
};

/// epsilon * tanh(epsilon / 2), rounded up to 53 bits.
[[nodiscard]] Amount concentrated_epsilon(const Amount& epsilon);
/// rho_of_range(epsilon): with r = epsilon / (exp(epsilon) - 1), r - 1 - ln(r), rounded up to a
/// double. Throws ErrorKind::budget where epsilon is beyond all doubles.
[[nodiscard]] Amount concentrated_range(const Amount& epsilon);

/// The exact value of what a map gave. Throws ErrorKind::budget if that is infinite: no budget pays
/// for it.
[[nodiscard]] Amount price_of(double loss);
[[nodiscard]] AmountWithDelta price_of(const LossWithDelta& loss);

}  // namespace accounting

/// Exact amounts under the measure M: an Amount, or an AmountWithDelta where M is approximate.
template <class M>
using AmountUnder = typename accounting::AmountType<M>::Type;

// charge(from, amount, to): what a release that loses `amount` under `from` costs under `to`.
//
//   from                 to MaxDivergence   to ZeroConcentratedDivergence
//   MaxDivergence        epsilon            epsilon * tanh(epsilon / 2), rounded up once
//   RangeDivergence      epsilon            rho_of_range(epsilon), at most epsilon^2 / 8
//   ZeroConcentrated-
//   Divergence           -                  rho
//
// To Approximate<M> whatever can be charged to M, with a delta of 0; from Approximate<M> only to an
// approximate measure, with the same delta.

[[nodiscard]] inline Amount charge(MaxDivergence, const Amount& epsilon, MaxDivergence) {
  return epsilon;
}
[[nodiscard]] inline Amount charge(MaxDivergence, const Amount& epsilon,
                                   ZeroConcentratedDivergence) {
  return accounting::concentrated_epsilon(epsilon);
}
[[nodiscard]] inline Amount charge(RangeDivergence, const Amount& epsilon, MaxDivergence) {
  return epsilon;
}
[[nodiscard]] inline Amount charge(RangeDivergence, const Amount& epsilon,
                                   ZeroConcentratedDivergence) {
  return accounting::concentrated_range(epsilon);
}
[[nodiscard]] inline Amount charge(ZeroConcentratedDivergence, const Amount& rho,
                                   ZeroConcentratedDivergence) {
  return rho;
}

template <class From, class To>
  requires requires(const Amount& amount) {
    { charge(From{}, amount, To{}) } -> std::same_as<Amount>;
  }
[[nodiscard]] AmountWithDelta charge(From from, const Amount& amount, Approximate<To>) {
  return {charge(from, amount, To{}), Amount()};
}
template <class From, class To>
  requires requires(const Amount& amount) {
    { charge(From{}, amount, To{}) } -> std::same_as<Amount>;
  }
[[nodiscard]] AmountWithDelta charge(Approximate<From>, const AmountWithDelta& amount,
                                     Approximate<To>) {
  return {charge(From{}, amount.loss, To{}), amount.delta};
}

/// A measure whose losses can be charged under another.
template <class From, class To>
concept ChargedUnder = requires(const From& from, const AmountUnder<From>& amount, const To& to) {
  { charge(from, amount, to) } -> std::same_as<AmountUnder<To>>;
};

}  // namespace scrim
