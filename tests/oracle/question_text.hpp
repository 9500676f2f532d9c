// The pieces from which questions and answers are put together.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
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

/// Distances between datasets. The proofs count rows in unary numbers, so these stay small; what
/// they are multiplied by makes maps overflow.
[[nodiscard]] inline std::vector<std::uint32_t> row_distances() {
  return {0, 1, 2, 3, 4, 5, 6, 7, 8, 999, 1000};
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

/// These, and others up to the largest denominator there is.
[[nodiscard]] inline std::vector<Fraction> small_and_ugly_alphas() {
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  std::vector<Fraction> all = small_alphas();
  for (const std::uint64_t den :
       {std::uint64_t{7}, std::uint64_t{10'000}, std::uint64_t{1} << 32, largest / 2, largest}) {
    for (const std::uint64_t num :
         {std::uint64_t{0}, std::uint64_t{1}, den / 2, den / 2 + 1, den - 1, den}) {
      all.push_back({num, den});
    }
  }
  return all;
}

}  // namespace scrim::oracle
