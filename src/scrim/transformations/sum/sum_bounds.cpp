#include "scrim/transformations/sum/sum_bounds.hpp"

#include <algorithm>
#include <string>

#include "scrim/errors/error.hpp"
#include "scrim/kernels/sum.hpp"

namespace scrim {

namespace {

int128 largest_term(const SumBounds& bounds) { return std::max(-bounds.lower, bounds.upper); }

/// Precondition (caller): it is the value of some integer type of 64 bits.
std::string written(int128 number) {
  return number < 0 ? std::to_string(static_cast<std::int64_t>(number))
                    : std::to_string(static_cast<std::uint64_t>(number));
}

std::string written(const SumBounds& bounds) {
  std::string text = "[";  // not by operator+: g++ 12 then warns of its own library
  text += written(bounds.lower) + ", " + written(bounds.upper) + "]";
  return text;
}

}  // namespace

void check_sum(const SumBounds& bounds, const KnownSize& size) {
  constexpr int128 limit = kernels::sum_term_limit;
  if (bounds.lower <= -limit || bounds.upper >= limit) {
    fail(ErrorKind::invalid_argument,
         "make_sum: rows may lie anywhere in " + written(bounds) +
             ", and 2^62 or more in absolute value is not added up; declare narrower bounds in the "
             "domain, or clamp first");
  }
  constexpr int128 largest_sum = std::numeric_limits<std::int64_t>::max();
  const int128 term = largest_term(bounds);
  if (size && term != 0 && int128{*size} > largest_sum / term) {
    fail(ErrorKind::invalid_argument,
         "make_sum: " + std::to_string(*size) + " rows in " + written(bounds) +
             " may have a sum that does not fit int64; declare narrower bounds, or quantise to a "
             "coarser grid");
  }
}

EditSensitivity sum_sensitivity(const SumBounds& bounds) noexcept {
  return {.per_row = static_cast<std::uint64_t>(largest_term(bounds)),
          .per_change = static_cast<std::uint64_t>(bounds.upper - bounds.lower)};
}

}  // namespace scrim
