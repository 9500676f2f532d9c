#include "scrim/any/registry.hpp"
#include "scrim/measurements/randomised_response/make_randomised_response.hpp"

namespace scrim::any {

namespace {

AnyObject build_randomised_response(const AnyDomain& domain, const AnyMetric& metric,
                                    const Arguments& arguments) {
  const ResponseOptions options{.epsilon = arguments.get<double>("epsilon")};
  return build_on(domain, metric, "randomised_response",
                  "an integer or a boolean with the discrete distance",
                  [&]<Integer T>(const AtomDomain<T>& value, const DiscreteDistance& typed_metric) {
                    return make_randomised_response(
                        value, typed_metric, MaxDivergence{},
                        exactly<T>(arguments.get<AnyNumbers>("categories")), options);
                  });
}

}  // namespace

Constructor offer_randomised_response();

Constructor offer_randomised_response() {
  return {
      .name = "randomised_response",
      .summary = "Tells an integer with some probability, and else any other category.",
      .details =
          "Exact: no probability is rounded. Among k categories the truth is told with probability "
          "exp(epsilon) / (exp(epsilon) + k - 1), and a release costs epsilon under "
          "max_divergence. A value that is no category gives each of them alike.",
      .parameters = {{.name = "categories",
                      .type = ParameterType::numbers,
                      .doc = "two or more, each once; public"},
                     {.name = "epsilon",
                      .type = ParameterType::number,
                      .doc = "what an answer costs; 0 tells nothing"}},
      .makes_measurement = true,
      .build = Constructor::FromSpace(build_randomised_response),
  };
}

}  // namespace scrim::any
