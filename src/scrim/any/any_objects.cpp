#include "scrim/any/any_objects.hpp"

#include <string>

#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim {

bool AnyMechanism::takes_atom() const {
  return std::visit([]<class D>(const D&) { return !requires { typename D::View; }; },
                    input_domain_);
}

std::unique_ptr<AnyRun> AnyMechanism::start() const {
  const AnyRows element_type =
      std::visit([]<class D>(const D&) { return AnyRows(std::span<const typename D::Element>()); },
                 input_domain_);
  return start_run(function_, declared_size(input_domain_), element_type);
}

AnyMechanism AnyMechanism::followed_by(const AnyMechanism& second, const AnyDomain& output_domain,
                                       const AnyMetric& output_metric) const {
  if (strictly([&] { return output_domain != second.input_domain_; })) {
    fail(ErrorKind::mismatch, "cannot chain: the first gives " + describe(output_domain) +
                                  ", the second takes " + describe(second.input_domain_) +
                                  "; make the two domains equal");
  }
  if (output_metric != second.input_metric_) {
    fail(ErrorKind::mismatch, "cannot chain: the first gives " + describe(output_metric) +
                                  ", the second takes " + describe(second.input_metric_) +
                                  "; make the two metrics equal");
  }
  return {input_domain_, input_metric_, chain_functions(function_, second.function_),
          AnyMap::chain(map_, second.map_)};
}

AnyMechanism AnyMechanism::with_map_into(const AnyMap& second) const {
  return {input_domain_, input_metric_, function_, AnyMap::chain(map_, second)};
}

AnyTransformation AnyTransformation::chain(const AnyTransformation& first,
                                           const AnyTransformation& second) {
  return {first.followed_by(second, first.output_domain_, first.output_metric_),
          second.output_domain_, second.output_metric_};
}

AnyMeasurement AnyTransformation::chain(const AnyTransformation& first,
                                        const AnyMeasurement& second) {
  return {first.followed_by(second, first.output_domain_, first.output_metric_),
          second.output_measure()};
}

AnyMeasurement AnyMeasurement::convert_measure(const AnyMeasure& output_measure) const {
  if (!std::holds_alternative<RangeDivergence>(output_measure_)) {
    fail(ErrorKind::mismatch, "make_convert_measure: the loss is stated under " +
                                  describe(output_measure_) +
                                  "; only RangeDivergence is converted, make the measurement "
                                  "under it or under the wanted measure");
  }
  return std::visit(
      [&]<class MO>(MO measure) -> AnyMeasurement {
        if constexpr (ConvertibleFromRange<MO>) {
          return {with_map_into(AnyMap(range_divergence_to(measure))), measure};
        } else {
          fail(ErrorKind::mismatch, "make_convert_measure: RangeDivergence does not convert into " +
                                        measure.describe() +
                                        "; give MaxDivergence or ZeroConcentratedDivergence");
        }
      },
      output_measure);
}

}  // namespace scrim
