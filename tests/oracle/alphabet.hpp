// Values that the library sees as themselves and the proofs as integers.
//
// The proofs use nothing of a value but its place in the order, so a few ordered values stand for
// the integers 0, 1, 2, ... and may be the ugliest ones of their type.
#pragma once

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "scrim/columns/atom.hpp"
#include "support/distances/same_value.hpp"

namespace scrim::oracle {

template <Atom T>
class Alphabet {
 public:
  /// Values in order; neighbours that are the same value (-0.0, 0.0) share a rank.
  explicit Alphabet(std::vector<T> values) : values_(std::move(values)) {
    for (std::size_t i = 1; i < values_.size(); ++i) {
      if (value_less(values_[i], values_[i - 1])) throw std::logic_error("alphabet not in order");
    }
  }

  [[nodiscard]] const std::vector<T>& values() const { return values_; }

  /// The values of different rank.
  [[nodiscard]] std::vector<T> distinct() const {
    std::vector<T> out;
    for (const T& value : values_) {
      if (out.empty() || !same_value(out.back(), value)) out.push_back(value);
    }
    return out;
  }

  /// Throws if the value is not in the alphabet: the library invented it.
  [[nodiscard]] std::size_t rank(const T& value) const {
    std::size_t rank = 0;
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (i > 0 && !same_value(values_[i - 1], values_[i])) ++rank;
      if (same_value(values_[i], value)) return rank;
    }
    throw std::logic_error("a value that was never put in");
  }

  /// " 0 2 1": the rows of a question, or of an answer.
  template <class Rows>
  [[nodiscard]] std::string ranks(const Rows& rows) const {
    std::string text;
    for (const T& row : rows) text += ' ' + std::to_string(rank(row));
    return text;
  }

 private:
  std::vector<T> values_;
};

inline Alphabet<int> plain_integers() { return Alphabet<int>({0, 1, 2, 3}); }

inline Alphabet<signed char> edge_bytes() { return Alphabet<signed char>({-128, -1, 0, 127}); }

inline Alphabet<double> edge_doubles() {
  using Limits = std::numeric_limits<double>;
  return Alphabet<double>({-Limits::infinity(), -0.0, 0.0, Limits::denorm_min(), Limits::max()});
}

/// With a NaN, which the distances and the counts of categories must treat as a value like others.
inline Alphabet<float> floats_with_nan() {
  using Limits = std::numeric_limits<float>;
  return Alphabet<float>({-Limits::max(), -0.0F, 0.0F, Limits::quiet_NaN()});
}

inline Alphabet<std::string> texts() {
  using namespace std::string_literals;
  return Alphabet<std::string>({""s, "\0"s, "\0a"s, "\xff"s});
}

}  // namespace scrim::oracle
