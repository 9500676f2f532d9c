// Any function of a row, applied to every row by itself.
//
// Proof: make_row_by_row.proof.md
#pragma once

#include <concepts>
#include <span>
#include <utility>
#include <vector>

#include "scrim/columns/text_rows.hpp"
#include "scrim/core/transformation.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/spaces/atom_domain.hpp"
#include "scrim/spaces/known_size.hpp"
#include "scrim/spaces/metric_concepts.hpp"
#include "scrim/spaces/vector_domain.hpp"

namespace scrim {

/// Fills a block of output rows from an input block of equal length.
template <class Kernel, class In, class Out>
concept RowKernel = std::invocable<const Kernel&, std::span<const In>, std::span<Out>>;

/// A type that output rows can have. Not bool: std::vector packs it, so no span can look at a block
/// of it; use std::uint8_t.
template <class T>
concept RowOutput = Atom<T> && !std::same_as<T, bool>;

/// Makes the transformation that replaces every row x by f(x), where `kernel` writes f(in[i]) to
/// out[i] for a whole block. An identity (function and parameters, `Identity("my function")`) is
/// needed only where runs are saved or share what they gather.
///
/// Precondition (compiler): M is a DatasetMetric on vectors of TI and of TO.
/// Precondition (checked):  both domains declare the same size, or none.
/// Precondition (caller):   out[i] depends on in[i] alone; f maps the input element domain, and
///   values that are the same under the metric (-0.0 and 0.0) to such values; it may be called from
///   several threads at once.
/// Postcondition: throws an error that depends on the arguments only, or returns a valid
///   transformation with d_out = d_in.
/// Cost: one pass.
template <Atom TI, RowOutput TO, DatasetMetric M, RowKernel<TI, TO> Kernel>
[[nodiscard]] auto make_row_by_row(VectorDomain<AtomDomain<TI>> input_domain, M input_metric,
                                   VectorDomain<AtomDomain<TO>> output_domain, Kernel kernel,
                                   Identity identity = Identity::unknown())
    -> Transformation<VectorDomain<AtomDomain<TI>>, M, VectorDomain<AtomDomain<TO>>, M> {
  if (!same_size(input_domain.size, output_domain.size)) {
    fail(ErrorKind::mismatch, "make_row_by_row: the input is " + input_domain.describe() +
                                  ", the output " + output_domain.describe() +
                                  "; rows are neither added nor dropped, give equal sizes");
  }
  using In = AtomRows<TI>;
  using Out = AtomRows<TO>;
  struct Buffer {
    std::vector<TI> in;
    std::vector<TO> out;
  };
  auto function = make_row_map<In, Out, Buffer>(
      [kernel = std::move(kernel)](const In& block, Buffer& buffer) -> Out {
        if (buffer.out.size() < block.size()) buffer.out.resize(block.size());
        const auto out = std::span(buffer.out).first(block.size());
        kernel(uncoded_rows(block, buffer.in), out);
        return std::span<const TO>(out);
      },
      std::move(identity), RowPlaces::stay);
  using Distance = typename M::Distance;
  return {std::move(input_domain),  input_metric,
          std::move(output_domain), input_metric,
          std::move(function),      StabilityMap<Distance, Distance>::from_constant(1)};
}

}  // namespace scrim
