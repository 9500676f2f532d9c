#include "scrim/any/bin_arguments.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/transformations/count_by_edges/make_count_by_edges.hpp"

namespace scrim::any {

namespace {

AnyObject build_count_by_edges(const AnyDomain& domain, const AnyMetric& metric,
                               const Arguments& arguments) {
  return with_bin_metric(arguments, [&]<BinMetric MO>(MO) {
    return build_on(domain, metric, "count_by_edges", "vectors of numbers with a dataset metric",
                    [&]<Number T, DatasetMetric M>(const Rows<T>& rows, const M& typed_metric) {
                      return make_count_by_edges<MO>(rows, typed_metric,
                                                     exactly<T>(arguments.get<AnyNumbers>("edges")),
                                                     other_rows_of(arguments));
                    });
  });
}

}  // namespace

Constructor offer_count_by_edges();

Constructor offer_count_by_edges() {
  return {
      .name = "count_by_edges",
      .summary = "Counts the rows in each bin between public edges: a histogram.",
      .details =
          "A bin has its lower edge, and the last one its upper edge too. A NaN is counted "
          "nowhere. A row added or removed moves one count by 1. One that is changed moves "
          "two: 1 under linf_distance, 2 under l1_distance, the square root of 2 under "
          "l2_distance.",
      .parameters = {{.name = "edges",
                      .type = ParameterType::numbers,
                      .doc = "two or more, strictly increasing; public, not read off the data"},
                     bin_metric_parameter(),
                     other_rows_parameter("rows below the first edge and above the last are not "
                                          "counted, or in a first and a last bin")},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_count_by_edges),
  };
}

}  // namespace scrim::any
