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

std::string describe_text(std::string_view value) { return fmt::format("{:?}", value); }

}  // namespace scrim::text
