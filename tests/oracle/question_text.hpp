// The pieces from which questions and answers are put together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "oracle/oracle.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/fraction.hpp"
#include "scrim/numbers/rational.hpp"

namespace scrim::oracle {

/// " a b c", as the oracle's lists begin in a question.
template <class Numbers>
[[nodiscard]] std::string listed(const Numbers& numbers) {
  std::string text;
  for (const auto& number : numbers) text += ' ' + std::to_string(number);
  return text;
}

/// "a b c", as the oracle writes lists in an answer.
[[nodiscard]] inline std::string as_answer(const std::string& list) {
  return list.empty() ? list : list.substr(1);
}

[[nodiscard]] inline std::string text_of(const Fraction& alpha) {
  return ' ' + std::to_string(alpha.num) + ' ' + std::to_string(alpha.den);
}

/// " 3/2"; GMP leaves a denominator of 1 out, the oracle does not.
[[nodiscard]] inline std::string text_of(const Rational& value) {
  return ' ' + value.get_num().get_str() + '/' + value.get_den().get_str();
}

/// The value as text, or `otherwise` if an error of that kind is raised.
template <class Compute>
[[nodiscard]] std::string value_or(ErrorKind kind, const char* otherwise, Compute compute) {
  try {
    return std::to_string(compute());
  } catch (const Error& error) {
    if (error.kind() != kind) throw;
    return otherwise;
  }
}

/// All non-empty subsets, each in the order of `values`.
template <class T>
[[nodiscard]] std::vector<std::vector<T>> non_empty_subsets(const std::vector<T>& values) {
  std::vector<std::vector<T>> subsets;
  for (std::size_t mask = 1; mask < std::size_t{1} << values.size(); ++mask) {
    subsets.emplace_back();
    for (std::size_t i = 0; i < values.size(); ++i) {
      if ((mask >> i & 1) != 0) subsets.back().push_back(values[i]);
    }
  }
  return subsets;
}

/// Quantiles with every small denominator, 0 and 1 included, in lowest terms and not.
[[nodiscard]] inline std::vector<Fraction> small_alphas() {
  std::vector<Fraction> alphas;
  for (std::uint64_t den = 1; den <= 4; ++den) {
    for (std::uint64_t num = 0; num <= den; ++num) alphas.push_back({num, den});
  }
  return alphas;
}

}  // namespace scrim::oracle
