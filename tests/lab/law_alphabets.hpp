// The rows of which the lab builds datasets: few enough to try all, edge values among them.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "scrim/numbers/number.hpp"

namespace scrim::test {

/// `letters` make all datasets of up to 3 rows, `few` of them those of 4 rows, and the first and
/// last of these few those of 7 rows: enough rows for three of them to change without the others
/// running out.
template <class T>
struct Alphabet {
  std::vector<T> letters;
  std::vector<T> few;
};

namespace alphabets {

template <class T>
struct Edges;

}  // namespace alphabets

template <class T>
[[nodiscard]] Alphabet<T> edge_alphabet() {
  return alphabets::Edges<T>::alphabet();
}

/// NaN lies outside most domains; it is there to see that functions are total.
template <>
[[nodiscard]] inline Alphabet<double> edge_alphabet<double>() {
  using Limits = std::numeric_limits<double>;
  const double infinity = Limits::infinity();
  const double largest = Limits::max();
  const double tiny = Limits::denorm_min();
  return {{-infinity, -largest, -1.0, -0.0, 0.0, tiny, 1.0, largest, infinity, Limits::quiet_NaN()},
          {-infinity, -0.0, 0.0, tiny, 1.0, largest}};
}

template <>
[[nodiscard]] inline Alphabet<float> edge_alphabet<float>() {
  using Limits = std::numeric_limits<float>;
  const float infinity = Limits::infinity();
  return {{-infinity, -0.0F, 0.0F, Limits::denorm_min(), 1.0F, infinity, Limits::quiet_NaN()},
          {-infinity, -0.0F, 0.0F, infinity}};
}

template <Integer T>
[[nodiscard]] Alphabet<T> edge_alphabet() {
  using Limits = std::numeric_limits<T>;
  const T second = Limits::is_signed ? static_cast<T>(-1) : T{2};
  const auto before_max = static_cast<T>(Limits::max() - 1);
  return {{Limits::min(), second, T{0}, T{1}, before_max, Limits::max()},
          {Limits::min(), second, T{1}, Limits::max()}};
}

template <>
[[nodiscard]] inline Alphabet<std::string> edge_alphabet<std::string>() {
  using namespace std::string_literals;
  const std::string longer_than_any_inline_buffer(99, 'a');
  return {{"", "a", "b", "a\0"s, longer_than_any_inline_buffer}, {"", "a", "b", "a\0"s}};
}

template <>
[[nodiscard]] inline Alphabet<std::string_view> edge_alphabet<std::string_view>() {
  using namespace std::string_view_literals;
  return {{"", "a", "b", "a\0"sv, "ab"}, {"", "a", "b", "a\0"sv}};
}

namespace alphabets {

/// Null, and the edges of the values.
template <class T>
struct Edges<std::optional<T>> {
  [[nodiscard]] static Alphabet<std::optional<T>> alphabet() {
    const auto [letters, few] = edge_alphabet<T>();
    Alphabet<std::optional<T>> with_null;
    for (const T& letter : letters) with_null.letters.emplace_back(letter);
    with_null.letters.push_back(std::nullopt);
    with_null.few = {few.front(), few[1], few.back(), std::nullopt};
    return with_null;
  }
};

/// Records of two fields, of which each takes some of its edges beside each of the other's.
template <class A, class B>
struct Edges<std::tuple<A, B>> {
  [[nodiscard]] static Alphabet<std::tuple<A, B>> alphabet() {
    const auto first = edge_alphabet<A>().few;
    const auto second = edge_alphabet<B>().few;
    Alphabet<std::tuple<A, B>> records;
    for (const A& a : {first.front(), first[1], first.back()}) {
      for (const B& b : {second.front(), second[1], second.back()})
        records.letters.emplace_back(a, b);
    }
    const auto& letters = records.letters;
    records.few = {letters[0], letters[1], letters[5], letters[8]};
    return records;
  }
};

}  // namespace alphabets

}  // namespace scrim::test
