// Holds a loop over rows, which is compiled for speed.
#include <cstdint>
#include <string>

#include "scrim/any/person_arguments.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/transformations/weight_by_key/make_weight_by_key.hpp"

namespace scrim::any {

namespace {

AnyObject build_weight_by_key(const AnyDomain& domain, const AnyMetric& metric,
                              const Arguments& arguments) {
  return build_on(
      domain, metric, "weight_by_key", "tables of persons with person_distance()",
      [&](const PersonTableDomain& persons, const PersonDistance& distance) -> AnyObject {
        const WeightByKey weights{.group = arguments.get<std::string>("group"),
                                  .groups = count_or(arguments, "groups", 1),
                                  .weight = arguments.get<std::uint64_t>("weight"),
                                  .seed = count_or(arguments, "seed", 0),
                                  .in_order_of_ids = arguments.get<bool>("in_order")};
        const auto& columns = persons.table();
        const std::size_t place = columns.place_of(weights.group, "make_weight_by_key");
        if (columns.columns()[place].kind == RowKind::text) {
          return hide(make_weight_by_key<std::string>(persons, distance, weights));
        }
        return hide(make_weight_by_key<std::int64_t>(persons, distance, weights));
      });
}

}  // namespace

Constructor offer_weight_by_key();

Constructor offer_weight_by_key() {
  return {
      .name = "weight_by_key",
      .summary =
          "Adds up what persons weigh in each key that occurs: who is in many, less in each.",
      .details =
          "From persons to keys that are not known beforehand. A person in t of at most `groups` "
          "groups weighs floor(weight / sqrt(t)) in each of them, however many rows it has there, "
          "so that the squares of what it weighs add up to weight^2 at most. d_out = d_in, under "
          "person_weight_distance(weight, groups). Rows without an id, or without a key, are left "
          "out.",
      .parameters = {{.name = "group",
                      .type = ParameterType::text,
                      .doc = "the column that holds keys: integers or texts"},
                     {.name = "weight",
                      .type = ParameterType::count,
                      .doc = "of a person, from 1 to 65536; its square is at least groups. 100 "
                             "times the root of groups loses 1 percent to whole numbers"},
                     groups_parameter(),
                     in_order_parameter(),
                     seed_parameter()},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_weight_by_key),
  };
}

}  // namespace scrim::any
