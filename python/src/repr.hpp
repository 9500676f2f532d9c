// Texts that, read as Python, make the same domain, metric or measure.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

#include "python_domain.hpp"
#include "scrim/any/any_spaces.hpp"

namespace scrim::python {

/// What Domain.carrier says: "float64", "int64", "uint64" or "str".
template <class T>
[[nodiscard]] constexpr std::string_view carrier_name() {
  if constexpr (std::same_as<T, double>) return "float64";
  if constexpr (std::same_as<T, std::int64_t>) return "int64";
  if constexpr (std::same_as<T, std::uint64_t>) return "uint64";
  return "str";
}

[[nodiscard]] std::string repr(const PythonDomain& domain);
[[nodiscard]] std::string repr(const AnyMetric& metric);
[[nodiscard]] std::string repr(const AnyMeasure& measure);

}  // namespace scrim::python
