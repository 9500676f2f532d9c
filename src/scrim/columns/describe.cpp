#include "scrim/columns/describe.hpp"

#include <fmt/format.h>

namespace scrim::text {

namespace {

// The sign and payload of a NaN carry no meaning here, and "-nan" would suggest that they do.
template <Float T>
std::string describe_shortest(T value) {
  return atom::is_nan(value) ? std::string("NaN") : fmt::format("{}", value);
}

}  // namespace

std::string describe_signed(std::int64_t value) { return fmt::format("{}", value); }

std::string describe_unsigned(std::uint64_t value) { return fmt::format("{}", value); }

std::string describe_float(float value) { return describe_shortest(value); }

std::string describe_double(double value) { return describe_shortest(value); }

std::string written_float(std::string description) {
  if (description == "NaN") return "float(\"nan\")";
  if (description == "-0") return "0.0";  // both zeros are one value, and so have one text
  if (description.ends_with("inf")) return "float(\"" + description + "\")";
  const bool is_whole = description.find_first_not_of("-0123456789") == std::string::npos;
  if (is_whole) description += ".0";
  return description;
}

std::string describe_text(std::string_view value) { return fmt::format("{:?}", value); }

}  // namespace scrim::text
