#include "scrim/any/quantile_arguments.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"

namespace scrim::any {

namespace {

AnyObject build_quantile_score_candidates(const AnyDomain& domain, const AnyMetric& metric,
                                          const Arguments& arguments) {
  return build_on(domain, metric, "quantile_score_candidates",
                  "vectors of numbers with a dataset metric",
                  [&]<Number T, DatasetMetric M>(const Rows<T>& rows, const M& typed_metric) {
                    return make_quantile_score_candidates(
                        rows, typed_metric, exactly<T>(arguments.get<AnyNumbers>("candidates")),
                        alpha_of(arguments.at("alpha")), tied_rows_of(arguments));
                  });
}

}  // namespace

Constructor offer_quantile_score_candidates();

Constructor offer_quantile_score_candidates() {
  return {
      .name = "quantile_score_candidates",
      .summary = "Scores candidates for being the alpha-quantile of the rows; the least is best.",
      .details =
          "A score is den times the distance in rows between the candidate's rank and the "
          "ideal one, where alpha = num/den. Rows are numbers that are never NaN.",
      .parameters = {{.name = "candidates",
                      .type = ParameterType::numbers,
                      .doc = "strictly increasing numbers; public"},
                     {.name = "alpha",
                      .type = ParameterType::fraction,
                      .doc = "which quantile, from 0 to 1: 0.5 is the median"},
                     tied_rows_parameter()},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_quantile_score_candidates),
  };
}

}  // namespace scrim::any
