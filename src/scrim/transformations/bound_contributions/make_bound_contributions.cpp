#include "scrim/transformations/bound_contributions/make_bound_contributions.hpp"

#include "scrim/numbers/integers.hpp"
#include "scrim/transformations/bound_contributions/bounded_rows.hpp"
#include "scrim/transformations/bound_contributions/plan_bounding.hpp"

namespace scrim {

Transformation<PersonTableDomain, PersonDistance, TableDomain, SymmetricDistance>
make_bound_contributions(PersonTableDomain input_domain, PersonDistance input_metric,
                         const BoundRows& bounds) {
  auto plan = bounding::plan_to_keep(input_domain, {std::nullopt, bounds.values},
                                     {.rows = bounds.rows, .seed = bounds.seed},
                                     "make_bound_contributions");
  TableDomain output_domain(plan.layout->output);

  // A person who comes or goes brings or takes what is kept of their rows, and of no one else's.
  return {std::move(input_domain),
          input_metric,
          std::move(output_domain),
          SymmetricDistance{},
          bounding::bounded_rows(std::move(plan), bounds.in_order_of_ids),
          StabilityMap<std::uint32_t, std::uint32_t>::from_constant(bounds.rows)};
}

Transformation<PersonTableDomain, PersonDistance, GroupedTableDomain, GroupedDistance>
make_bound_contributions(PersonTableDomain input_domain, PersonDistance input_metric,
                         const BoundGroups& bounds) {
  auto plan =
      bounding::plan_to_keep(input_domain, {bounds.group, bounds.values},
                             {.groups = bounds.groups, .rows = bounds.rows, .seed = bounds.seed},
                             "make_bound_contributions");
  const auto& output = plan.layout->output;
  GroupedTableDomain output_domain(output.front(), TableDomain({output.begin() + 1, output.end()}));

  // The same, and they are at most so many in each of at most so many groups.
  const auto map = [groups = bounds.groups, rows = bounds.rows](std::uint32_t d_in) {
    const std::uint64_t persons = d_in;
    const std::uint64_t in_groups = checked_mul(persons, groups);
    return KeyedChange(in_groups, checked_mul(in_groups, rows), checked_mul(persons, rows));
  };
  return {std::move(input_domain),
          input_metric,
          std::move(output_domain),
          GroupedDistance{},
          bounding::bounded_rows(std::move(plan), bounds.in_order_of_ids),
          StabilityMap<std::uint32_t, KeyedChange>::from_monotone(map)};
}

}  // namespace scrim
