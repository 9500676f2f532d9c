// How a budget is asked in Python: by what a map gave, or by epsilon=, delta= and rho=.
#pragma once

#include <string>
#include <string_view>

#include "binding.hpp"
#include "scrim/accounting/amount.hpp"
#include "scrim/any/any_spaces.hpp"

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

/// The measure under which a map gave a loss.
[[nodiscard]] const AnyMeasure& measure_of(nb::handle loss);

/// What a map gave, as it gave it. Throws TypeError for a bare number.
[[nodiscard]] AnyDistance distance_of_loss(nb::handle loss);

/// ", epsilon: float | ... | None = None, delta: ...", for signatures.
[[nodiscard]] std::string keyword_types();

}  // namespace scrim::python
