#include "scrim/any/quantile_arguments.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/measurements/private_quantile/make_private_quantile.hpp"

namespace scrim::any {

namespace {

/// The candidate that was selected.
template <Number T>
auto pick_from(std::vector<T> candidates) {
  return [candidates = std::move(candidates)](const AnyValue& best) {
    return AnyValue(candidates[std::get<std::vector<std::uint64_t>>(best).front()]);
  };
}

/// As make_private_quantile, of the hidden parts: typed ones would be compiled for every
/// combination of row type, metric and measure.
AnyObject build_private_quantile(const AnyDomain& domain, const AnyMetric& metric,
                                 const Arguments& arguments) {
  const Alpha alpha = alpha_of(arguments.at("alpha"));
  const double scale = quantile_score_scale(arguments.get<double>("scale"), alpha);
  const auto scores = std::get<AnyTransformation>(build_on(
      domain, metric, "private_quantile", "vectors of numbers with a dataset metric",
      [&]<Number T, DatasetMetric M>(const Rows<T>& rows, const M& typed_metric) {
        return make_quantile_score_candidates(rows, typed_metric,
                                              exactly<T>(arguments.get<AnyNumbers>("candidates")),
                                              alpha, tied_rows_of(arguments));
      }));
  const auto selection = std::get<AnyMeasurement>(
      build_under(arguments.get<AnyMeasure>("output_measure"), "private_quantile",
                  "max_divergence(), range_divergence() and zero_concentrated_divergence()",
                  [&]<SelectionMeasure MO>(const MO& measure) {
                    return make_report_noisy_top_k(
                        std::get<Rows<std::uint64_t>>(scores.output_domain()),
                        std::get<LInfDistance<std::uint64_t>>(scores.output_metric()), measure,
                        {.k = 1, .scale = scale, .optimize = Optimize::min});
                  }));
  return std::visit(
      [&]<class D>(const D&) -> AnyObject {
        if constexpr (OfAtoms<D>) {
          using T = typename AtomOf<D>::Type;
          if constexpr (Number<T>) {
            return make_chain(scores, selection) >>
                   pick_from(exactly<T>(arguments.get<AnyNumbers>("candidates")));
          }
        }
        fail(ErrorKind::mismatch, "make_private_quantile: texts have no quantiles");
      },
      domain);
}

}  // namespace

Constructor offer_private_quantile();

Constructor offer_private_quantile() {
  return {
      .name = "private_quantile",
      .summary = "Releases one of the candidates: about the alpha-quantile of the rows.",
      .details =
          "The candidate whose rank is best under noise. Rows are numbers that are never "
          "NaN.",
      .parameters = {{.name = "output_measure",
                      .type = ParameterType::measure,
                      .doc = "under which the loss is stated; it also chooses the noise"},
                     {.name = "candidates",
                      .type = ParameterType::numbers,
                      .doc = "strictly increasing numbers; public"},
                     {.name = "alpha",
                      .type = ParameterType::fraction,
                      .doc = "which quantile, from 0 to 1: 0.5 is the median"},
                     {.name = "scale",
                      .type = ParameterType::number,
                      .doc = "of the noise, in rows; 0 selects without noise"},
                     tied_rows_parameter()},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build_private_quantile),
  };
}

}  // namespace scrim::any
