// How often randomised response tells the truth, and what that costs.
// Proof: make_randomised_response.proof.md
#pragma once

#include <cstddef>
#include <optional>

#include "scrim/numbers/fraction.hpp"
#include "scrim/spaces/measures.hpp"

namespace scrim {

/// One of the two must be given.
struct ResponseOptions {
  /// Tells the truth with probability exp(epsilon) / (exp(epsilon) + k - 1) among k categories.
  std::optional<double> epsilon = std::nullopt;
  /// Tells the truth with this probability, which is at least that of any other answer.
  std::optional<Fraction> keep = std::nullopt;
};

/// Throws unless the options are usable for so many categories.
void check_response_options(const ResponseOptions& options, std::size_t categories);

/// An upper bound on the loss: epsilon itself, or ln(keep (k - 1) / (1 - keep)) rounded up. Always
/// telling the truth costs infinity.
///
/// Precondition (caller): options are checked.
[[nodiscard]] double response_loss(MaxDivergence, const ResponseOptions& options,
                                   std::size_t categories);

}  // namespace scrim
