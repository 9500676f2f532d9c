#include "scrim/any/constructors/alpha_argument.hpp"
#include "scrim/any/dispatch.hpp"
#include "scrim/transformations/quantile_score_candidates/make_quantile_score_candidates.hpp"

namespace scrim::any {

namespace {

AnyObject build(const AnyDomain& domain, const AnyMetric& metric, const Arguments& arguments) {
  return build_on<NumericDataset>(
      domain, metric, "quantile_score_candidates", "vectors of numbers with a dataset metric",
      [&]<class D, class M>(const D& typed_domain, const M& typed_metric) -> AnyObject {
        return AnyTransformation(make_quantile_score_candidates(
            typed_domain, typed_metric, exactly<typename D::Element>(arguments.get<AnyNumbers>(0)),
            alpha_argument(arguments.at(1))));
      });
}

}  // namespace

Constructor quantile_score_candidates() {
  return {
      .name = "quantile_score_candidates",
      .summary = "Scores candidates for being the alpha-quantile of the rows; the least is best.",
      .details =
          "A score is den times the distance in rows between the candidate's rank and the "
          "ideal one, where alpha = num/den. Rows are numbers that are never NaN.",
      .parameters = {{.name = "candidates",
                      .type = ParameterType::candidates,
                      .doc = "strictly increasing numbers; public"},
                     {.name = "alpha",
                      .type = ParameterType::alpha,
                      .doc = "which quantile, from 0 to 1: 0.5 is the median"}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build),
  };
}

}  // namespace scrim::any
