#include "scrim/expressions/typed_expression.hpp"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <utility>
#include <variant>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/expressions/calendar.hpp"

namespace scrim {

namespace {

/// What texts are not taken for, in whatever else they stand.
constexpr std::string_view only_compared = "texts are only compared, by == and is_in";

[[nodiscard]] bool is_moment(RowKind kind) {
  return kind == RowKind::date || kind == RowKind::time;
}

RowKind kind_of(const RowConstant& constant) {
  constexpr RowKind kinds[] = {RowKind::truth, RowKind::integer, RowKind::real, RowKind::text};
  return kinds[constant.index()];
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

/// What an expression reads: rows that are one value, or rows with columns.
struct Source {
  RowKind row_kind = RowKind::real;
  bool row_may_be_nan = true;
  bool has_columns = false;
  std::span<const TableColumn> columns = {};
};

class Typing {
 public:
  explicit Typing(const Source& source) : source_(source) {}

  [[nodiscard]] TypedExpression typed(const RowExpression& expression) const {
    switch (expression.operation()) {
      case RowOperation::row:
        return row(expression);
      case RowOperation::field:
        return field(expression);
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
      case RowOperation::is_missing:
        return node(expression, RowKind::truth, {typed(expression.operands()[0])}, false);
      case RowOperation::clip:
        return clipping(expression);
      case RowOperation::bin:
        return binning(expression);
      case RowOperation::starts_with:
        return prefix(expression);
      case RowOperation::year:
      case RowOperation::month:
      case RowOperation::day:
      case RowOperation::weekday:
      case RowOperation::hour:
      case RowOperation::minute:
      case RowOperation::to_date:
        return part_of_moment(expression);
    }
    refuse(expression, "there is no such operation");
  }

  [[noreturn]] void refuse(const RowExpression& expression, const std::string& why) const {
    fail(ErrorKind::mismatch, std::string(source_.has_columns ? "" : "make_row_by_row: ") +
                                  "cannot compute " + expression.text() + ", because " + why);
  }

 private:
  [[nodiscard]] TypedExpression row(const RowExpression& expression) const {
    if (source_.has_columns) {
      refuse(expression, "rows have columns here; name one of them: " + names());
    }
    return node(expression, source_.row_kind, {}, source_.row_may_be_nan);
  }

  [[nodiscard]] TypedExpression field(const RowExpression& expression) const {
    const auto& name = std::get<std::string>(expression.constants().front());
    if (!source_.has_columns) {
      refuse(expression, "rows are one value here, and have no columns");
    }
    const auto found = std::ranges::find(source_.columns, name, &TableColumn::name);
    if (found == source_.columns.end()) {
      fail(ErrorKind::mismatch,
           "there is no column " + describe_value(name) + "; the columns are: " + names());
    }
    TypedExpression result = node(expression, found->kind, {}, found->is_nullable);
    result.field = static_cast<std::size_t>(found - source_.columns.begin());
    return result;
  }

  [[nodiscard]] std::string names() const {
    std::string text;
    for (const TableColumn& column : source_.columns) {
      text += (text.empty() ? "" : ", ") + describe_value(column.name);
    }
    return text.empty() ? "none" : text;
  }

  /// The kind in which two values meet.
  [[nodiscard]] RowKind common_kind(const RowExpression& expression, RowKind a, RowKind b) const {
    if (a == b) return a;
    if (is_moment(a) || is_moment(b)) {
      refuse(expression, std::string(name(a)) + " and " + std::string(name(b)) +
                             " do not go together; compare dates with texts like \"2026-01-31\", "
                             "times with texts like \"2026-01-31T10:00:00\", and make dates of "
                             "times by to_date");
    }
    if (a == RowKind::text || b == RowKind::text) {
      refuse(expression, "a text and a number do not compare");
    }
    return a == RowKind::real || b == RowKind::real ? RowKind::real : RowKind::integer;
  }

  /// Of a constant that meets values of some kind: texts that meet dates and times are such.
  [[nodiscard]] static RowKind kind_beside(const RowConstant& constant, RowKind other) {
    const RowKind kind = kind_of(constant);
    return is_moment(other) && kind == RowKind::text ? other : kind;
  }

  [[nodiscard]] std::int64_t parsed(const RowExpression& expression, const std::string& text,
                                    RowKind kind) const {
    const auto value =
        kind == RowKind::date ? calendar::parse_date(text) : calendar::parse_time(text);
    if (value) return *value;
    refuse(expression, describe_value(text) + (kind == RowKind::date
                                                   ? " is no date; write it as 2026-01-31"
                                                   : " is no time; write it as 2026-01-31T10:00:00 "
                                                     "(UTC), or as a date"));
  }

  void add_constant(const RowExpression& expression, TypedExpression& node,
                    const RowConstant& constant) const {
    std::visit(
        [&]<class T>(const T& value) {
          if constexpr (std::same_as<T, std::string>) {
            if (is_moment(node.compares)) {
              node.integers.push_back(parsed(expression, value, node.compares));
            } else {
              node.texts.push_back(value);
            }
          } else if (node.compares == RowKind::real) {
            node.reals.push_back(static_cast<double>(value));
          } else {
            node.integers.push_back(static_cast<std::int64_t>(value));
          }
        },
        constant);
  }

  /// Two operands that meet: where one is a date or a time, the other may be a text that says one.
  void bring_together(const RowExpression& expression, TypedExpression& a,
                      TypedExpression& b) const {
    const auto adapt = [&](TypedExpression& constant, RowKind kind) {
      if (!is_moment(kind) || !is_constant(constant) || constant.kind != RowKind::text) return;
      constant.integers = {parsed(expression, constant.texts.front(), kind)};
      constant.texts.clear();
      constant.kind = constant.compares = kind;
    };
    adapt(a, b.kind);
    adapt(b, a.kind);
  }

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

  [[nodiscard]] TypedExpression constant(const RowExpression& expression) const {
    const RowConstant& value = expression.constants().front();
    const auto* real = std::get_if<double>(&value);
    if (real != nullptr && std::isnan(*real)) refuse(expression, "NaN is no constant");
    TypedExpression result = node(expression, kind_of(value), {}, false);
    add_constant(expression, result, value);
    return result;
  }

  [[nodiscard]] std::vector<TypedExpression> operands_of(const RowExpression& expression) const {
    std::vector<TypedExpression> operands;
    for (const RowExpression& operand : expression.operands()) operands.push_back(typed(operand));
    return operands;
  }

  void require_numbers(const RowExpression& expression,
                       const std::vector<TypedExpression>& operands) const {
    for (const TypedExpression& operand : operands) {
      if (operand.kind == RowKind::text) refuse(expression, std::string(only_compared));
      if (is_moment(operand.kind)) {
        refuse(expression,
               "dates and times are only compared, subtracted from their like and taken apart, by "
               "year, month, day, weekday, hour, minute and to_date");
      }
    }
  }

  /// The operands, which are to be numbers or conditions.
  [[nodiscard]] std::vector<TypedExpression> numbers(const RowExpression& expression) const {
    auto operands = operands_of(expression);
    require_numbers(expression, operands);
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
    auto operands = operands_of(expression);
    if (expression.operation() == RowOperation::subtract) {
      bring_together(expression, operands[0], operands[1]);
      if (is_moment(operands[0].kind) && is_moment(operands[1].kind)) {
        return difference_of_moments(expression, std::move(operands));
      }
    }
    require_numbers(expression, operands);
    RowKind kind = counted(common_kind(expression, operands[0].kind, operands[1].kind));
    if (expression.operation() == RowOperation::divide) kind = RowKind::real;
    const bool may_lack_value = operands[0].may_lack_value || operands[1].may_lack_value ||
                                makes_no_value(expression.operation(), kind, operands);
    return node(expression, kind, std::move(operands), may_lack_value);
  }

  /// Days between dates, microseconds between times.
  [[nodiscard]] TypedExpression difference_of_moments(const RowExpression& expression,
                                                      std::vector<TypedExpression> operands) const {
    (void)common_kind(expression, operands[0].kind, operands[1].kind);
    const bool may_lack_value = operands[0].may_lack_value || operands[1].may_lack_value;
    return node(expression, RowKind::integer, std::move(operands), may_lack_value);
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
    auto operands = operands_of(expression);
    bring_together(expression, operands[0], operands[1]);
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
    auto operands = operands_of(expression);
    if (operands[0].kind != RowKind::truth) {
      refuse(expression, "where takes a condition first, as in where(x > 3, x, 0)");
    }
    bring_together(expression, operands[1], operands[2]);
    const RowKind kind = common_kind(expression, operands[1].kind, operands[2].kind);
    const bool may_lack_value = operands[1].may_lack_value || operands[2].may_lack_value;
    return node(expression, kind, std::move(operands), may_lack_value);
  }

  /// What a value and constants are compared as.
  [[nodiscard]] RowKind kind_among_constants(const RowExpression& expression, RowKind kind) const {
    RowKind compares = counted(kind);
    for (const RowConstant& each : expression.constants()) {
      compares = common_kind(expression, compares, counted(kind_beside(each, kind)));
    }
    return compares;
  }

  /// The operand, which is to have an order: a number, a date or a time.
  [[nodiscard]] TypedExpression ordered(const RowExpression& expression) const {
    TypedExpression operand = typed(expression.operands()[0]);
    if (operand.kind == RowKind::text) refuse(expression, std::string(only_compared));
    return operand;
  }

  /// The constants, which are to rise, beside those of `node`.
  void add_rising(const RowExpression& expression, TypedExpression& node, bool may_be_equal,
                  const std::string& why) const {
    for (const RowConstant& each : expression.constants()) add_constant(expression, node, each);
    const auto is_right = [&](const auto& values) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i] != values[i]) return false;  // NaN
        if (i > 0 && !(may_be_equal ? values[i - 1] <= values[i] : values[i - 1] < values[i])) {
          return false;
        }
      }
      return true;
    };
    if (!is_right(node.integers) || !is_right(node.reals)) refuse(expression, why);
  }

  [[nodiscard]] TypedExpression clipping(const RowExpression& expression) const {
    TypedExpression operand = ordered(expression);
    const RowKind kind = kind_among_constants(expression, operand.kind);
    const bool may_lack_value = operand.may_lack_value;
    TypedExpression result = node(expression, kind, {std::move(operand)}, may_lack_value);
    add_rising(expression, result, true, "the lower bound is above the upper one");
    return result;
  }

  [[nodiscard]] TypedExpression binning(const RowExpression& expression) const {
    TypedExpression operand = ordered(expression);
    const RowKind compares = kind_among_constants(expression, operand.kind);
    TypedExpression result = node(expression, RowKind::integer, {std::move(operand)}, true);
    result.compares = compares;
    if (expression.constants().empty()) refuse(expression, "there are no edges");
    add_rising(expression, result, false, "edges must rise, each above the one before");
    return result;
  }

  [[nodiscard]] TypedExpression prefix(const RowExpression& expression) const {
    TypedExpression operand = typed(expression.operands()[0]);
    if (operand.kind != RowKind::text) {
      refuse(expression, "starts_with takes texts, not " + std::string(name(operand.kind)));
    }
    TypedExpression result = node(expression, RowKind::truth, {std::move(operand)}, false);
    result.compares = RowKind::text;
    add_constant(expression, result, expression.constants().front());
    return result;
  }

  [[nodiscard]] TypedExpression part_of_moment(const RowExpression& expression) const {
    const RowOperation operation = expression.operation();
    const bool needs_time = operation == RowOperation::hour || operation == RowOperation::minute ||
                            operation == RowOperation::to_date;
    TypedExpression operand = typed(expression.operands()[0]);
    if (!is_moment(operand.kind) || (needs_time && operand.kind != RowKind::time)) {
      refuse(expression, std::string(name(operand.kind)) + " have none; it is of " +
                             (needs_time ? "times" : "dates and times"));
    }
    const bool may_lack_value = operand.may_lack_value;
    const RowKind kind = operation == RowOperation::to_date ? RowKind::date : RowKind::integer;
    return node(expression, kind, {std::move(operand)}, may_lack_value);
  }

  [[nodiscard]] TypedExpression membership(const RowExpression& expression) const {
    std::vector<TypedExpression> operands = {typed(expression.operands()[0])};
    const RowKind compares = kind_among_constants(expression, operands[0].kind);
    TypedExpression result = node(expression, RowKind::truth, std::move(operands), false);
    result.compares = compares;
    for (const RowConstant& each : expression.constants()) {
      add_constant(expression, result, each);
    }
    // A NaN would break the order. It equals nothing, so it is left out.
    std::erase_if(result.reals, [](double real) { return std::isnan(real); });
    std::ranges::sort(result.integers);
    std::ranges::sort(result.reals);
    std::ranges::sort(result.texts);
    return result;
  }

  const Source& source_;
};

}  // namespace

TypedExpression typed_expression(const RowExpression& expression, RowKind row_kind,
                                 bool row_may_be_nan) {
  const Source source{.row_kind = row_kind, .row_may_be_nan = row_may_be_nan};
  const Typing typing(source);
  TypedExpression result = typing.typed(expression);
  if (result.kind == RowKind::text) {
    typing.refuse(expression, "it gives texts; texts are only compared, by ==, != and is_in");
  }
  return result;
}

TypedExpression typed_expression(const RowExpression& expression,
                                 std::span<const TableColumn> columns) {
  const Source source{.has_columns = true, .columns = columns};
  return Typing(source).typed(expression);
}

}  // namespace scrim
