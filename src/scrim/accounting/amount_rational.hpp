// Amounts as GMP's rationals, for the files that compute with them. Not installed.
#pragma once

#include "scrim/accounting/amount.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim {

[[nodiscard]] Rational to_rational(const Amount& amount);

/// Precondition (caller): value is canonical and not negative.
/// Throws overflow where the denominator has more than 16384 bits.
[[nodiscard]] Amount to_amount(const Rational& value);

}  // namespace scrim
