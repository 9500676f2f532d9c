// From Python values to numbers, distances and arguments, and from values back.
#pragma once

#include <string>
#include <string_view>

#include "binding.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/any/any_value.hpp"
#include "scrim/any/arguments.hpp"
#include "scrim/any/registry.hpp"

namespace scrim::python {

// All arguments here are public, so the errors may quote them. `who` and `name` say whose argument
// it is.

/// Throws TypeError unless it is a Python or NumPy number; throws overflow if it is an integer of
/// more than 64 bits.
[[nodiscard]] AnyNumber to_number(nb::handle value, std::string_view name);

/// The text in UTF-8; throws TypeError if it is none, and invalid_argument if a surrogate stands
/// alone in it.
[[nodiscard]] std::string to_text(nb::handle value, std::string_view name);

/// (lower, upper).
[[nodiscard]] AnyNumbers to_number_sequence(nb::handle value, std::string_view name);
[[nodiscard]] AnyBounds to_bounds(nb::handle value, std::string_view name);

/// (groups, total, in_each).
[[nodiscard]] KeyedChange to_keyed_change(nb::handle value, std::string_view name);

/// A number of things; throws invalid_argument if it is negative.
[[nodiscard]] std::uint64_t to_count(nb::handle value, std::string_view name);

[[nodiscard]] Argument to_argument(nb::handle value, const Parameter& parameter);

/// Of what a map takes, or of what it gives.
enum class DistanceSide { in, out };

/// A distance of the metric's type. An integer that a double does not hold is refused rather than
/// rounded; any other number that it does not hold is rounded up as d_in, and down as d_out.
[[nodiscard]] AnyDistance to_distance(nb::handle value, const AnyMetric& metric, DistanceSide side);
[[nodiscard]] AnyDistance to_distance(nb::handle value, const AnyMeasure& measure,
                                      DistanceSide side);

[[nodiscard]] nb::object to_python(const AnyDistance& distance);

/// What a map says a release costs: a scrim.Loss, or a pair of them, so that its exact value can be
/// paid.
[[nodiscard]] nb::object to_python(const AnyDistance& loss, const AnyMeasure& measure);

/// A number, or a NumPy array.
[[nodiscard]] nb::object to_python(AnyValue value);

/// "str", "numpy.ndarray": the type alone, which is public where a value is not.
[[nodiscard]] std::string type_name_of(nb::handle value);

}  // namespace scrim::python
