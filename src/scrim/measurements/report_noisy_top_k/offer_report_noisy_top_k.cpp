#include "scrim/any/registry.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"

namespace scrim::any {

namespace {

AnyObject build_report_noisy_top_k(const AnyDomain& domain, const AnyMetric& metric,
                                   const Arguments& arguments) {
  const TopKOptions options{
      .k = arguments.get<std::uint64_t>("k"),
      .scale = arguments.get<double>("scale"),
      .optimize = chosen<Optimize>(arguments, "optimize",
                                   {{"max", Optimize::max}, {"min", Optimize::min}})};
  return build_under(
      arguments.get<AnyMeasure>("output_measure"), "report_noisy_top_k",
      "max_divergence(), range_divergence() and zero_concentrated_divergence()",
      [&]<SelectionMeasure MO>(const MO& measure) {
        return build_on(
            domain, metric, "report_noisy_top_k",
            "vectors of scores with an L-infinity or range distance (of doubles for doubles, else "
            "of uint64)",
            [&]<Number T, ScoreMetric M>(const Rows<T>& scores, const M& typed_metric)
              requires std::same_as<typename M::Distance, DistanceOf<T>>
            { return make_report_noisy_top_k(scores, typed_metric, measure, options); });
      });
}

}  // namespace

Constructor offer_report_noisy_top_k();

Constructor offer_report_noisy_top_k() {
  return {
      .name = "report_noisy_top_k",
      .summary = "Releases the indices of the k best scores under noise, best first.",
      .details =
          "Exact: no probability is rounded. Where the range of scores moves by r, with "
          "e = r / scale, a release costs k e under max_divergence, (2k - 1) e under "
          "range_divergence, and under zero_concentrated_divergence k times what a range of e is "
          "worth, at most k e^2 / 8.",
      .parameters = {{.name = "output_measure",
                      .type = ParameterType::measure,
                      .doc = "under which the loss is stated; it also chooses the noise"},
                     {.name = "k", .type = ParameterType::count, .doc = "how many, at least 1"},
                     {.name = "scale",
                      .type = ParameterType::number,
                      .doc = "of the noise, in units of scores; 0 selects without noise"},
                     {.name = "optimize",
                      .type = ParameterType::choice,
                      .doc = "whether the best score is the largest (\"max\", as of counts) or the "
                             "least (\"min\", as of quantiles)",
                      .choices = {"max", "min"}}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build_report_noisy_top_k),
  };
}

}  // namespace scrim::any
