// Holds a loop over rows, which is compiled for speed.
#include "scrim/any/bin_arguments.hpp"
#include "scrim/any/category_arguments.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/transformations/count_by_categories/make_count_by_categories.hpp"

namespace scrim::any {

namespace {

AnyObject build_count_by_categories(const AnyDomain& domain, const AnyMetric& metric,
                                    const Arguments& arguments) {
  return with_bin_metric(arguments, [&]<BinMetric MO>(MO) {
    return build_on(domain, metric, "count_by_categories",
                    "vectors of integers, booleans or texts with a dataset metric",
                    [&]<Category T, DatasetMetric M>(const Rows<T>& rows, const M& typed_metric) {
                      return make_count_by_categories<MO>(
                          rows, typed_metric,
                          categories_of<T>(arguments, domain, "count_by_categories"),
                          other_rows_of(arguments));
                    });
  });
}

}  // namespace

Constructor offer_count_by_categories();

Constructor offer_count_by_categories() {
  return {
      .name = "count_by_categories",
      .summary = "Counts the rows in each of some public categories.",
      .details =
          "Rows are integers, booleans or texts. A row added or removed moves one count by "
          "1. One that is changed moves two: 1 under linf_distance, 2 under l1_distance, the "
          "square root of 2 under l2_distance.",
      .parameters = {categories_parameter(), bin_metric_parameter(),
                     other_rows_parameter("rows in none of the categories are not counted, or in a "
                                          "last bin")},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_count_by_categories),
  };
}

}  // namespace scrim::any
