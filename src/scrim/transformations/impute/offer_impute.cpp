// Holds a loop over rows, which is compiled for speed.
#include <string>

#include "scrim/any/registry.hpp"
#include "scrim/transformations/impute/make_impute.hpp"

namespace scrim::any {

namespace {

template <Atom T>
OwnedAtom<T> value_of(const AnyAtom& value, const AnyDomain& domain) {
  return std::visit(
      [&]<class V>(const V& typed) -> OwnedAtom<T> {
        if constexpr (Number<T> && Number<V>) {
          return exact_cast<T>(typed);
        } else if constexpr (!Number<T> && !Number<V>) {
          return typed;
        } else {
          fail(ErrorKind::mismatch,
               "make_impute: the value is a " + std::string(Number<V> ? "number" : "text") +
                   ", the rows " + domain.describe() + "; give a value of the type of the rows");
        }
      },
      value);
}

AnyObject build_impute(const AnyDomain& domain, const AnyMetric& metric,
                       const Arguments& arguments) {
  return build_on(
      domain, metric, "impute", "vectors of values that may be missing, with a dataset metric",
      [&]<Atom T, DatasetMetric M>(const RowsWithNulls<T>& rows, const M& typed_metric) {
        return make_impute(rows, typed_metric,
                           value_of<T>(arguments.get<AnyAtom>("value"), domain));
      });
}

}  // namespace

Constructor offer_impute();

Constructor offer_impute() {
  return {
      .name = "impute",
      .summary = "Replaces the rows that are null by a value.",
      .details = "Takes vectors of an option_domain. d_out = d_in.",
      .parameters = {{.name = "value",
                      .type = ParameterType::atom,
                      .doc = "what replaces nulls: a value that rows can have; public"}},
      .makes_measurement = false,
      .build = Constructor::FromSpace(build_impute),
  };
}

}  // namespace scrim::any
