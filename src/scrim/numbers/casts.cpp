#include "scrim/numbers/casts.hpp"

#include <fmt/format.h>

#include "scrim/errors/error.hpp"

namespace scrim::detail {

namespace {

template <class Value>
[[noreturn]] void fail_cast_of(Value value, std::string_view type) {
  fail(ErrorKind::overflow,
       fmt::format("{} is not a value of type {}; use a type that can hold it", value, type));
}

}  // namespace

void fail_cast(double value, std::string_view type) { fail_cast_of(value, type); }
void fail_cast(std::int64_t value, std::string_view type) { fail_cast_of(value, type); }
void fail_cast(std::uint64_t value, std::string_view type) { fail_cast_of(value, type); }

}  // namespace scrim::detail
