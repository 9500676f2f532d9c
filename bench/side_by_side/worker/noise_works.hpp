// The works that add noise: to a vector, to a sum of floats, to counts by category.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <scrim/scrim.hpp>

#include "invoke.hpp"
#include "works.hpp"

namespace scrim::side_by_side {

/// The mean and the mean square of the noise in a release: what the driver checks, in place of a
/// million numbers.
[[nodiscard]] inline std::vector<double> moments_of_noise(std::span<const std::int64_t> exact,
                                                          std::span<const std::int64_t> released) {
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const auto noise = static_cast<double>(released[i] - exact[i]);
    sum += noise;
    squares += noise * noise;
  }
  const auto size = static_cast<double>(exact.size());
  return {sum / size, squares / size};
}

/// Noise on every entry of a vector. The measurement is made before the time starts.
template <class Noisy>
[[nodiscard]] Timed<std::vector<double>> time_noise(const Noisy& noisy,
                                                    std::span<const std::int64_t> entries,
                                                    std::size_t count) {
  const auto timed = time_runs(count, [&] { return noisy.invoke(entries); });
  Timed<std::vector<double>> summed{.values = {}, .elapsed = timed.elapsed, .loss = noisy.map(1)};
  for (const auto& released : timed.values) {
    summed.values.push_back(moments_of_noise(entries, released));
  }
  return summed;
}

[[nodiscard]] inline auto time_laplace(std::span<const std::int64_t> entries, double scale,
                                       std::size_t count) {
  return time_noise(make_laplace(vector_domain<std::int64_t>(), LpDistance<1, std::uint64_t>{},
                                 MaxDivergence{}, {.scale = scale}),
                    entries, count);
}

[[nodiscard]] inline auto time_gaussian(std::span<const std::int64_t> entries, double scale,
                                        std::size_t count) {
  return time_noise(make_gaussian(vector_domain<std::int64_t>(), LpDistance<2, double>{},
                                  ZeroConcentratedDivergence{}, {.scale = scale}),
                    entries, count);
}

/// A private sum of floats that are moved to `bounds` and rounded to multiples of 2^exponent. The
/// measurement is made before the time starts.
[[nodiscard]] inline Timed<double> time_private_sum(std::span<const double> rows,
                                                    Bounds<double> bounds, int exponent,
                                                    double scale, unsigned threads,
                                                    std::size_t count) {
  const double step = std::ldexp(1.0, exponent);
  const auto steps_of = [&](double bound) { return std::llround(bound / step); };
  const auto noisy = Space{vector_domain<double>(), SymmetricDistance{}} >>
                     then_quantise(exponent, {steps_of(bounds.lower), steps_of(bounds.upper)}) >>
                     then_sum() >> then_laplace(MaxDivergence{}, {.scale = scale / step});
  auto timed =
      time_runs(count, [&] { return static_cast<double>(invoke(noisy, rows, threads)) * step; });
  timed.loss = noisy.map(1);
  return timed;
}

/// Private counts of the categories 0, 1, ... The measurement is made before the time starts.
[[nodiscard]] inline auto time_private_counts(std::span<const std::int64_t> rows,
                                              std::size_t categories, double scale,
                                              unsigned threads, std::size_t count) {
  std::vector<std::int64_t> each(categories);
  std::iota(each.begin(), each.end(), std::int64_t{0});
  const auto noisy = Space{vector_domain<std::int64_t>(), SymmetricDistance{}} >>
                     then_count_by_categories<LpDistance<1, std::uint64_t>>(each) >>
                     then_laplace(MaxDivergence{}, {.scale = scale});
  auto timed = time_runs(count, [&] { return invoke(noisy, rows, threads); });
  timed.loss = noisy.map(1);
  return timed;
}

}  // namespace scrim::side_by_side
