#include "scrim/transformations/quantile_score_candidates/quantile_scores.hpp"

#include <cstddef>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/integers.hpp"

namespace scrim {

std::vector<std::uint64_t> quantile_scores(const kernels::CandidateCounts& counts, Fraction alpha,
                                           TiedRows ties) {
  const std::size_t size = counts.equal.size();
  const std::uint64_t limit = quantile_count_limit(alpha);
  // above[i]: rows over candidate i, from the right end; then one pass from the left for below.
  std::vector<std::uint64_t> above(size);
  std::uint64_t rows = 0;
  for (std::size_t i = size; i-- > 0;) {
    rows = saturating_add(rows, counts.below[i + 1]);
    above[i] = rows;
    rows = saturating_add(rows, counts.equal[i]);
  }
  std::vector<std::uint64_t> scores(size);
  rows = 0;
  for (std::size_t i = 0; i < size; ++i) {
    rows = saturating_add(rows, counts.below[i]);
    const std::uint64_t not_above = saturating_add(rows, counts.equal[i]);
    scores[i] = ties == TiedRows::discounted
                    ? quantile_score(alpha, limit, rows, above[i])
                    : interval_score(alpha, limit,
                                     {.below = rows,
                                      .not_above = not_above,
                                      .above = above[i],
                                      .not_below = saturating_add(above[i], counts.equal[i])});
    rows = not_above;
  }
  return scores;
}

void check_counts_fit(KnownSize size, Fraction alpha, const std::string& who) {
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
