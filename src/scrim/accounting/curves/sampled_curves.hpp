// What a release from a sample of the rows loses, as curves. Proof: privacy_curves.proof.md
#pragma once

#include "scrim/accounting/curves/privacy_curve.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim {

/// Each row is in the sample with probability `rate`, independently of all others, and of two data
/// the first has one row more. `all` has the curves of a release from all rows; those of a release
/// from the sample are different for both directions even where those are alike.
///
/// Precondition (caller): 0 < rate < 1.
[[nodiscard]] CurvePair sampled_curves(const CurvePair& all, const Rational& rate);

/// Every sample of one size is as likely, and one row of the data is another: both directions are
/// alike.
///
/// Precondition (caller): 0 < rate < 1.
[[nodiscard]] CurvePair sampled_of_size_curves(const CurvePair& all, const Rational& rate);

}  // namespace scrim
