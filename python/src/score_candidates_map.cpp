#include "scrim/transformations/quantile_score_candidates/score_candidates_map.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "binding.hpp"
#include "python_values.hpp"
#include "scrim/any/alpha_argument.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/spaces/row_edits.hpp"

namespace scrim::python {

namespace {

RowEdits edits_of(const AnyMetric& metric, bool known_size) {
  return std::visit(
      [&]<class M>(const M& typed) -> RowEdits {
        if constexpr (DatasetMetric<M>) {
          if (M::needs_known_size && !known_size) {
            fail(ErrorKind::mismatch,
                 "score_candidates_map: " + typed.describe() +
                     " compares datasets of one known size; give known_size=True");
          }
          return row_edits<M>(known_size);
        } else {
          fail(ErrorKind::mismatch, "score_candidates_map: " + typed.describe() +
                                        " measures values; give a metric on datasets, such as "
                                        "symmetric_distance()");
        }
      },
      metric);
}

nb::object map_of(nb::handle alpha, const AnyMetric& input_metric, bool known_size) {
  using namespace nb::literals;
  const Parameter parameter{.name = "alpha", .type = ParameterType::fraction, .doc = ""};
  const Alpha quantile = any::alpha_of(to_argument(alpha, parameter));
  auto map = score_candidates_map(quantile.fraction(), edits_of(input_metric, known_size));
  return nb::cpp_function(
      [map = std::move(map), input_metric](nb::handle d_in) {
        return map.forward(std::get<std::uint32_t>(to_distance(d_in, input_metric, "d_in")));
      },
      nb::name("stability_map"), "d_in"_a, nb::sig("def stability_map(d_in: int) -> int"));
}

}  // namespace

void bind_score_candidates_map(nb::module_& module) {
  using namespace nb::literals;
  module.def(
      "score_candidates_map", map_of, "alpha"_a, "input_metric"_a, "known_size"_a,
      nb::sig("def score_candidates_map(alpha: float | fractions.Fraction, input_metric: Metric, "
              "known_size: bool) -> collections.abc.Callable[[int], int]"),
      "The map of make_quantile_score_candidates by itself, before there are candidates.\n\n"
      "It says how far scores move, in L-infinity distance, between datasets that are d_in-close. "
      "With alpha =\nnum / den: d_in * max(num, den - num) where the size is not known, d_in // 2 "
      "* den where it is, and d_in * den\nunder change_one_distance and hamming_distance.");
}

}  // namespace scrim::python
