#include "scrim/transformations/weight_by_key/make_weight_by_key.hpp"

#include <vector>

#include "scrim/errors/error.hpp"
#include "scrim/transformations/bound_contributions/bounded_rows.hpp"
#include "scrim/transformations/bound_contributions/plan_bounding.hpp"

namespace scrim {

RowBounding<Batch, Batch> weighed_rows(const PersonTableDomain& domain, const WeightByKey& weights,
                                       bool is_text) {
  auto plan = bounding::plan_to_weigh(domain, weights.group, weights.weight,
                                      {.groups = weights.groups, .rows = 1, .seed = weights.seed},
                                      "make_weight_by_key");
  // Throws unless groups are integers or texts.
  const GroupedTableDomain grouped(plan.layout->output.front(),
                                   TableDomain(std::vector<TableColumn>{}));
  if ((grouped.group().kind == RowKind::text) != is_text) {
    fail(ErrorKind::mismatch, "make_weight_by_key: the column " + weights.group +
                                  " has no keys that are " + (is_text ? "texts" : "integers") +
                                  "; weigh them as what they are");
  }
  return bounding::bounded_rows(std::move(plan), weights.in_order_of_ids);
}

}  // namespace scrim
