#include <cstdint>
#include <string>
#include <vector>

#include "scrim/any/person_arguments.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/transformations/bound_contributions/make_bound_contributions.hpp"

namespace scrim::any {

namespace {

AnyObject build_bound_contributions(const AnyDomain& domain, const AnyMetric& metric,
                                    const Arguments& arguments) {
  return build_on(
      domain, metric, "bound_contributions", "tables of persons with person_distance()",
      [&](const PersonTableDomain& persons, const PersonDistance& distance) -> AnyObject {
        const auto* group = arguments.find<std::string>("group");
        const std::uint64_t rows = arguments.get<std::uint64_t>("rows");
        const auto& values = arguments.get<std::vector<std::string>>("values");
        const std::uint64_t seed = count_or(arguments, "seed", 0);
        const bool in_order = arguments.get<bool>("in_order");
        if (group != nullptr) {
          return hide(
              make_bound_contributions(persons, distance,
                                       BoundGroups{.group = *group,
                                                   .groups = count_or(arguments, "groups", 1),
                                                   .rows = rows,
                                                   .values = values,
                                                   .seed = seed,
                                                   .in_order_of_ids = in_order}));
        }
        refuse_groups_without_group(arguments, "bound_contributions");
        return hide(make_bound_contributions(persons, distance,
                                             BoundRows{.rows = exact_cast<std::uint32_t>(rows),
                                                       .values = values,
                                                       .seed = seed,
                                                       .in_order_of_ids = in_order}));
      });
}

}  // namespace

Constructor offer_bound_contributions();

Constructor offer_bound_contributions() {
  return {
      .name = "bound_contributions",
      .summary = "Keeps of each person a bounded number of rows.",
      .details =
          "From persons to rows: d persons are d * rows rows. With a group, rows of each person "
          "stay in at most `groups` groups, at most `rows` in each: d persons are (d * groups, d * "
          "groups * rows, d * rows). Which rows stay does not depend on their order. Rows without "
          "an id, or without a group, are left out.",
      .parameters = {{.name = "rows",
                      .type = ParameterType::count,
                      .doc =
                          "how many rows of each person stay, in each group if there are groups"},
                     {.name = "values",
                      .type = ParameterType::names,
                      .doc = "the columns that are kept, in this order"},
                     group_parameter(),
                     groups_parameter(),
                     in_order_parameter(),
                     seed_parameter()},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_bound_contributions),
  };
}

}  // namespace scrim::any
