#include "scrim/transformations/person_totals/make_person_totals.hpp"

#include "scrim/numbers/integers.hpp"
#include "scrim/transformations/bound_contributions/bounded_rows.hpp"
#include "scrim/transformations/bound_contributions/plan_bounding.hpp"

namespace scrim {

Transformation<PersonTableDomain, PersonDistance, TableDomain, SymmetricDistance>
make_person_totals(PersonTableDomain input_domain, PersonDistance input_metric,
                   const PersonTotals& totals) {
  auto plan = bounding::plan_to_add_up(input_domain, std::nullopt, totals.value, totals.bounds,
                                       {.adds_up = true}, "make_person_totals");
  TableDomain output_domain(plan.layout->output);

  // A person who comes or goes brings or takes one row.
  return {std::move(input_domain),
          input_metric,
          std::move(output_domain),
          SymmetricDistance{},
          bounding::bounded_rows(std::move(plan), totals.in_order_of_ids),
          StabilityMap<std::uint32_t, std::uint32_t>::from_constant(1)};
}

Transformation<PersonTableDomain, PersonDistance, GroupedTableDomain, GroupedDistance>
make_person_totals(PersonTableDomain input_domain, PersonDistance input_metric,
                   const PersonTotalsByGroup& totals) {
  auto plan = bounding::plan_to_add_up(
      input_domain, totals.group, totals.value, totals.bounds,
      {.groups = totals.groups, .adds_up = true, .seed = totals.seed}, "make_person_totals");
  const auto& output = plan.layout->output;
  GroupedTableDomain output_domain(output.front(), TableDomain({output.back()}));

  // One row in each of at most so many groups.
  const auto map = [groups = totals.groups](std::uint32_t d_in) {
    const std::uint64_t persons = d_in;
    const std::uint64_t in_groups = checked_mul(persons, groups);
    return KeyedChange(in_groups, in_groups, persons);
  };
  return {std::move(input_domain),
          input_metric,
          std::move(output_domain),
          GroupedDistance{},
          bounding::bounded_rows(std::move(plan), totals.in_order_of_ids),
          StabilityMap<std::uint32_t, KeyedChange>::from_monotone(map)};
}

}  // namespace scrim
