// Amounts of a budget, from what Python holds and back.
#pragma once

#include <string_view>

#include "binding.hpp"
#include "scrim/accounting/amount.hpp"

namespace scrim::python {

/// The exact amount that a number, a Fraction, a Decimal or a text stands for; a plain float stands
/// for what was typed. Throws an error that names the argument for anything else.
[[nodiscard]] Amount to_amount(nb::handle value, std::string_view name);

/// A fractions.Fraction.
[[nodiscard]] nb::object to_python(const Amount& amount);

/// True for a scrim.Loss: what a measurement's map gives, or one of the two that it gives.
[[nodiscard]] bool is_loss(nb::handle value);

/// True for a scrim.LossWithDelta.
[[nodiscard]] bool is_loss_with_delta(nb::handle value);

}  // namespace scrim::python
