// A function of one row as an expression: what a language binding gives make_row_by_row, for rows
// that are one value, and make_filter and its like, for rows with named columns.
//
// A function of the binding's own language could fail on one row and not on another, keep what it
// sees, or take its time; an expression is data, and is computed here for every row alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace scrim {

using RowConstant = std::variant<bool, std::int64_t, double, std::string>;

enum class RowOperation {
  row,           ///< the row itself
  field,         ///< its value in the column of a name
  constant,      ///< one public value
  negate,        ///< -a
  absolute,      ///< |a|
  floor,         ///< the largest integer not above a
  ceil,          ///< the smallest integer not below a
  round,         ///< the nearest integer, of two the even one
  sqrt,          ///< no value below 0
  log,           ///< the natural logarithm; no value below 0
  exp,           ///< e to the power a
  invert,        ///< not a
  add,           ///< a + b
  subtract,      ///< a - b
  multiply,      ///< a * b
  divide,        ///< a / b, always of floats
  floor_divide,  ///< the largest integer not above a / b; no value for b = 0
  remainder,     ///< a - b floor(a / b), of the sign of b; no value for b = 0
  less,          ///< a < b
  less_equal,    ///< a <= b
  equal,         ///< a == b
  both,          ///< a and b
  either,        ///< a or b
  where,         ///< b where a holds, else c
  is_in,         ///< whether a is one of the constants
  is_missing,    ///< whether a has no value
  clip,          ///< a moved between two constants
  bin,           ///< how many of the rising constants are not above a, less 1; no value below all
  starts_with,   ///< whether the text a begins with the constant
  year,          ///< of a date or a time, in UTC; so are those below
  month,         ///< 1 to 12
  day,           ///< 1 to 31
  weekday,       ///< 0 for Monday to 6 for Sunday
  hour,          ///< 0 to 23, of a time
  minute,        ///< 0 to 59, of a time
  to_date,       ///< the date of a time
};

/// A tree of operations on one row. It has no types yet: those follow from the rows it is used on.
class RowExpression {
 public:
  /// Operations an expression may have. It bounds how deep it nests and what a row costs.
  static constexpr std::size_t most_operations = 1000;

  [[nodiscard]] static RowExpression row();
  [[nodiscard]] static RowExpression constant(RowConstant value);
  /// Precondition (caller): as many operands as the operation has.
  /// Precondition (checked): no more than most_operations together.
  [[nodiscard]] static RowExpression of(RowOperation operation,
                                        std::vector<RowExpression> operands);
  [[nodiscard]] static RowExpression field(std::string name);
  [[nodiscard]] static RowExpression is_in(const RowExpression& value,
                                           std::vector<RowConstant> constants);
  [[nodiscard]] static RowExpression clip(const RowExpression& value, RowConstant low,
                                          RowConstant high);
  [[nodiscard]] static RowExpression bin(const RowExpression& value,
                                         std::vector<RowConstant> edges);
  [[nodiscard]] static RowExpression starts_with(const RowExpression& value, std::string prefix);

  [[nodiscard]] RowOperation operation() const noexcept;
  [[nodiscard]] std::span<const RowExpression> operands() const noexcept;
  /// The value of a constant, the name of a field, or what the operation compares with.
  [[nodiscard]] std::span<const RowConstant> constants() const noexcept;

  /// The expression in brackets, as in "((row - 32) / 1.8)". Different ones have different texts.
  [[nodiscard]] std::string text() const;

  /// The names of the columns it reads, in the order of the alphabet, each once.
  [[nodiscard]] std::vector<std::string> fields() const;

 private:
  struct Node;

  RowExpression(RowOperation operation, std::vector<RowExpression> operands,
                std::vector<RowConstant> constants);

  std::shared_ptr<const Node> node_;
};

}  // namespace scrim
