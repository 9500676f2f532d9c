// The arguments of constructors that count rows in bins.
#pragma once

#include <string_view>
#include <variant>

#include "scrim/any/registry.hpp"
#include "scrim/transformations/bins/count_bins.hpp"
#include "scrim/transformations/bins/other_rows.hpp"

namespace scrim::any {

[[nodiscard]] inline Parameter bin_metric_parameter() {
  return {.name = "output_metric",
          .type = ParameterType::choice,
          .doc =
              "of the counts: \"linf_distance\" for selections, \"l1_distance\" for Laplace "
              "noise, \"l2_distance\" for Gaussian noise",
          .choices = {"linf_distance", "l1_distance", "l2_distance"},
          .may_be_left_out = true};
}

[[nodiscard]] inline Parameter other_rows_parameter(std::string_view doc) {
  return {.name = "other_rows",
          .type = ParameterType::choice,
          .doc = doc,
          .choices = {"left_out", "counted"},
          .may_be_left_out = true};
}

/// What build(metric) makes of the metric on counts that was chosen.
template <class Build>
[[nodiscard]] AnyObject with_bin_metric(const Arguments& arguments, const Build& build) {
  using BinMetrics = std::variant<LInfDistance<std::uint64_t>, LpDistance<1, std::uint64_t>,
                                  LpDistance<2, double>>;
  return std::visit(build, chosen<BinMetrics>(arguments, "output_metric",
                                              {{"linf_distance", LInfDistance<std::uint64_t>{}},
                                               {"l1_distance", LpDistance<1, std::uint64_t>{}},
                                               {"l2_distance", LpDistance<2, double>{}}}));
}

[[nodiscard]] inline OtherRows other_rows_of(const Arguments& arguments) {
  return chosen<OtherRows>(arguments, "other_rows",
                           {{"left_out", OtherRows::left_out}, {"counted", OtherRows::counted}});
}

}  // namespace scrim::any
