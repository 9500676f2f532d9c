// Takes rows over into keys that nobody else can change.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "scrim/kernels/candidates/candidate_key.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim::kernels {

/// What take_keys counts.
template <class T>
[[nodiscard]] constexpr bool is_nan(T x) {
  return x != x;
}

/// keys[i] = key_of(rows[i]), by vector instructions; gives how many of the keys are NaN.
///
/// Each row is read once. The memory of rows is lent, and a careless program may write to it
/// meanwhile: whatever a row is then taken for, the keys and the number of NaNs among them agree.
///
/// Precondition (caller): keys.size() >= rows.size(), and they do not overlap.
[[nodiscard]] std::uint64_t take_keys(std::span<const double> rows, std::span<double> keys);
[[nodiscard]] std::uint64_t take_keys(std::span<const float> rows, std::span<double> keys);

/// The same for integers, none of which is NaN.
template <Integer T>
[[nodiscard]] std::uint64_t take_keys(std::span<const T> rows, std::span<std::int64_t> keys) {
  for (std::size_t i = 0; i < rows.size(); ++i) keys[i] = key_of(rows[i]);
  return 0;
}

}  // namespace scrim::kernels
