// Candidates and rows of every kind that could be slow to score.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string_view>
#include <vector>

namespace scrim::test {

/// How candidates lie: 10 apart; in constant ratio over the whole range of the type; next to each
/// other with one far away; anywhere.
enum class Spacing { even, geometric, clustered, random };
inline constexpr std::array all_spacings{Spacing::even, Spacing::geometric, Spacing::clustered,
                                         Spacing::random};
[[nodiscard]] constexpr std::string_view name_of(Spacing spacing) {
  constexpr std::array<std::string_view, 4> names{"even", "geometric", "clustered", "random"};
  return names[static_cast<std::size_t>(spacing)];
}

/// What rows look like: between all neighbouring candidates alike, in any order, rising or falling;
/// all the same; ten values; candidates; beyond them; not finite (floats only).
enum class Shape { random, sorted, reversed, constant, tied, on_candidates, outside, not_finite };
inline constexpr std::array all_shapes{Shape::random,   Shape::sorted,    Shape::reversed,
                                       Shape::constant, Shape::tied,      Shape::on_candidates,
                                       Shape::outside,  Shape::not_finite};
[[nodiscard]] constexpr std::string_view name_of(Shape shape) {
  constexpr std::array<std::string_view, 8> names{
      "random", "sorted", "reversed", "constant", "tied", "on_candidates", "outside", "not_finite"};
  return names[static_cast<std::size_t>(shape)];
}

/// `count` different candidates in order.
template <class T>
[[nodiscard]] std::vector<T> spaced_candidates(Spacing spacing, std::size_t count) {
  std::mt19937_64 random(count);
  std::vector<T> candidates;
  candidates.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(count);
    const bool is_last = i + 1 == count;
    switch (spacing) {
      case Spacing::even:
        candidates.push_back(static_cast<T>(10 * i));
        break;
      case Spacing::geometric:
        if constexpr (std::floating_point<T>) {
          candidates.push_back(std::pow(T{10}, static_cast<T>(600.0 * share - 300.0)));
        } else {
          const T next = i == 0 ? T{0} : static_cast<T>(candidates.back() + 1);
          candidates.push_back(std::max(next, static_cast<T>(std::exp2(62.0 * share))));
        }
        break;
      case Spacing::clustered:
        if (is_last) {
          candidates.push_back(std::numeric_limits<T>::max() / 2);
        } else if constexpr (std::floating_point<T>) {
          candidates.push_back(i == 0 ? T{1} : std::nextafter(candidates.back(), T{2}));
        } else {
          candidates.push_back(static_cast<T>(i));
        }
        break;
      case Spacing::random:
        if constexpr (std::floating_point<T>) {
          double any = 0.0;
          do {
            any = std::bit_cast<double>(random());
          } while (!std::isfinite(any));
          candidates.push_back(any);
        } else {
          candidates.push_back(static_cast<T>(random()));
        }
        break;
    }
  }
  std::sort(candidates.begin(), candidates.end());
  return candidates;
}

/// A value between two neighbouring candidates, all pairs alike; the lower of them included.
template <class T>
[[nodiscard]] T value_between(const std::vector<T>& candidates, std::mt19937_64& random) {
  const std::size_t i = random() % (candidates.size() - 1);
  const T low = candidates[i];
  const T high = candidates[i + 1];
  if constexpr (std::floating_point<T>) {
    const double share = static_cast<double>(random() >> 11) * 0x1p-53;
    return low * (1.0 - share) + high * share;
  } else {
    const std::uint64_t gap = static_cast<std::uint64_t>(high) - static_cast<std::uint64_t>(low);
    return static_cast<T>(static_cast<std::uint64_t>(low) + random() % gap);
  }
}

/// Precondition: at least two candidates, none of them at an end of the type.
template <class T>
[[nodiscard]] std::vector<T> shaped_rows(Shape shape, const std::vector<T>& candidates,
                                         std::size_t count) {
  using Limits = std::numeric_limits<T>;
  std::mt19937_64 random(count);
  std::vector<T> rows(count);
  std::vector<T> choice;
  switch (shape) {
    case Shape::random:
    case Shape::sorted:
    case Shape::reversed:
      for (T& row : rows) row = value_between(candidates, random);
      if (shape != Shape::random) std::sort(rows.begin(), rows.end());
      if (shape == Shape::reversed) std::reverse(rows.begin(), rows.end());
      return rows;
    case Shape::constant:
      choice = {candidates[candidates.size() / 2]};
      break;
    case Shape::tied:
      for (int i = 0; i < 10; ++i) choice.push_back(value_between(candidates, random));
      break;
    case Shape::on_candidates:
      choice = candidates;
      break;
    case Shape::outside:
      choice = {Limits::lowest(), Limits::max()};
      break;
    case Shape::not_finite:
      choice = {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()};
      break;
  }
  for (T& row : rows) row = choice[random() % choice.size()];
  return rows;
}

}  // namespace scrim::test
