// A search for the largest value of a function on a cube: many starts, then coordinate by
// coordinate.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace scrim::test {

/// A point of [0, 1]^n and the value there.
struct CubeMaximum {
  std::vector<double> point;
  double value = -std::numeric_limits<double>::infinity();
};

struct CubeSearch {
  std::size_t starts;
  std::uint64_t seed;
  double last_step = 0x1p-12;
};

/// Moves one coordinate at a time by plus or minus the step, or to an end of its range, for as long
/// as the value grows; then halves the step.
template <class Value>
[[nodiscard]] CubeMaximum climb(std::vector<double> start, double last_step, const Value& value) {
  CubeMaximum best{start, value(start)};
  for (double step = 0.25; step >= last_step; step /= 2) {
    bool has_improved = true;
    for (int sweep = 0; has_improved && sweep < 8; ++sweep) {
      has_improved = false;
      for (std::size_t i = 0; i < best.point.size(); ++i) {
        const double here = best.point[i];
        for (const double there :
             {std::max(here - step, 0.0), std::min(here + step, 1.0), 0.0, 1.0}) {
          const bool is_end = there == 0.0 || there == 1.0;
          if (is_end && step < 0.25 && std::abs(there - here) > step) continue;
          std::vector<double> next = best.point;
          if (next[i] == there) continue;
          next[i] = there;
          const double at_next = value(next);
          if (at_next > best.value) {
            best = {std::move(next), at_next};
            has_improved = true;
          }
        }
      }
    }
  }
  return best;
}

/// Deterministic: the same seed finds the same maximum. Half of the coordinates of a start are at
/// an end of their range, where the extremes mostly are; the others lie anywhere.
template <class Value>
[[nodiscard]] CubeMaximum maximise_on_cube(std::size_t dimensions, const CubeSearch& search,
                                           const Value& value) {
  std::mt19937_64 engine(search.seed);
  CubeMaximum best;
  for (std::size_t start = 0; start < search.starts; ++start) {
    std::vector<double> point(dimensions);
    for (double& x : point) {
      const std::uint64_t word = engine();
      x = word % 4 < 2 ? static_cast<double>(word % 2) : static_cast<double>(word >> 11) * 0x1p-53;
    }
    CubeMaximum found = climb(std::move(point), search.last_step, value);
    if (found.value > best.value) best = std::move(found);
  }
  return best;
}

}  // namespace scrim::test
