// Noise on the integers counted in cells, and how likely its laws are to fall into each.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace scrim::test {

/// floor(Z / width) from -each_side to each_side - 1, and the rest in the ends.
struct NoiseCells {
  std::int64_t width;
  std::int64_t each_side;

  [[nodiscard]] std::size_t size() const { return 2 * static_cast<std::size_t>(each_side); }

  [[nodiscard]] std::size_t of(std::int64_t value) const {
    const std::int64_t cell = value >= 0 ? value / width : -((-value + width - 1) / width);
    return static_cast<std::size_t>(std::clamp(cell, -each_side, each_side - 1) + each_side);
  }

  /// P[Z = z] proportional to exp(-|z| / scale).
  [[nodiscard]] std::vector<double> laplace_law(double scale) const {
    const double q = std::exp(-1.0 / scale);
    const auto at_least = [&](std::int64_t z) {  // P[Z >= z]
      const double tail = std::exp(-static_cast<double>(z > 0 ? z : 1 - z) / scale) / (1.0 + q);
      return z > 0 ? tail : 1.0 - tail;
    };
    std::vector<double> law;
    for (std::int64_t cell = -each_side; cell < each_side; ++cell) {
      const double from = cell == -each_side ? 1.0 : at_least(cell * width);
      const double to = cell == each_side - 1 ? 0.0 : at_least((cell + 1) * width);
      law.push_back(from - to);
    }
    return law;
  }

  /// P[Z = z] proportional to exp(-z^2 / (2 scale^2)), by adding up all that matter.
  [[nodiscard]] std::vector<double> gaussian_law(double scale) const {
    std::vector<double> law(size(), 0.0);
    const auto farthest = static_cast<std::int64_t>(12.0 * scale) + 1;
    double total = 0.0;
    for (std::int64_t z = -farthest; z <= farthest; ++z) {
      const double off = static_cast<double>(z) / scale;
      const double weight = std::exp(-off * off / 2.0);
      law[of(z)] += weight;
      total += weight;
    }
    for (double& probability : law) probability /= total;
    return law;
  }
};

}  // namespace scrim::test
