#include <cstdint>

#include "scrim/any/any_measures.hpp"
#include "scrim/any/registry.hpp"
#include "scrim/combinators/sample_of_size/make_sample_of_size.hpp"

namespace scrim::any {

namespace {

AnyMeasurement build_sample_of_size(const AnyMeasurement& measurement, const Arguments& arguments) {
  return make_sample_of_size(measurement, arguments.get<std::uint64_t>("rows"));
}

}  // namespace

Constructor offer_sample_of_size();

Constructor offer_sample_of_size() {
  return {
      .name = "sample_of_size",
      .summary =
          "Releases what a measurement releases of so many random rows as it takes, which "
          "costs less.",
      .details =
          "Every set of that many rows is as likely as another, and drawn afresh for each release; "
          "nobody sees it. Under change_one_distance, with the size of the sample declared, and "
          "max_divergence, approximate(max_divergence()) or profile_divergence: a measurement that "
          "loses "
          "(epsilon, delta) for one changed row loses (ln(1 + r * (exp(epsilon) - 1)), r * delta), "
          "where it takes a part r of the rows, and for several rows what as many steps of one row "
          "lose. Rows are read on one thread, and its runs are neither merged nor saved.",
      .parameters = {{.name = "rows",
                      .type = ParameterType::count,
                      .doc = "the number of rows of which some are taken"}},
      .makes_measurement = true,
      .build = Constructor::FromMeasurement(build_sample_of_size),
  };
}

}  // namespace scrim::any
