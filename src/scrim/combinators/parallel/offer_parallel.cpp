#include <string>
#include <vector>

#include "scrim/any/any_measures.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/combinators/parallel/make_parallel.hpp"
#include "scrim/core/chain.hpp"

namespace scrim::any {

namespace {

AnyMeasurement build_parallel(const AnyMeasurement& measurement, const Arguments& arguments) {
  return make_postprocess(make_parallel(measurement, arguments.get<std::uint64_t>("keys"),
                                        arguments.get<std::string>("group")),
                          [](const std::vector<AnyValue>& releases) { return AnyValue(releases); });
}

}  // namespace

Constructor offer_parallel();

Constructor offer_parallel() {
  return {
      .name = "parallel",
      .summary = "Releases in every group of a table what a measurement releases, as a list.",
      .details =
          "The measurement is one of table_domain under symmetric_distance. Groups are public "
          "keys: a row's group is the index of one of them, from 0 to keys - 1, in a column of "
          "integers; rows with another are left out, and a key without rows has a release, too. "
          "Under grouped_distance, at (groups, total, in_each), it loses what the worst way to "
          "spread so many rows over so many groups does; of pairs and Renyi losses the worst of "
          "each part; of profiles somewhat more.",
      .parameters = {{.name = "keys",
                      .type = ParameterType::count,
                      .doc = "how many public keys there are, at least 1"},
                     {.name = "group",
                      .type = ParameterType::text,
                      .doc = "the name of the column of indices; no other may have it",
                      .choices = {"group"},
                      .may_be_left_out = true}},
      .makes_measurement = true,
      .build = Constructor::FromMeasurement(build_parallel),
      .releases_a_list = true,
  };
}

}  // namespace scrim::any
