#include "scrim/transformations/bound_contributions/plan_bounding.hpp"

#include <memory>
#include <utility>

#include "scrim/core/domain_identity.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/spaces/person_weight_distance.hpp"

namespace scrim::bounding {

namespace {

void check_counts(const Keeping& keeping, std::string_view who) {
  if (keeping.groups == 0 || keeping.rows == 0) {
    fail(ErrorKind::invalid_argument,
         std::string(who) + ": of each person " +
             (keeping.rows == 0 ? "0 rows are" : "rows in 0 groups are") +
             " kept, which is none; keep 1 at least");
  }
}

void add_group(RowLayout& layout, const PersonTableDomain& domain, const std::string& group,
               std::string_view who) {
  const std::size_t place = domain.table().place_of(group, who);
  TableColumn column = domain.table().columns()[place];
  column.is_nullable = false;  // rows without a group are left out
  layout.group = layout.add(domain.persons().size() + place, column, false);
  layout.output.push_back(std::move(column));
}

Identity identity_of_plan(std::string_view name, const PersonTableDomain& domain,
                          const RowLayout& layout, const Keeping& keeping) {
  Identity identity(name);
  identity.add(identity_of(domain)).add(std::uint64_t{layout.has_group()});
  for (const TableColumn& column : layout.output) identity.add(column.name);
  if (layout.has_group()) identity.add(keeping.groups);
  return identity.add(keeping.rows).add(keeping.seed);
}

}  // namespace

BoundingPlan plan_to_keep(const PersonTableDomain& domain, const UsedColumns& used,
                          const Keeping& keeping, std::string_view who) {
  check_counts(keeping, who);
  RowLayout layout = layout_of_persons(domain.persons());
  if (used.group) add_group(layout, domain, *used.group, who);
  for (const std::string& name : used.values) {
    const std::size_t place = domain.table().place_of(name, who);
    const TableColumn& column = domain.table().columns()[place];
    layout.values.push_back(
        layout.add(domain.persons().size() + place, column, column.is_nullable));
    layout.output.push_back(column);
  }
  Identity identity = identity_of_plan("bound_contributions 1", domain, layout, keeping);
  return {std::make_shared<const RowLayout>(std::move(layout)),
          keeping,
          {0, 0},
          0,
          std::move(identity)};
}

BoundingPlan plan_to_weigh(const PersonTableDomain& domain, const std::string& group,
                           std::uint64_t weight, const Keeping& keeping, std::string_view who) {
  check_person_weight({.weight = weight, .groups = keeping.groups}, std::string(who));
  RowLayout layout = layout_of_persons(domain.persons());
  add_group(layout, domain, group, who);
  Identity identity = identity_of_plan("weight_by_key 1", domain, layout, keeping);
  identity.add(weight);
  layout.output.push_back({"weight", RowKind::integer, false});
  return {std::make_shared<const RowLayout>(std::move(layout)),
          keeping,
          {0, 0},
          weight,
          std::move(identity)};
}

BoundingPlan plan_to_add_up(const PersonTableDomain& domain,
                            const std::optional<std::string>& group, const std::string& value,
                            Bounds<std::int64_t> totals, const Keeping& keeping,
                            std::string_view who) {
  check_counts(keeping, who);
  check_bounds(totals, who);
  const std::size_t place = domain.table().place_of(value, who);
  const TableColumn& column = domain.table().columns()[place];
  if (column.kind != RowKind::integer || column.is_nullable) {
    fail(ErrorKind::mismatch,
         std::string(who) + ": the column " + value +
             " does not hold integers that are never missing, whose sums are exact; round it to a "
             "grid and drop what is missing first");
  }
  RowLayout layout = layout_of_persons(domain.persons());
  if (group) add_group(layout, domain, *group, who);
  layout.values.push_back(layout.add_total(domain.persons().size() + place));
  Identity identity = identity_of_plan("person_totals 1", domain, layout, keeping);
  identity.add(value).add(totals.lower).add(totals.upper);
  layout.output.push_back({"total", RowKind::integer, false});
  return {std::make_shared<const RowLayout>(std::move(layout)), keeping, totals, 0,
          std::move(identity)};
}

}  // namespace scrim::bounding
