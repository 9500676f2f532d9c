// Rows that are null are replaced by a value.
//
// Proof: make_impute.proof.md
#pragma once

#include <concepts>
#include <string>
#include <utility>
#include <vector>

#include "scrim/columns/atom.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/columns/imputed_rows.hpp"
#include "scrim/columns/text_rows.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/option_domain.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim {

/// Makes the transformation that replaces the rows that are null by `value`.
///
/// Precondition (compiler): M is a DatasetMetric on vectors of T.
/// Precondition (checked):  the value is one of the element domain.
/// Precondition (caller):   it is public: it was not computed from the data.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in. Texts that it gives may view the value: it, or a copy of it,
///   outlives them.
/// Cost: one pass; none where no row can be null.
template <Atom T, DatasetMetric M>
  requires(!std::same_as<T, bool>)
[[nodiscard]] auto make_impute(VectorDomain<OptionDomain<AtomDomain<T>>> input_domain,
                               M input_metric, OwnedAtom<T> value)
    -> Transformation<VectorDomain<OptionDomain<AtomDomain<T>>>, M, VectorDomain<AtomDomain<T>>,
                      M> {
  auto output_domain = vector_domain(input_domain.element.element, input_domain.size);
  if (!strictly([&] { return output_domain.element.contains(value); })) {
    fail(ErrorKind::invalid_argument, "make_impute: " + describe_value(value) +
                                          " is no element of " + output_domain.describe() +
                                          "; give a value that rows can have");
  }
  auto identity = Identity("impute").add(type_name<T>()).add(value);
  auto function = make_row_map<NullableRows<T>, AtomRows<T>, std::vector<T>>(
      [value = std::move(value)](const NullableRows<T>& rows, std::vector<T>& buffer) {
        return imputed_rows<T>(rows, value, buffer);
      },
      std::move(identity));
  using Distance = typename M::Distance;
  return {std::move(input_domain),  input_metric,
          std::move(output_domain), input_metric,
          std::move(function),      StabilityMap<Distance, Distance>::from_constant(1)};
}

/// `space >> then_impute(0.0)`.
template <class V>
[[nodiscard]] auto then_impute(V value) {
  return Partial{[value = std::move(value)](const auto& input_domain, const auto& input_metric) {
    return make_impute(input_domain, input_metric, value);
  }};
}

}  // namespace scrim
