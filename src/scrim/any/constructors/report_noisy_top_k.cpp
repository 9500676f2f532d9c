#include "scrim/any/constructors/optimize_argument.hpp"
#include "scrim/any/dispatch.hpp"
#include "scrim/measurements/report_noisy_top_k/make_report_noisy_top_k.hpp"

namespace scrim::any {

namespace {

template <class D, class M>
struct Accepts : std::false_type {};
template <Number T, ScoreMetric M>
  requires std::same_as<typename M::Distance, DistanceOf<T>>
struct Accepts<VectorDomain<AtomDomain<T>>, M> : std::true_type {};

AnyObject build(const AnyDomain& domain, const AnyMetric& metric, const Arguments& arguments) {
  const TopKOptions options{.k = arguments.get<std::uint64_t>(1),
                            .scale = arguments.get<double>(2),
                            .optimize = optimize_argument(arguments.at(3))};
  return build_on<Accepts>(
      domain, metric, "report_noisy_top_k",
      "vectors of scores with an L-infinity or range distance (of doubles for doubles, else of "
      "uint64)",
      [&]<class D, class M>(const D& typed_domain, const M& typed_metric) -> AnyObject {
        return std::visit(
            [&](auto measure) -> AnyObject {
              return AnyMeasurement(
                  make_report_noisy_top_k(typed_domain, typed_metric, measure, options));
            },
            arguments.get<AnyMeasure>(0));
      });
}

}  // namespace

Constructor report_noisy_top_k() {
  return {
      .name = "report_noisy_top_k",
      .summary = "Releases the indices of the k best scores under noise, best first.",
      .details =
          "Exact: no probability is rounded. Where the range of scores moves by r, with "
          "e = r / scale, a release costs k e under max_divergence, (2k - 1) e under "
          "range_divergence and k e^2 / 8 under zero_concentrated_divergence.",
      .parameters = {{.name = "output_measure",
                      .type = ParameterType::measure,
                      .doc = "under which the loss is stated; it also chooses the noise"},
                     {.name = "k", .type = ParameterType::count, .doc = "how many, at least 1"},
                     {.name = "scale",
                      .type = ParameterType::scale,
                      .doc = "of the noise, in units of scores; 0 selects without noise"},
                     {.name = "optimize",
                      .type = ParameterType::optimize,
                      .doc = "whether the best score is the largest (\"max\", as of counts) or the "
                             "least (\"min\", as of quantiles)"}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build),
  };
}

}  // namespace scrim::any
