// A known number of rows, and a fraction that leaves scores room for so many.
#pragma once

#include <string>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/rational.hpp"
#include "scrim/spaces/known_size.hpp"
#include "scrim/transformations/quantile_score_candidates/quantile_scores.hpp"

namespace scrim {

/// Throws if the size is known and counts of so many rows, times den, do not fit a score. Clipped
/// counts keep the privacy claim but not the meaning: most candidates would score alike.
inline void check_counts_fit(KnownSize size, Fraction alpha, const std::string& who) {
  if (!size || *size <= quantile_count_limit(alpha)) return;
  fail(ErrorKind::invalid_argument, who + ": the domain has " + describe_value(*size) +
                                        " rows, but with alpha = " + describe_value(alpha.num) +
                                        "/" + describe_value(alpha.den) +
                                        " a 64-bit score holds counts of at most " +
                                        describe_value(quantile_count_limit(alpha)) +
                                        "; give a fraction whose denominator is at most " +
                                        describe_value(quantile_count_limit(Fraction{0, *size})));
}

}  // namespace scrim
