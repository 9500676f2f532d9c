// Budgets that releases are paid from, one after the other, each chosen after seeing those before.
//
// Proof: filter.proof.md
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>

#include "scrim/accounting/account.hpp"
#include "scrim/accounting/amount.hpp"
#include "scrim/accounting/charges.hpp"
#include "scrim/spaces/approximate.hpp"
#include "scrim/spaces/given_distance.hpp"
#include "scrim/spaces/measures.hpp"

namespace scrim {

/// The measures under which there is a filter: losses add up however releases were chosen.
template <class M>
concept FilterMeasure =
    std::same_as<M, MaxDivergence> || std::same_as<M, ZeroConcentratedDivergence> ||
    std::same_as<M, Approximate<MaxDivergence>> ||
    std::same_as<M, Approximate<ZeroConcentratedDivergence>>;

/// A budget under the measure M. Whatever is asked, in whatever order, by whatever rule that looks
/// at releases, all releases that it paid for lose no more than its limit together.
///
///   Filter<MaxDivergence> budget(Amount::from_text("1"));
///   const auto answer = budget.release(measurement, 1, rows);   // d_in = 1: one row more or less
///   budget.spend(Amount::typed(0.1));                           // for something released
///   const auto for_a_colleague = budget.child(Amount::ratio(1, 4));
///
/// What does not fit is refused with ErrorKind::budget: nothing is spent, no random number is
/// drawn, and the filter lives on. What was spent never comes back, not even where the release
/// failed.
///
/// Copies are the same budget, in every thread; a child spends from its parent, too. A process that
/// was forked holds a copy that refuses everything. Under Approximate<ZeroConcentratedDivergence>
/// releases run one at a time: `release` and `spend` wait for the one that runs.
///
/// Precondition (caller): all that is spent is about neighbours of one kind. `release` takes d_in,
///   and a budget that adds up losses between datasets that differ in one row and in two says
///   nothing about either but the smaller.
template <FilterMeasure M>
class Filter {
 public:
  using Measure = M;
  using Amounts = AmountUnder<M>;

  /// Throws invalid_argument unless delta, where there is one, is below 1.
  explicit Filter(const Amounts& limit) : account_(to_account(limit), rules()) {}

  /// A filter that may spend so much of what this one may.
  [[nodiscard]] Filter child(const Amounts& limit) const {
    return Filter(account_.child(to_account(limit)));
  }

  /// Spends all of it, or throws ErrorKind::budget and spends nothing.
  void spend(const Amounts& amount) const { account_.spend(to_account(amount)); }

  /// What is lost under another measure, `spend(MaxDivergence{}, epsilon)`.
  template <class From>
    requires ChargedUnder<From, M>
  void spend(From from, const AmountUnder<From>& amount) const {
    spend(charge(from, amount, M{}));
  }

  /// Whether it could be spent now.
  [[nodiscard]] bool can_spend(const Amounts& amount) const {
    return account_.can_spend(to_account(amount));
  }
  template <class From>
    requires ChargedUnder<From, M>
  [[nodiscard]] bool can_spend(From from, const AmountUnder<From>& amount) const {
    return can_spend(charge(from, amount, M{}));
  }

  [[nodiscard]] Amounts spent() const { return from_account(account_.spent()); }
  [[nodiscard]] Amounts left() const { return from_account(account_.left()); }
  [[nodiscard]] Amounts limit() const { return from_account(account_.limit()); }

  /// One release of the measurement, paid for before it begins: its map prices it for neighbours
  /// that are d_in-close, then the price is spent, then `measurement.invoke(arguments...)`.
  ///
  /// Precondition (compiler): losses under the measurement's measure can be charged under M.
  template <class Measurement, class... Arguments>
    requires ChargedUnder<typename Measurement::OutputMeasure, M>
  [[nodiscard]] auto release(const Measurement& measurement,
                             GivenDistance<typename Measurement::DistanceIn> d_in,
                             Arguments&&... arguments) const {
    const auto price =
        charge(measurement.output_measure(), accounting::price_of(measurement.map(d_in)), M{});
    return release_at(price,
                      [&] { return measurement.invoke(std::forward<Arguments>(arguments)...); });
  }

  /// What run() gives, paid for before it begins.
  /// Precondition (caller): it is a release that loses at most `price`.
  template <std::invocable Run>
  [[nodiscard]] auto release_at(const Amounts& price, Run&& run) const {
    const accounting::Account::Turn turn = account_.spend_for_release(to_account(price));
    auto release = std::forward<Run>(run)();
    // Where the run has forked, two processes would each give a release that was paid for once.
    turn.check_process();
    return release;
  }

  /// True in a process that was forked from the one in which this filter was opened: there it
  /// refuses everything else.
  [[nodiscard]] bool is_of_another_process() const { return account_.is_of_another_process(); }

 private:
  explicit Filter(accounting::Account account) : account_(std::move(account)) {}

  static constexpr bool has_delta = std::same_as<Amounts, AmountWithDelta>;

  [[nodiscard]] static accounting::AccountRules rules() {
    constexpr bool is_concentrated = ChargedUnder<ZeroConcentratedDivergence, M>;
    return {.loss_name = is_concentrated ? "rho" : "epsilon",
            .has_delta = has_delta,
            .one_at_a_time = is_concentrated && has_delta};
  }
  [[nodiscard]] static AmountWithDelta to_account(const Amounts& amounts) {
    if constexpr (has_delta) {
      return amounts;
    } else {
      return {amounts, Amount()};
    }
  }
  [[nodiscard]] static Amounts from_account(AmountWithDelta amounts) {
    if constexpr (has_delta) {
      return amounts;
    } else {
      return std::move(amounts.loss);
    }
  }

  accounting::Account account_;
};

}  // namespace scrim
