// The arguments of constructors that count rows in bins.
#pragma once

#include <string>
#include <string_view>

#include "scrim/any/registry.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
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
  const auto& name = arguments.get<std::string>("output_metric");
  if (name == "linf_distance") return build(LInfDistance<std::uint64_t>{});
  if (name == "l1_distance") return build(LpDistance<1, std::uint64_t>{});
  if (name == "l2_distance") return build(LpDistance<2, double>{});
  fail(ErrorKind::invalid_argument,
       "output_metric is " + describe_value(name) +
           "; give \"linf_distance\", \"l1_distance\" or \"l2_distance\"");
}

[[nodiscard]] inline OtherRows other_rows_of(const Arguments& arguments) {
  const auto& name = arguments.get<std::string>("other_rows");
  if (name == "left_out") return OtherRows::left_out;
  if (name == "counted") return OtherRows::counted;
  fail(ErrorKind::invalid_argument,
       "other_rows is " + describe_value(name) + "; give \"left_out\" or \"counted\"");
}

}  // namespace scrim::any
