// Whether counted outcomes fit a law.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>
#include <vector>

namespace scrim::test {

/// Pearson's statistic of `counts` against `probabilities`, as a normal deviate (Wilson-Hilferty):
/// above 6 has a probability of about 1e-9 if the law is right.
///
/// Cells whose expected count is below 10 are counted together, since the approximation needs some
/// mass in every cell.
/// Throws unless there is a probability for each count and they add up to 1: a law that is wrong in
/// its sum would be rejected for that alone, and a test that plants it would show nothing.
[[nodiscard]] inline double chi_square_deviate(std::span<const std::uint64_t> counts,
                                               std::span<const double> probabilities) {
  double certainty = 0.0;
  for (const double probability : probabilities) certainty += probability;
  if (counts.size() != probabilities.size() || std::abs(certainty - 1.0) > 1e-9) {
    throw std::invalid_argument("chi_square_deviate: no law on these cells");
  }
  double total = 0.0;
  for (const std::uint64_t count : counts) total += static_cast<double>(count);
  double statistic = 0.0;
  double cells = 0.0;
  double rare_count = 0.0;
  double rare_expected = 0.0;
  const auto add_cell = [&](double count, double expected) {
    statistic += (count - expected) * (count - expected) / expected;
    cells += 1.0;
  };
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = total * probabilities[i];
    if (expected >= 10.0) {
      add_cell(static_cast<double>(counts[i]), expected);
    } else {
      rare_count += static_cast<double>(counts[i]);
      rare_expected += expected;
    }
  }
  if (rare_expected >= 10.0) {
    add_cell(rare_count, rare_expected);
  } else if (rare_count > 60.0) {
    return INFINITY;  // what should hardly ever happen happened often
  }
  const double freedom = cells - 1.0;
  if (freedom < 1.0) return -INFINITY;
  const double spread = 2.0 / (9.0 * freedom);
  return (std::cbrt(statistic / freedom) - (1.0 - spread)) / std::sqrt(spread);
}

/// The largest deviate that is taken for chance.
inline constexpr double largest_deviate = 6.0;

/// The law with one cell larger by the factor 1 + error, the others giving way in proportion. The
/// cell is the rarest that still has a probability of 8%: in one much rarer a small error would
/// take many more draws to see.
[[nodiscard]] inline std::vector<double> planted_law(std::vector<double> law, double error) {
  std::size_t cell = 0;
  for (std::size_t i = 0; i < law.size(); ++i) {
    const bool is_rarer = law[i] < law[cell] && law[i] >= 0.08;
    if (is_rarer || law[cell] < 0.08) cell = i;
  }
  const double planted = law[cell] * (1.0 + error);
  const double shrink = (1.0 - planted) / (1.0 - law[cell]);
  for (double& probability : law) probability *= shrink;
  law[cell] = planted;
  return law;
}

}  // namespace scrim::test
