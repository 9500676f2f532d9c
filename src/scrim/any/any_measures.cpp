#include "scrim/any/any_measures.hpp"

#include <vector>

#include "scrim/combinators/composition/composed_loss.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

AnyDistance composed_loss(const AnyMeasure& measure, std::span<const AnyDistance> losses) {
  return std::visit(
      [&]<ComposableMeasure MO>(const MO& typed) -> AnyDistance {
        using Loss = typename MO::Distance;
        std::vector<Loss> typed_losses;
        for (const AnyDistance& loss : losses) typed_losses.push_back(std::get<Loss>(loss));
        return composed_loss(typed, std::span<const Loss>(typed_losses));
      },
      measure);
}

DistanceMap<AnyDistance, AnyDistance> conversion_map(const AnyMeasure& from, const AnyMeasure& to) {
  return std::visit(
      []<class From, class To>(const From& typed_from,
                               const To& typed_to) -> DistanceMap<AnyDistance, AnyDistance> {
        if constexpr (ConvertsInto<From, To>) {
          return conversion_map(typed_from, typed_to).template hidden<AnyDistance>();
        } else {
          fail(ErrorKind::mismatch, "make_convert_measure: " + typed_from.describe() +
                                        " does not convert into " + typed_to.describe() +
                                        "; range_divergence() converts into max_divergence() and "
                                        "zero_concentrated_divergence()");
        }
      },
      from, to);
}

DistanceMap<AnyDistance, AnyDistance> monotone_map(
    const AnyMetric& metric, std::function<AnyDistance(AnyDistance)> forward) {
  return std::visit(
      [&]<class M>(const M&) {
        using Map = DistanceMap<typename M::Distance, AnyDistance>;
        return Map::from_monotone(forward).template hidden<AnyDistance>();
      },
      metric);
}

}  // namespace scrim
