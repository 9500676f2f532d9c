// Lets a metric that is written on spans be asked about two vectors.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scrim/columns/atom.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::rows {

/// metric.distance of the rows of two vectors: a template on span<const T> deduces no T from a
/// vector. No span can look at the packed bits of std::vector<bool>; its rows are compared as
/// bytes, which are equal and ordered as the bits are.
template <class M, Atom T>
[[nodiscard]] typename M::Distance distance_of_vectors(const M& metric, const std::vector<T>& x,
                                                       const std::vector<T>& y) {
  if constexpr (std::same_as<T, bool>) {
    return distance_of_vectors(metric, std::vector<std::uint8_t>(x.begin(), x.end()),
                               std::vector<std::uint8_t>(y.begin(), y.end()));
  } else {
    return metric.distance(std::span<const T>(x), std::span<const T>(y));
  }
}

/// Throws invalid_argument, in the name of `who`, if the sizes differ.
inline void require_equal_sizes(std::size_t x, std::size_t y, std::string_view who) {
  if (x != y) {
    fail(ErrorKind::invalid_argument, std::string(who) + ": vectors of " + std::to_string(x) +
                                          " and " + std::to_string(y) +
                                          " entries have no distance; give two of one size");
  }
}

}  // namespace scrim::rows
