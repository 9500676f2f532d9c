// Rows that are null are left out.
//
// Proof: make_drop_null.proof.md
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/columns/nullable_rows.hpp"
#include "scrim/columns/text_rows.hpp"
#include "scrim/core/partial.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/option_domain.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim {

namespace drop_null {

/// The memory of rows that were moved together.
template <Atom T>
struct Buffer {
  std::vector<T> rows;
  std::vector<std::uint32_t> codes;  ///< of texts behind a dictionary
};

/// The values at the places of rows that are there, in their order.
template <class V, Atom T>
[[nodiscard]] std::span<const V> moved_together(std::span<const V> values,
                                                const NullableRows<T>& rows,
                                                std::vector<V>& buffer) {
  if (buffer.size() < values.size()) buffer.resize(values.size());
  std::size_t kept = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    buffer[kept] = values[i];
    kept += rows.rows_at(i);
  }
  return std::span<const V>(buffer).first(kept);
}

}  // namespace drop_null

/// The rows that are there, in their order: where they lie if none is missing, else in the buffer.
template <Atom T>
[[nodiscard]] AtomRows<T> present_rows(const NullableRows<T>& rows, drop_null::Buffer<T>& buffer) {
  if (!rows.may_hold_nulls()) return rows.values;
  if constexpr (std::same_as<T, std::string_view>) {
    if (const auto* dictionary = rows.values.dictionary()) {
      return {*dictionary, drop_null::moved_together(rows.values.codes(), rows, buffer.codes)};
    }
    return drop_null::moved_together(rows.values.views(), rows, buffer.rows);
  } else {
    return drop_null::moved_together(rows.values, rows, buffer.rows);
  }
}

/// Makes the transformation that leaves out the rows that are null.
///
/// Precondition (compiler): M is a DatasetMetric that does without a known size.
/// Precondition (checked):  the size is unknown: how many rows are null would show in it.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: one pass; none where no row can be null.
template <Atom T, DatasetMetric M>
  requires(!M::needs_known_size && !std::same_as<T, bool>)
[[nodiscard]] auto make_drop_null(VectorDomain<OptionDomain<AtomDomain<T>>> input_domain,
                                  M input_metric)
    -> Transformation<VectorDomain<OptionDomain<AtomDomain<T>>>, M, VectorDomain<AtomDomain<T>>,
                      M> {
  if (input_domain.size) {
    fail(ErrorKind::mismatch, "make_drop_null: the size of " + input_domain.describe() +
                                  " is public, and what is left of it would tell how many rows are "
                                  "null; replace nulls instead (make_impute), or declare no size");
  }
  auto output_domain = vector_domain(input_domain.element.element);
  auto function = make_row_map<NullableRows<T>, AtomRows<T>, drop_null::Buffer<T>>(
      present_rows<T>, Identity("drop_null"));
  using Distance = typename M::Distance;
  return {std::move(input_domain),  input_metric,
          std::move(output_domain), input_metric,
          std::move(function),      StabilityMap<Distance, Distance>::from_constant(1)};
}

/// `space >> then_drop_null()`.
[[nodiscard]] inline auto then_drop_null() {
  return Partial{[](const auto& input_domain, const auto& input_metric) {
    return make_drop_null(input_domain, input_metric);
  }};
}

}  // namespace scrim
