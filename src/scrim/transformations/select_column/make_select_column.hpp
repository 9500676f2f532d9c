// One column of a table.
//
// Proof: make_select_column.proof.md
#pragma once

#include <cstddef>
#include <tuple>
#include <utility>

#include "scrim/core/partial.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/record_domain.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim {

/// Makes the transformation that replaces every record by its field number I.
///
/// Precondition (compiler): M is a DatasetMetric; records have a field I.
/// Postcondition: a valid transformation with d_out = d_in.
/// Cost: none; the column is given where it lies.
template <std::size_t I, Domain... Ds, DatasetMetric M>
  requires(I < sizeof...(Ds))
[[nodiscard]] auto make_select_column(VectorDomain<RecordDomain<Ds...>> input_domain,
                                      M input_metric) {
  using DI = VectorDomain<RecordDomain<Ds...>>;
  using DO = VectorDomain<std::tuple_element_t<I, std::tuple<Ds...>>>;
  DO output_domain{std::get<I>(input_domain.element.fields), input_domain.size};
  auto function = make_row_map<BlockOf<DI>, BlockOf<DO>, NoBuffer>(
      [](const BlockOf<DI>& rows, NoBuffer&) -> BlockOf<DO> { return rows.template column<I>(); },
      Identity("select_column").add(std::uint64_t{I}));
  using Distance = typename M::Distance;
  return Transformation<DI, M, DO, M>(std::move(input_domain), input_metric,
                                      std::move(output_domain), input_metric, std::move(function),
                                      StabilityMap<Distance, Distance>::from_constant(1));
}

/// `table >> then_select_column<0>()`.
template <std::size_t I>
[[nodiscard]] auto then_select_column() {
  return Partial{[](const auto& input_domain, const auto& input_metric) {
    return make_select_column<I>(input_domain, input_metric);
  }};
}

}  // namespace scrim
