// Holds a loop over rows, which is compiled for speed.
#include "scrim/any/category_arguments.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/transformations/count_distinct/make_count_distinct.hpp"

namespace scrim::any {

namespace {

AnyObject build_count_distinct(const AnyDomain& domain, const AnyMetric& metric,
                               const Arguments& arguments) {
  return build_on(domain, metric, "count_distinct",
                  "vectors of integers, booleans or texts with a dataset metric",
                  [&]<Category T, DatasetMetric M>(const Rows<T>& rows, const M& typed_metric) {
                    return make_count_distinct(
                        rows, typed_metric, categories_of<T>(arguments, domain, "count_distinct"));
                  });
}

}  // namespace

Constructor offer_count_distinct();

Constructor offer_count_distinct() {
  return {
      .name = "count_distinct",
      .summary = "Counts how many of some public categories occur at all.",
      .details =
          "Rows are integers, booleans or texts; those in none of the categories are not "
          "counted. A row added, removed or changed moves the number by at most 1, and all "
          "of them by no more than there are categories.",
      .parameters = {categories_parameter()},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_count_distinct),
  };
}

}  // namespace scrim::any
