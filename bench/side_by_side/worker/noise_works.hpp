// The works that add noise: to a vector, to a sum of floats, to counts by category.
#pragma once

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <type_traits>
#include <vector>

#include <scrim/scrim.hpp>

#include "invoke.hpp"
#include "works.hpp"

namespace scrim::side_by_side {

/// The mean and the mean square of the noise in a release: what the driver checks, in place of a
/// million numbers.
template <Number T>
[[nodiscard]] std::vector<double> moments_of_noise(std::span<const T> exact,
                                                   std::span<const T> released) {
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

/// Noise on every entry of a vector. The measurement is made before the time starts, and a release
/// is gone before the next, as it is where a program uses it: memory is not what is timed.
template <Number T, class Noisy>
[[nodiscard]] Timed<std::vector<double>> time_noise(const Noisy& noisy, std::span<const T> entries,
                                                    std::size_t count) {
  Timed<std::vector<double>> timed{.values = {}, .elapsed = {}, .loss = noisy.map(1)};
  for (std::size_t i = 0; i < count; ++i) {
    const Stopwatch stopwatch;
    const std::vector<T> released = noisy.invoke(entries);
    timed.elapsed += stopwatch.elapsed();
    timed.values.push_back(moments_of_noise<T>(entries, released));
  }
  return timed;
}

/// Vectors of the size that `entries` has: of doubles noise needs to know it.
template <Number T>
[[nodiscard]] auto vectors_like(std::span<const T> entries) {
  return vector_domain(AtomDomain<T>{}, entries.size());
}

template <Number T>
[[nodiscard]] auto time_laplace(std::span<const T> entries, const NoiseOptions& options,
                                std::size_t count) {
  using Distance = std::conditional_t<std::floating_point<T>, double, std::uint64_t>;
  return time_noise(
      make_laplace(vectors_like(entries), LpDistance<1, Distance>{}, MaxDivergence{}, options),
      entries, count);
}

template <Number T>
[[nodiscard]] auto time_gaussian(std::span<const T> entries, const NoiseOptions& options,
                                 std::size_t count) {
  return time_noise(make_gaussian(vectors_like(entries), LpDistance<2, double>{},
                                  ZeroConcentratedDivergence{}, options),
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
