#include "scrim/any/any_measures.hpp"

#include <vector>

#include "scrim/combinators/composition/composed_loss.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

/// That between the typed measures, with its distances hidden.
template <class... At>
DistanceMap<AnyDistance, AnyDistance> hidden_conversion(const AnyMeasure& from,
                                                        const AnyMeasure& to, At... at) {
  return std::visit(
      [&]<class From, class To>(const From& typed_from,
                                const To& typed_to) -> DistanceMap<AnyDistance, AnyDistance> {
        if constexpr (ConvertsInto<From, To, At...>) {
          return conversion_map(typed_from, typed_to, at...).template hidden<AnyDistance>();
        } else if constexpr (ConvertsInto<From, To, AtDelta>) {
          fail(ErrorKind::mismatch, "make_convert_measure: " + typed_from.describe() +
                                        " converts into " + typed_to.describe() +
                                        " at a delta; give one, such as delta=1e-6");
        } else if constexpr (ConvertsInto<From, To>) {
          fail(ErrorKind::mismatch, "make_convert_measure: " + typed_from.describe() +
                                        " converts into " + typed_to.describe() +
                                        " without a delta; leave it out");
        } else {
          fail(ErrorKind::mismatch, "make_convert_measure: " + typed_from.describe() +
                                        " does not convert into " + typed_to.describe() +
                                        "; look at the table of conversions in its documentation");
        }
      },
      from, to);
}

}  // namespace

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
  return hidden_conversion(from, to);
}

DistanceMap<AnyDistance, AnyDistance> conversion_map(const AnyMeasure& from, const AnyMeasure& to,
                                                     AtDelta at) {
  return hidden_conversion(from, to, at);
}

DistanceMap<AnyDistance, AnyDistance> monotone_map(
    const AnyMetric& metric, std::function<AnyDistance(AnyDistance)> forward) {
  return std::visit(
      [&]<class M>(const M&) {
        using Map = DistanceMap<typename M::Distance, AnyDistance>;
        if constexpr (Number<typename M::Distance>) {
          return Map::from_monotone(forward).template hidden<AnyDistance>();
        } else {
          // Of a partial order there is no largest distance to be found.
          return Map(forward).template hidden<AnyDistance>();
        }
      },
      metric);
}

}  // namespace scrim
