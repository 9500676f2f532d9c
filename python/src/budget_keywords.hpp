// How a budget is asked in Python: by what a map gave, or by epsilon=, delta= and rho=.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "binding.hpp"
#include "scrim/accounting/amount.hpp"
#include "scrim/accounting/charges.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/ledger/entry.hpp"

namespace scrim::python {

/// The keywords epsilon, delta and rho, each a value or None.
struct Keywords {
  nb::handle epsilon;
  nb::handle delta;
  nb::handle rho;

  [[nodiscard]] bool none() const { return epsilon.is_none() && delta.is_none() && rho.is_none(); }
};

/// The amount that a keyword gives, or 0. Throws mismatch for the loss of a map that is of another
/// kind than the keyword names: "epsilon" is its own, and one of "(epsilon, delta)".
[[nodiscard]] Amount amount_of(nb::handle value, std::string_view keyword);

/// Throws invalid_argument where both epsilon and rho are given.
void check_one_currency(const Keywords& keywords, const std::string& who);

/// The currency that the keywords name. Throws invalid_argument where both epsilon and rho are
/// given, TypeError where neither is.
[[nodiscard]] LedgerCurrency currency_of(const Keywords& keywords, const std::string& who);

/// The limit that the keywords give; none unless they are those of the currency.
[[nodiscard]] std::optional<AmountWithDelta> limit_in(LedgerCurrency currency,
                                                      const Keywords& keywords);

/// What price(measure, amount) says of the keywords.
template <class Price>
[[nodiscard]] auto price_of_keywords(const Keywords& keywords, const std::string& who,
                                     const Price& price) {
  check_one_currency(keywords, who);
  const Amount delta = amount_of(keywords.delta, "delta");
  const auto price_under = [&]<class From>(From from, const Amount& loss) {
    if (delta == Amount()) return price(from, loss);
    return price(Approximate<From>{}, AmountWithDelta{loss, delta});
  };
  if (!keywords.rho.is_none()) {
    return price_under(ZeroConcentratedDivergence{}, amount_of(keywords.rho, "rho"));
  }
  // A delta alone is of a release that loses nothing otherwise, under whatever measure.
  return price_under(MaxDivergence{}, amount_of(keywords.epsilon, "epsilon"));
}

/// What price(measure, amount) says of what a map said; mismatch if no budget, such as a "filter",
/// adds up losses under the measure.
template <class Price>
[[nodiscard]] auto price_of_loss(const AnyMeasure& measure, const AnyDistance& loss,
                                 const std::string& budget, const Price& price) {
  return std::visit(
      [&]<class From>(const From& from) -> decltype(price(MaxDivergence{}, Amount())) {
        if constexpr (requires { typename AmountUnder<From>; }) {
          return price(from, accounting::price_of(std::get<typename From::Distance>(loss)));
        } else {
          fail(ErrorKind::mismatch, "no " + budget + " adds up losses under " + from.describe());
        }
      },
      measure);
}

/// A Fraction, or a named tuple of two.
[[nodiscard]] nb::object shown_in(LedgerCurrency currency, const AmountWithDelta& amounts);

/// "epsilon: 1 spent, 2 left of 3; delta: ...", rounded so that it promises nothing.
[[nodiscard]] std::string spending_text(LedgerCurrency currency, const AmountWithDelta& spent,
                                        const AmountWithDelta& left, const AmountWithDelta& limit);

/// The measure under which a map gave a loss.
[[nodiscard]] const AnyMeasure& measure_of(nb::handle loss);

/// What a map gave, as it gave it. Throws TypeError for a bare number.
[[nodiscard]] AnyDistance distance_of_loss(nb::handle loss);

/// ", epsilon: float | ... | None = None, delta: ...", for signatures.
[[nodiscard]] std::string keyword_types();

}  // namespace scrim::python
