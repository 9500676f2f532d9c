#include "scrim/any/registry.hpp"

#include <algorithm>
#include <string>

#include "scrim/errors/error.hpp"

namespace scrim {

// Each unit describes itself in offer_<unit>.cpp, in its own folder. A new one is a line here.
#define SCRIM_CONSTRUCTORS(X)  \
  X(filter)                    \
  X(derive)                    \
  X(lookup)                    \
  X(join_cells)                \
  X(select)                    \
  X(drop_missing)              \
  X(select_column)             \
  X(bound_contributions)       \
  X(person_totals)             \
  X(group_rows)                \
  X(weight_by_key)             \
  X(drop_null)                 \
  X(impute)                    \
  X(clamp)                     \
  X(row_by_row)                \
  X(quantise)                  \
  X(quantise_square)           \
  X(round_to_grid)             \
  X(quantile_score_candidates) \
  X(count)                     \
  X(count_numbers)             \
  X(count_by_categories)       \
  X(count_among_candidates)    \
  X(count_beyond)              \
  X(count_by_edges)            \
  X(count_distinct)            \
  X(count_by_key)              \
  X(sum)                       \
  X(report_noisy_top_k)        \
  X(above_threshold)           \
  X(randomised_response)       \
  X(laplace)                   \
  X(geometric)                 \
  X(gaussian)                  \
  X(laplace_threshold)         \
  X(gaussian_threshold)        \
  X(release_keys)              \
  X(release_weighted_keys)     \
  X(private_quantile)          \
  X(private_quantiles)         \
  X(private_variance)          \
  X(grid_quantile)             \
  X(convert_measure)           \
  X(composition)               \
  X(parallel)                  \
  X(sample)                    \
  X(sample_of_size)

namespace any {
#define SCRIM_DECLARE(unit) [[nodiscard]] Constructor offer_##unit();
SCRIM_CONSTRUCTORS(SCRIM_DECLARE)
#undef SCRIM_DECLARE
}  // namespace any

std::span<const Constructor> constructors() {
#define SCRIM_CALL(unit) any::offer_##unit(),
  static const std::vector<Constructor> all = {SCRIM_CONSTRUCTORS(SCRIM_CALL)};
#undef SCRIM_CALL
  return all;
}

const Constructor& constructor_named(std::string_view name) {
  const auto all = constructors();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Constructor& each) { return each.name == name; });
  if (found == all.end()) {
    fail(ErrorKind::invalid_argument, "there is no constructor make_" + std::string(name));
  }
  return *found;
}

void any::refuse_space(std::string_view constructor, const AnyDomain& domain,
                       const AnyMetric& metric, std::string_view takes) {
  fail(ErrorKind::mismatch, "make_" + std::string(constructor) + " does not take " +
                                domain.describe() + " with " + metric.describe() + "; it takes " +
                                std::string(takes));
}

void any::refuse_measure(std::string_view constructor, const AnyMeasure& measure,
                         std::string_view takes) {
  fail(ErrorKind::mismatch, "make_" + std::string(constructor) + " has no price under " +
                                measure.describe() + "; it takes " + std::string(takes));
}

}  // namespace scrim
