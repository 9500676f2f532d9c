#include "scrim/expressions/typed_expression.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <utility>
#include <variant>

#include "scrim/errors/error.hpp"

namespace scrim {

namespace {

[[noreturn]] void refuse(const RowExpression& expression, const std::string& why) {
  fail(ErrorKind::mismatch,
       "make_row_by_row: cannot compute " + expression.text() + ", because " + why);
}

RowKind kind_of(const RowConstant& constant) {
  constexpr RowKind kinds[] = {RowKind::truth, RowKind::integer, RowKind::real, RowKind::text};
  return kinds[constant.index()];
}

/// The kind in which two values meet.
RowKind common_kind(const RowExpression& expression, RowKind a, RowKind b) {
  if (a == b) return a;
  if (a == RowKind::text || b == RowKind::text) {
    refuse(expression, "a text and a number do not compare");
  }
  return a == RowKind::real || b == RowKind::real ? RowKind::real : RowKind::integer;
}

void add_constant(TypedExpression& node, const RowConstant& constant) {
  std::visit(
      [&]<class T>(const T& value) {
        if constexpr (std::same_as<T, std::string>) {
          node.texts.push_back(value);
        } else if (node.compares == RowKind::real) {
          node.reals.push_back(static_cast<double>(value));
        } else {
          node.integers.push_back(static_cast<std::int64_t>(value));
        }
      },
      constant);
}

bool is_constant(const TypedExpression& node) { return node.operation == RowOperation::constant; }

bool is_nonzero_constant(const TypedExpression& node) {
  if (!is_constant(node)) return false;
  return node.kind == RowKind::real ? node.reals.front() != 0 : node.integers.front() != 0;
}

/// True only if the value is neither infinite nor absent at any row.
bool is_finite(const TypedExpression& node) {
  if (is_constant(node) && node.kind == RowKind::real) return std::isfinite(node.reals.front());
  return node.kind != RowKind::real && !node.may_lack_value;
}

class Typing {
 public:
  Typing(RowKind row_kind, bool row_may_be_nan)
      : row_kind_(row_kind), row_may_be_nan_(row_may_be_nan) {}

  [[nodiscard]] TypedExpression typed(const RowExpression& expression) const {
    switch (expression.operation()) {
      case RowOperation::row:
        return node(expression, row_kind_, {}, row_may_be_nan_);
      case RowOperation::constant:
        return constant(expression);
      case RowOperation::negate:
      case RowOperation::absolute:
        return keeping_kind(expression);
      case RowOperation::floor:
      case RowOperation::ceil:
      case RowOperation::round:
        return rounding(expression);
      case RowOperation::sqrt:
      case RowOperation::log:
      case RowOperation::exp:
        return transcendental(expression);
      case RowOperation::add:
      case RowOperation::subtract:
      case RowOperation::multiply:
      case RowOperation::divide:
      case RowOperation::floor_divide:
      case RowOperation::remainder:
        return arithmetic(expression);
      case RowOperation::less:
      case RowOperation::less_equal:
      case RowOperation::equal:
        return comparison(expression);
      case RowOperation::invert:
      case RowOperation::both:
      case RowOperation::either:
        return condition(expression);
      case RowOperation::where:
        return choice(expression);
      case RowOperation::is_in:
        return membership(expression);
    }
    refuse(expression, "there is no such operation");
  }

 private:
  [[nodiscard]] static TypedExpression node(const RowExpression& expression, RowKind kind,
                                            std::vector<TypedExpression> operands,
                                            bool may_lack_value) {
    return {.operation = expression.operation(),
            .kind = kind,
            .compares = kind,
            .may_lack_value = may_lack_value,
            .operands = std::move(operands),
            .integers = {},
            .reals = {},
            .texts = {}};
  }

  [[nodiscard]] static TypedExpression constant(const RowExpression& expression) {
    const RowConstant& value = expression.constants().front();
    const auto* real = std::get_if<double>(&value);
    if (real != nullptr && std::isnan(*real)) refuse(expression, "NaN is no constant");
    TypedExpression result = node(expression, kind_of(value), {}, false);
    add_constant(result, value);
    return result;
  }

  /// The operands, which are to be numbers or conditions.
  [[nodiscard]] std::vector<TypedExpression> numbers(const RowExpression& expression) const {
    std::vector<TypedExpression> operands;
    for (const RowExpression& operand : expression.operands()) {
      operands.push_back(typed(operand));
      if (operands.back().kind == RowKind::text) {
        refuse(expression, "texts are only compared, by == and is_in");
      }
    }
    return operands;
  }

  /// The kind to count in: conditions count as 0 and 1.
  [[nodiscard]] static RowKind counted(RowKind kind) {
    return kind == RowKind::truth ? RowKind::integer : kind;
  }

  [[nodiscard]] TypedExpression keeping_kind(const RowExpression& expression) const {
    auto operands = numbers(expression);
    const RowKind kind = counted(operands[0].kind);
    const bool may_lack_value = operands[0].may_lack_value;
    return node(expression, kind, std::move(operands), may_lack_value);
  }

  [[nodiscard]] TypedExpression rounding(const RowExpression& expression) const {
    auto operands = numbers(expression);
    if (operands[0].kind != RowKind::real) return std::move(operands[0]);
    const bool may_lack_value = operands[0].may_lack_value;
    return node(expression, RowKind::integer, std::move(operands), may_lack_value);
  }

  [[nodiscard]] TypedExpression transcendental(const RowExpression& expression) const {
    auto operands = numbers(expression);
    const bool may_lack_value =
        expression.operation() != RowOperation::exp || operands[0].may_lack_value;
    return node(expression, RowKind::real, std::move(operands), may_lack_value);
  }

  [[nodiscard]] TypedExpression arithmetic(const RowExpression& expression) const {
    auto operands = numbers(expression);
    RowKind kind = counted(common_kind(expression, operands[0].kind, operands[1].kind));
    if (expression.operation() == RowOperation::divide) kind = RowKind::real;
    const bool may_lack_value = operands[0].may_lack_value || operands[1].may_lack_value ||
                                makes_no_value(expression.operation(), kind, operands);
    return node(expression, kind, std::move(operands), may_lack_value);
  }

  /// Whether there may be no result where both operands have a value.
  [[nodiscard]] static bool makes_no_value(RowOperation operation, RowKind kind,
                                           const std::vector<TypedExpression>& operands) {
    const TypedExpression& a = operands[0];
    const TypedExpression& b = operands[1];
    const auto is_finite_factor = [](const TypedExpression& factor) {
      return is_finite(factor) && is_nonzero_constant(factor);
    };
    if (operation == RowOperation::floor_divide || operation == RowOperation::remainder) {
      return !is_nonzero_constant(b) || (kind == RowKind::real && !is_finite(a));
    }
    if (kind == RowKind::integer) return false;
    if (operation == RowOperation::add || operation == RowOperation::subtract) {
      return !is_finite(a) && !is_finite(b);  // inf - inf
    }
    if (operation == RowOperation::multiply && is_finite(a) && is_finite(b)) return false;
    return !is_finite_factor(a) && !is_finite_factor(b);  // 0 * inf, 0 / 0, inf / inf
  }

  [[nodiscard]] TypedExpression comparison(const RowExpression& expression) const {
    std::vector<TypedExpression> operands = {typed(expression.operands()[0]),
                                             typed(expression.operands()[1])};
    const RowKind compares = common_kind(expression, operands[0].kind, operands[1].kind);
    if (compares == RowKind::text && expression.operation() != RowOperation::equal) {
      refuse(expression, "texts are only compared by ==, != and is_in");
    }
    TypedExpression result = node(expression, RowKind::truth, std::move(operands), false);
    result.compares = counted(compares);
    return result;
  }

  [[nodiscard]] TypedExpression condition(const RowExpression& expression) const {
    std::vector<TypedExpression> operands;
    for (const RowExpression& operand : expression.operands()) {
      operands.push_back(typed(operand));
      if (operands.back().kind != RowKind::truth) {
        refuse(expression, "& | ~ take conditions, as in (x > 3) & ~(x == 5)");
      }
    }
    return node(expression, RowKind::truth, std::move(operands), false);
  }

  [[nodiscard]] TypedExpression choice(const RowExpression& expression) const {
    auto operands = numbers(expression);
    if (operands[0].kind != RowKind::truth) {
      refuse(expression, "where takes a condition first, as in where(x > 3, x, 0)");
    }
    const RowKind kind = common_kind(expression, operands[1].kind, operands[2].kind);
    const bool may_lack_value = operands[1].may_lack_value || operands[2].may_lack_value;
    return node(expression, kind, std::move(operands), may_lack_value);
  }

  [[nodiscard]] TypedExpression membership(const RowExpression& expression) const {
    std::vector<TypedExpression> operands = {typed(expression.operands()[0])};
    RowKind compares = counted(operands[0].kind);
    for (const RowConstant& each : expression.constants()) {
      compares = common_kind(expression, compares, counted(kind_of(each)));
    }
    TypedExpression result = node(expression, RowKind::truth, std::move(operands), false);
    result.compares = compares;
    for (const RowConstant& each : expression.constants()) add_constant(result, each);
    // A NaN would break the order. It equals nothing, so it is left out.
    std::erase_if(result.reals, [](double real) { return std::isnan(real); });
    std::ranges::sort(result.integers);
    std::ranges::sort(result.reals);
    std::ranges::sort(result.texts);
    return result;
  }

  RowKind row_kind_;
  bool row_may_be_nan_;
};

}  // namespace

TypedExpression typed_expression(const RowExpression& expression, RowKind row_kind,
                                 bool row_may_be_nan) {
  TypedExpression result = Typing(row_kind, row_may_be_nan).typed(expression);
  if (result.kind == RowKind::text) {
    refuse(expression, "it gives texts; texts are only compared, by ==, != and is_in");
  }
  return result;
}

}  // namespace scrim
