// Values at the rows of a block, and what is computed with them one row at a time.
//
// Proof: evaluate_rows.proof.md
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/columns/text_rows.hpp"
#include "scrim/expressions/row_expression.hpp"
#include "scrim/numbers/integers.hpp"

namespace scrim::block {

inline constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

using Truths = std::vector<std::uint8_t>;
using Reals = std::vector<double>;  // NaN where there is no value

struct Integers {
  std::vector<std::int64_t> values;
  Truths lack_value;  ///< empty if none does
};

/// Texts where they lie, or of which the views lie here.
struct Texts {
  TextRows rows;
  std::vector<std::string_view> views = {};
  Truths lack_value = {};  ///< empty if none does
};

[[nodiscard]] inline std::int64_t nearest_integer(double whole) noexcept {
  using Limits = std::numeric_limits<std::int64_t>;
  if (whole >= 0x1p63) return Limits::max();
  if (whole < -0x1p63) return Limits::min();
  return static_cast<std::int64_t>(whole);
}

/// floor(a / b) and a - b floor(a / b), for b other than 0. The one quotient that does not fit is
/// moved into the range.
struct IntegerDivision {
  std::int64_t quotient;
  std::int64_t remainder;

  IntegerDivision(std::int64_t a, std::int64_t b) noexcept
      : quotient(b == -1 ? saturating_sub(std::int64_t{0}, a) : a / b),
        remainder(b == -1 ? 0 : a % b) {
    if (remainder != 0 && (remainder < 0) != (b < 0)) {
      remainder += b;
      --quotient;
    }
  }
};

/// The same for floats, with the roundings that Python and NumPy do; NaN for b = 0.
struct RealDivision {
  double quotient = no_value;
  double remainder = no_value;

  RealDivision(double a, double b) noexcept {
    if (b == 0) return;
    remainder = std::fmod(a, b);
    quotient = (a - remainder) / b;
    if (remainder == 0) {
      remainder = std::copysign(0.0, b);
    } else if ((remainder < 0) != (b < 0)) {
      remainder += b;
      quotient -= 1;
    }
    const double floored = std::floor(quotient);
    if (quotient == 0) {
      quotient = std::copysign(0.0, a / b);
    } else {
      quotient = quotient - floored > 0.5 ? floored + 1 : floored;
    }
  }
};

template <class Values, class Function>
[[nodiscard]] Values each(Values values, const Function& function) {
  for (auto& value : values) value = static_cast<typename Values::value_type>(function(value));
  return values;
}

template <class Values, class Function>
[[nodiscard]] Values each(Values a, const Values& b, const Function& function) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = static_cast<typename Values::value_type>(function(a[i], b[i]));
  }
  return a;
}

template <class T>
[[nodiscard]] std::vector<T> chosen(const Truths& condition, std::vector<T> a,
                                    const std::vector<T>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    // Both are read whatever the condition, so that there is no jump to be mispredicted.
    const T then = a[i];
    const T otherwise = b[i];
    a[i] = condition[i] != 0 ? then : otherwise;
  }
  return a;
}

/// Where either lacks a value.
[[nodiscard]] inline Truths lack_of_either(Truths a, const Truths& b) {
  if (a.empty()) return b;
  if (b.empty()) return a;
  return each(std::move(a), b, std::bit_or<>());
}

/// What has no value compares with nothing.
inline void clear_where(Truths& result, const Truths& lack_value) {
  for (std::size_t i = 0; i < lack_value.size(); ++i) {
    result[i] = static_cast<std::uint8_t>(result[i] & (lack_value[i] == 0 ? 1 : 0));
  }
}

/// Whether something holds of each text. Of a dictionary with fewer entries than there are rows it
/// is found out for the entries.
template <class Holds>
[[nodiscard]] Truths truths_of(const Texts& texts, const Holds& holds) {
  Truths result(texts.rows.size());
  const TextDictionary* dictionary = texts.rows.dictionary();
  if (dictionary != nullptr && dictionary->texts().size() < result.size()) {
    Truths of_entries(dictionary->texts().size());
    std::ranges::transform(dictionary->texts(), of_entries.begin(), holds);
    const auto codes = texts.rows.codes();
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = of_entries[codes[i]];
  } else {
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] = static_cast<std::uint8_t>(holds(texts.rows[i]));
    }
  }
  clear_where(result, texts.lack_value);
  return result;
}

/// How many of the rising edges are not above each value, less 1: -1 for none.
template <class T>
[[nodiscard]] std::vector<std::int64_t> bins_of(const std::vector<T>& values,
                                                const std::vector<T>& edges) {
  std::vector<std::int64_t> bins(values.size(), -1);
  constexpr std::size_t few = 16;
  if (edges.size() <= few) {  // a loop of vector instructions for each edge
    for (const T edge : edges) {
      for (std::size_t i = 0; i < bins.size(); ++i) bins[i] += values[i] >= edge ? 1 : 0;
    }
    return bins;
  }
  std::ranges::transform(values, bins.begin(), [&](T value) {
    // Asked this way round no edge is below NaN.
    const auto above =
        std::ranges::partition_point(edges, [value](T edge) { return edge <= value; });
    return static_cast<std::int64_t>(above - edges.begin()) - 1;
  });
  return bins;
}

/// Calls use(comparison) with the comparison as a function.
template <class Use>
void with_comparison(RowOperation operation, const Use& use) {
  if (operation == RowOperation::less) {
    use(std::less<>());
  } else if (operation == RowOperation::less_equal) {
    use(std::less_equal<>());
  } else {
    use(std::equal_to<>());
  }
}

}  // namespace scrim::block
