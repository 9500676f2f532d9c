#include "scrim/any/any_measures.hpp"

#include "scrim/combinators/composition/composed_loss.hpp"
#include "scrim/combinators/convert_measure/make_convert_measure.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

AnyDistance composed_loss(const AnyMeasure& measure, const AnyDistance& a, const AnyDistance& b) {
  return std::visit(
      [&]<ComposableMeasure MO>(const MO& typed) -> AnyDistance {
        using Loss = typename MO::Distance;
        return composed_loss(typed, std::get<Loss>(a), std::get<Loss>(b));
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
          fail(ErrorKind::mismatch,
               "make_convert_measure: " + typed_from.describe() + " does not convert into " +
                   typed_to.describe() +
                   "; RangeDivergence converts into MaxDivergence and ZeroConcentratedDivergence");
        }
      },
      from, to);
}

}  // namespace scrim
