// The values of an expression at a block of rows.
//
// Proof: evaluate_rows.proof.md
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "scrim/expressions/block_values.hpp"
#include "scrim/expressions/calendar.hpp"
#include "scrim/expressions/typed_expression.hpp"
#include "scrim/numbers/integers.hpp"

namespace scrim::block {

/// Computes nodes for one block. Nothing here looks at two rows at once: every loop reads and
/// writes at one index.
///
/// Rows has a size, and gives the reals, integers and texts of the leaves `row` and `field`.
template <class Rows>
class BlockEvaluation {
 public:
  explicit BlockEvaluation(const Rows& rows) : rows_(rows) {}

  [[nodiscard]] Reals reals(const TypedExpression& node) const {
    if (node.kind != RowKind::real) return to_reals(integers(node));
    const auto operand = [&](std::size_t i) { return reals(node.operands[i]); };
    switch (node.operation) {
      case RowOperation::row:
      case RowOperation::field:
        return rows_.reals(node);
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
      case RowOperation::clip:
        return each(operand(0), [low = node.reals[0], high = node.reals[1]](double a) {
          // In this order NaN stays itself.
          const double raised = a < low ? low : a;
          return raised > high ? high : raised;
        });
      default:
        return Reals(rows_.size(), no_value);  // not reached: no other gives reals
    }
  }

  [[nodiscard]] Integers integers(const TypedExpression& node) const {
    if (node.kind == RowKind::truth && !may_be_null(node)) {
      const Truths values = truths(node);
      return {.values = {values.begin(), values.end()}, .lack_value = {}};
    }
    const auto operand = [&](std::size_t i) { return integers(node.operands[i]); };
    switch (node.operation) {
      case RowOperation::row:
      case RowOperation::field:
        return rows_.integers(node);
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
      case RowOperation::clip:
        return each_integer(operand(0), [&](std::int64_t a) {
          return std::clamp(a, node.integers[0], node.integers[1]);
        });
      case RowOperation::bin:
        return bins(node);
      default:
        return part_of_moment(node);
    }
  }

  [[nodiscard]] Texts texts(const TypedExpression& node) const {
    switch (node.operation) {
      case RowOperation::row:
      case RowOperation::field:
        return rows_.texts(node);
      case RowOperation::where:
        return chosen_texts(truths(node.operands[0]), texts(node.operands[1]),
                            texts(node.operands[2]));
      default:
        return with_views(std::vector<std::string_view>(rows_.size(), node.texts.front()));
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
      case RowOperation::field:
        return truths_of_column(node);
      case RowOperation::is_in:
        return membership(node);
      case RowOperation::is_missing:
        return lack_of(node.operands[0]);
      case RowOperation::starts_with:
        return truths_of(texts(node.operands[0]), [&](std::string_view text) {
          return text.starts_with(node.texts.front());
        });
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

  /// Whether it is a condition that may have no value: only columns and choices of them may.
  [[nodiscard]] static bool may_be_null(const TypedExpression& node) {
    return node.operation == RowOperation::field ||
           (node.operation == RowOperation::where && node.may_lack_value);
  }

  /// A truth that is missing does not hold.
  [[nodiscard]] Truths truths_of_column(const TypedExpression& node) const {
    const Integers integers = rows_.integers(node);
    Truths result(rows_.size());
    std::ranges::transform(integers.values, result.begin(), [](std::int64_t value) {
      return static_cast<std::uint8_t>(value != 0);
    });
    clear_where(result, integers.lack_value);
    return result;
  }

  /// Where there is no value.
  [[nodiscard]] Truths lack_of(const TypedExpression& node) const {
    if (node.kind == RowKind::real) {
      const Reals values = reals(node);
      Truths result(rows_.size());
      std::ranges::transform(values, result.begin(), [](double value) {
        return static_cast<std::uint8_t>(std::isnan(value));
      });
      return result;
    }
    Truths lack_value =
        node.kind == RowKind::text ? texts(node).lack_value : integers(node).lack_value;
    lack_value.resize(rows_.size());  // where there are none, no row lacks one
    return lack_value;
  }

  [[nodiscard]] Integers bins(const TypedExpression& node) const {
    Integers result;
    if (node.compares == RowKind::real) {
      result.values = bins_of(reals(node.operands[0]), node.reals);
    } else {
      Integers values = integers(node.operands[0]);
      result.values = bins_of(values.values, node.integers);
      result.lack_value = std::move(values.lack_value);
    }
    Truths is_below(rows_.size());
    std::ranges::transform(result.values, is_below.begin(),
                           [](std::int64_t bin) { return static_cast<std::uint8_t>(bin < 0); });
    result.lack_value = lack_of_either(std::move(result.lack_value), is_below);
    return result;
  }

  [[nodiscard]] Integers part_of_moment(const TypedExpression& node) const {
    if (node.operands.empty()) {  // not reached: no other leaf gives integers
      return {.values = std::vector<std::int64_t>(rows_.size()),
              .lack_value = Truths(rows_.size(), 1)};
    }
    Integers moments = integers(node.operands[0]);
    const auto of_time = [&](const auto& part) { return each_integer(std::move(moments), part); };
    const auto of_date = [&](const auto& part) {
      if (node.operands[0].kind == RowKind::date) return of_time(part);
      return of_time([&](std::int64_t time) { return part(calendar::days_of(time)); });
    };
    switch (node.operation) {
      case RowOperation::year:
        return of_date([](std::int64_t days) { return calendar::Date::of(days).year; });
      case RowOperation::month:
        return of_date([](std::int64_t days) { return calendar::Date::of(days).month; });
      case RowOperation::day:
        return of_date([](std::int64_t days) { return calendar::Date::of(days).day; });
      case RowOperation::weekday:
        return of_date(calendar::weekday_of);
      case RowOperation::hour:
        return of_time(calendar::hour_of);
      case RowOperation::minute:
        return of_time(calendar::minute_of);
      default:
        return of_time(calendar::days_of);
    }
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

  [[nodiscard]] static Texts with_views(std::vector<std::string_view> views,
                                        Truths lack_value = {}) {
    Texts result{.rows = {}, .views = std::move(views), .lack_value = std::move(lack_value)};
    result.rows = std::span<const std::string_view>(result.views);
    return result;
  }

  [[nodiscard]] static Texts chosen_texts(const Truths& condition, Texts a, Texts b) {
    std::vector<std::string_view> views(condition.size());
    for (std::size_t i = 0; i < views.size(); ++i) {
      views[i] = condition[i] != 0 ? a.rows[i] : b.rows[i];
    }
    if (a.lack_value.empty() && b.lack_value.empty()) return with_views(std::move(views));
    a.lack_value.resize(condition.size());
    b.lack_value.resize(condition.size());
    return with_views(std::move(views), chosen(condition, std::move(a.lack_value), b.lack_value));
  }

  [[nodiscard]] Truths comparison(const TypedExpression& node) const {
    if (node.compares == RowKind::text) return comparison_of_texts(node);
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
    if (node.compares == RowKind::real) {
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

  /// Only whether they are equal is asked.
  [[nodiscard]] Truths comparison_of_texts(const TypedExpression& node) const {
    const TypedExpression& a = node.operands[0];
    const TypedExpression& b = node.operands[1];
    const auto with_constant = [&](const TypedExpression& value, const TypedExpression& constant) {
      return truths_of(texts(value), [other = std::string_view(constant.texts.front())](
                                         std::string_view text) { return text == other; });
    };
    if (b.operation == RowOperation::constant) return with_constant(a, b);
    if (a.operation == RowOperation::constant) return with_constant(b, a);
    const Texts left = texts(a);
    const Texts right = texts(b);
    Truths result(rows_.size());
    for (std::size_t i = 0; i < result.size(); ++i) {
      result[i] = static_cast<std::uint8_t>(left.rows[i] == right.rows[i]);
    }
    clear_where(result, left.lack_value);
    clear_where(result, right.lack_value);
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
      return truths_of(texts(operand), [&](std::string_view text) {
        return std::binary_search(node.texts.begin(), node.texts.end(), text, std::less<>());
      });
    }
    if (node.compares == RowKind::real) {
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

  const Rows& rows_;
};

}  // namespace scrim::block
