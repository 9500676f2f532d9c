#include <cstdint>
#include <string>

#include "scrim/any/person_arguments.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/transformations/person_totals/make_person_totals.hpp"

namespace scrim::any {

namespace {

AnyObject build_person_totals(const AnyDomain& domain, const AnyMetric& metric,
                              const Arguments& arguments) {
  return build_on(
      domain, metric, "person_totals", "tables of persons with person_distance()",
      [&](const PersonTableDomain& persons, const PersonDistance& distance) -> AnyObject {
        const auto* group = arguments.find<std::string>("group");
        const auto& value = arguments.get<std::string>("value");
        const auto bounds = exactly<std::int64_t>(arguments.get<AnyBounds>("bounds"));
        const bool in_order = arguments.get<bool>("in_order");
        if (group != nullptr) {
          return hide(
              make_person_totals(persons, distance,
                                 PersonTotalsByGroup{.group = *group,
                                                     .groups = count_or(arguments, "groups", 1),
                                                     .value = value,
                                                     .bounds = bounds,
                                                     .seed = count_or(arguments, "seed", 0),
                                                     .in_order_of_ids = in_order}));
        }
        refuse_groups_without_group(arguments, "person_totals");
        return hide(make_person_totals(
            persons, distance,
            PersonTotals{.value = value, .bounds = bounds, .in_order_of_ids = in_order}));
      });
}

}  // namespace

Constructor offer_person_totals();

Constructor offer_person_totals() {
  return {
      .name = "person_totals",
      .summary = "Adds up a column of integers for each person, between public bounds.",
      .details =
          "From persons to rows: one row a person, in a column `total`. d_out = d_in. With a "
          "group, "
          "one row in each of at most `groups` groups of a person: d persons are (d * groups, d * "
          "groups, d). Sums are exact; rows without an id, or without a group, are left out.",
      .parameters = {{.name = "value",
                      .type = ParameterType::text,
                      .doc = "the column of integers that is added up"},
                     {.name = "bounds",
                      .type = ParameterType::bounds,
                      .doc = "public; a total outside is moved to the nearer one"},
                     group_parameter(),
                     groups_parameter(),
                     in_order_parameter(),
                     seed_parameter()},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_person_totals),
  };
}

}  // namespace scrim::any
