// The values of an expression at a block of rows.
//
// Proof: evaluate_rows.proof.md
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/expressions/typed_expression.hpp"
#include "scrim/numbers/integers.hpp"
#include "scrim/numbers/number.hpp"

namespace scrim::block {

inline constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

using Truths = std::vector<std::uint8_t>;
using Reals = std::vector<double>;  // NaN where there is no value

struct Integers {
  std::vector<std::int64_t> values;
  Truths lack_value;  ///< empty if none does
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

/// Computes nodes for one block. Nothing here looks at two rows at once: every loop reads and
/// writes at one index.
template <class In>
class BlockEvaluation {
 public:
  explicit BlockEvaluation(std::span<const In> rows) : rows_(rows) {}

  [[nodiscard]] Reals reals(const TypedExpression& node) const {
    if (node.kind != RowKind::real) return to_reals(integers(node));
    const auto operand = [&](std::size_t i) { return reals(node.operands[i]); };
    switch (node.operation) {
      case RowOperation::row:
        return rows_as_reals();
      case RowOperation::constant:
        return Reals(rows_.size(), real_constant(node));
      case RowOperation::negate:
        return each(operand(0), std::negate<>());
      case RowOperation::absolute:
        return each(operand(0), [](double a) { return std::abs(a); });
      case RowOperation::sqrt:
        return each(operand(0), [](double a) { return std::sqrt(a); });
      case RowOperation::log:
        return each(operand(0), [](double a) { return std::log(a); });
      case RowOperation::exp:
        return each(operand(0), [](double a) { return std::exp(a); });
      case RowOperation::add:
        return arithmetic(node, std::plus<>());
      case RowOperation::subtract:
        return arithmetic(node, std::minus<>());
      case RowOperation::multiply:
        return arithmetic(node, std::multiplies<>());
      case RowOperation::divide:
        return arithmetic(node, std::divides<>());
      case RowOperation::floor_divide:
        return arithmetic(node, [](double a, double b) { return RealDivision(a, b).quotient; });
      case RowOperation::remainder:
        return arithmetic(node, [](double a, double b) { return RealDivision(a, b).remainder; });
      case RowOperation::where:
        return chosen(truths(node.operands[0]), operand(1), operand(2));
      default:
        return Reals(rows_.size(), no_value);  // not reached: no other gives reals
    }
  }

  [[nodiscard]] Integers integers(const TypedExpression& node) const {
    if (node.kind == RowKind::truth) {
      const Truths values = truths(node);
      return {.values = {values.begin(), values.end()}, .lack_value = {}};
    }
    const auto operand = [&](std::size_t i) { return integers(node.operands[i]); };
    switch (node.operation) {
      case RowOperation::row:
        return {.values = rows_as_integers(), .lack_value = {}};
      case RowOperation::constant:
        return {.values = std::vector(rows_.size(), node.integers.front()), .lack_value = {}};
      case RowOperation::negate:
        return each_integer(operand(0), [](std::int64_t a) { return negated(a); });
      case RowOperation::absolute:
        return each_integer(operand(0), [](std::int64_t a) { return a < 0 ? negated(a) : a; });
      case RowOperation::floor:
        return to_integers(each(reals(node.operands[0]), [](double a) { return std::floor(a); }));
      case RowOperation::ceil:
        return to_integers(each(reals(node.operands[0]), [](double a) { return std::ceil(a); }));
      case RowOperation::round:
        return to_integers(
            each(reals(node.operands[0]), [](double a) { return std::nearbyint(a); }));
      case RowOperation::add:
        return each_integer(operand(0), operand(1), saturating_add<std::int64_t>);
      case RowOperation::subtract:
        return each_integer(operand(0), operand(1), saturating_sub<std::int64_t>);
      case RowOperation::multiply:
        return each_integer(operand(0), operand(1), saturating_mul<std::int64_t>);
      case RowOperation::floor_divide:
        return division(operand(0), operand(1), &IntegerDivision::quotient);
      case RowOperation::remainder:
        return division(operand(0), operand(1), &IntegerDivision::remainder);
      case RowOperation::where:
        return chosen_integers(truths(node.operands[0]), operand(1), operand(2));
      default:
        return {.values = std::vector<std::int64_t>(rows_.size()),
                .lack_value = Truths(rows_.size(), 1)};  // not reached: no other gives integers
    }
  }

  [[nodiscard]] Truths truths(const TypedExpression& node) const {
    switch (node.operation) {
      case RowOperation::constant:
        return Truths(rows_.size(), static_cast<std::uint8_t>(node.integers.front()));
      case RowOperation::invert:
        return each(truths(node.operands[0]), std::logical_not<>());
      case RowOperation::both:
        return each(truths(node.operands[0]), truths(node.operands[1]), std::bit_and<>());
      case RowOperation::either:
        return each(truths(node.operands[0]), truths(node.operands[1]), std::bit_or<>());
      case RowOperation::where:
        return chosen(truths(node.operands[0]), truths(node.operands[1]), truths(node.operands[2]));
      case RowOperation::is_in:
        return membership(node);
      default:
        return comparison(node);
    }
  }

 private:
  [[nodiscard]] static std::int64_t negated(std::int64_t a) noexcept {
    return saturating_sub(std::int64_t{0}, a);
  }

  /// A constant operand stays a number: to write it out for every row would cost more than the
  /// operation itself.
  template <class Function>
  [[nodiscard]] Reals arithmetic(const TypedExpression& node, const Function& function) const {
    const TypedExpression& a = node.operands[0];
    const TypedExpression& b = node.operands[1];
    if (b.operation == RowOperation::constant) {
      return each(reals(a),
                  [&, right = real_constant(b)](double left) { return function(left, right); });
    }
    if (a.operation == RowOperation::constant) {
      return each(reals(b),
                  [&, left = real_constant(a)](double right) { return function(left, right); });
    }
    return each(reals(a), reals(b), function);
  }

  [[nodiscard]] static double real_constant(const TypedExpression& node) {
    return node.kind == RowKind::real ? node.reals.front()
                                      : static_cast<double>(node.integers.front());
  }

  [[nodiscard]] Reals rows_as_reals() const {
    Reals values(rows_.size(), no_value);
    if constexpr (std::same_as<In, double>) {
      // -0.0 and 0.0 are one value to the metrics, and 1 / row would tell them apart.
      std::ranges::transform(rows_, values.begin(), [](double row) { return row + 0.0; });
    }
    return values;
  }

  [[nodiscard]] std::vector<std::int64_t> rows_as_integers() const {
    std::vector<std::int64_t> values(rows_.size());
    if constexpr (Integer<In>) {
      constexpr auto most = std::numeric_limits<std::int64_t>::max();
      std::ranges::transform(rows_, values.begin(), [](In row) {
        return std::in_range<std::int64_t>(row) ? static_cast<std::int64_t>(row) : most;
      });
    }
    return values;
  }

  [[nodiscard]] std::string_view text_at(const TypedExpression& node, std::size_t i) const {
    if constexpr (std::same_as<In, std::string_view>) {
      if (node.operation == RowOperation::row) return rows_[i];
    }
    return node.texts.front();
  }

  [[nodiscard]] static Reals to_reals(const Integers& integers) {
    Reals values(integers.values.begin(), integers.values.end());
    for (std::size_t i = 0; i < integers.lack_value.size(); ++i) {
      if (integers.lack_value[i] != 0) values[i] = no_value;
    }
    return values;
  }

  [[nodiscard]] static Integers to_integers(const Reals& reals) {
    Integers result{.values = std::vector<std::int64_t>(reals.size()),
                    .lack_value = Truths(reals.size())};
    for (std::size_t i = 0; i < reals.size(); ++i) {
      const bool lacks_value = std::isnan(reals[i]);
      result.lack_value[i] = static_cast<std::uint8_t>(lacks_value);
      result.values[i] = lacks_value ? 0 : nearest_integer(reals[i]);
    }
    return result;
  }

  template <class Function>
  [[nodiscard]] static Integers each_integer(Integers a, const Function& function) {
    return {.values = each(std::move(a.values), function), .lack_value = std::move(a.lack_value)};
  }

  template <class Function>
  [[nodiscard]] static Integers each_integer(Integers a, const Integers& b,
                                             const Function& function) {
    return {.values = each(std::move(a.values), b.values, function),
            .lack_value = lack_of_either(std::move(a.lack_value), b.lack_value)};
  }

  [[nodiscard]] static Integers division(Integers a, const Integers& b,
                                         std::int64_t IntegerDivision::* part) {
    const auto is_zero = [](std::int64_t divisor) {
      return static_cast<std::uint8_t>(divisor == 0);
    };
    Truths by_zero(b.values.size());
    std::ranges::transform(b.values, by_zero.begin(), is_zero);
    Integers result =
        each_integer(std::move(a), b, [part](std::int64_t dividend, std::int64_t divisor) {
          return divisor == 0 ? 0 : IntegerDivision(dividend, divisor).*part;
        });
    result.lack_value = lack_of_either(std::move(result.lack_value), by_zero);
    return result;
  }

  [[nodiscard]] static Integers chosen_integers(const Truths& condition, Integers a, Integers b) {
    if (!a.lack_value.empty() || !b.lack_value.empty()) {
      a.lack_value.resize(condition.size());
      b.lack_value.resize(condition.size());
    }
    return {.values = chosen(condition, std::move(a.values), b.values),
            .lack_value = chosen(condition, std::move(a.lack_value), b.lack_value)};
  }

  [[nodiscard]] Truths comparison(const TypedExpression& node) const {
    Truths result(rows_.size());
    const auto compare = [&](const auto& a, const auto& b) {
      // Chosen outside the loop, which then is one of vector instructions.
      with_comparison(node.operation, [&](const auto& holds) {
        for (std::size_t i = 0; i < result.size(); ++i) {
          result[i] = static_cast<std::uint8_t>(holds(a(i), b(i)));
        }
      });
    };
    const TypedExpression& a = node.operands[0];
    const TypedExpression& b = node.operands[1];
    if (node.compares == RowKind::text) {
      compare([&](std::size_t i) { return text_at(a, i); },
              [&](std::size_t i) { return text_at(b, i); });
    } else if (node.compares == RowKind::real) {
      const Reals left = reals(a);
      const Reals right = reals(b);
      compare([&](std::size_t i) { return left[i]; }, [&](std::size_t i) { return right[i]; });
    } else {
      const Integers left = integers(a);
      const Integers right = integers(b);
      compare([&](std::size_t i) { return left.values[i]; },
              [&](std::size_t i) { return right.values[i]; });
      clear_where(result, left.lack_value);
      clear_where(result, right.lack_value);
    }
    return result;
  }

  [[nodiscard]] Truths membership(const TypedExpression& node) const {
    Truths result(rows_.size());
    const auto look_up = [&](const auto& constants, const auto& value) {
      for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] = static_cast<std::uint8_t>(
            std::binary_search(constants.begin(), constants.end(), value(i), std::less<>()));
      }
    };
    const TypedExpression& operand = node.operands[0];
    if (node.compares == RowKind::text) {
      look_up(node.texts, [&](std::size_t i) { return text_at(operand, i); });
    } else if (node.compares == RowKind::real) {
      const Reals values = reals(operand);
      look_up(node.reals, [&](std::size_t i) { return values[i]; });
      for (std::size_t i = 0; i < result.size(); ++i) {
        if (std::isnan(values[i])) result[i] = 0;  // a NaN is not below anything, nor above
      }
    } else {
      const Integers values = integers(operand);
      look_up(node.integers, [&](std::size_t i) { return values.values[i]; });
      clear_where(result, values.lack_value);
    }
    return result;
  }

  /// What has no value compares with nothing.
  static void clear_where(Truths& result, const Truths& lack_value) {
    for (std::size_t i = 0; i < lack_value.size(); ++i) {
      if (lack_value[i] != 0) result[i] = 0;
    }
  }

  std::span<const In> rows_;
};

}  // namespace scrim::block
