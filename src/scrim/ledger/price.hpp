// What a release costs in the currency of a ledger. Proof: ledger.proof.md
#pragma once

#include <concepts>
#include <string>

#include "scrim/accounting/charges.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/ledger/entry.hpp"
#include "scrim/spaces/approximate.hpp"
#include "scrim/spaces/measures.hpp"

namespace scrim {

namespace ledger {

/// A measure whose losses some ledger may count.
template <class M>
concept PricedMeasure = requires { typename AmountUnder<M>; };

/// Under the measure `To`, in which the ledger counts.
template <class To, PricedMeasure From>
[[nodiscard]] AmountWithDelta charged(LedgerCurrency currency, const From& from,
                                      const AmountUnder<From>& amount) {
  if constexpr (ChargedUnder<From, To>) {
    const AmountUnder<To> price = charge(from, amount, To{});
    if constexpr (std::same_as<AmountUnder<To>, AmountWithDelta>) {
      return price;
    } else {
      return {price, Amount()};
    }
  } else {
    fail(ErrorKind::mismatch,
         "the ledger counts " + std::string(name(currency)) + ", and a loss under " +
             from.describe() +
             " has no price in that; open a ledger that counts it, or release with other noise");
  }
}

}  // namespace ledger

/// What a release that loses `amount` under the measure `from` costs a ledger of this currency.
/// Throws mismatch where it has no price: a delta in a ledger without one, a rho in one of epsilon.
template <ledger::PricedMeasure From>
[[nodiscard]] AmountWithDelta ledger_price(LedgerCurrency currency, const From& from,
                                           const AmountUnder<From>& amount) {
  switch (currency) {
    case LedgerCurrency::epsilon:
      return ledger::charged<MaxDivergence>(currency, from, amount);
    case LedgerCurrency::epsilon_delta:
      return ledger::charged<Approximate<MaxDivergence>>(currency, from, amount);
    case LedgerCurrency::rho:
      return ledger::charged<ZeroConcentratedDivergence>(currency, from, amount);
    case LedgerCurrency::rho_delta:
      return ledger::charged<Approximate<ZeroConcentratedDivergence>>(currency, from, amount);
  }
  fail(ErrorKind::invalid_argument, "there is no such currency");
}

}  // namespace scrim
