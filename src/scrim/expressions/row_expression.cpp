#include "scrim/expressions/row_expression.hpp"

#include <string_view>
#include <unordered_map>
#include <utility>

#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"

namespace scrim {

struct RowExpression::Node {
  RowOperation operation;
  std::vector<RowExpression> operands;
  std::vector<RowConstant> constants;
  std::size_t operations;  ///< of the whole tree; what is shared counts each time
};

namespace {

/// In quotes. Bytes that are no characters stay as they are, so that no two texts look alike.
std::string quoted(std::string_view bytes) {
  std::string text = "\"";
  for (const char byte : bytes) {
    if (byte == '"' || byte == '\\') text += '\\';
    text += byte;
  }
  return text + "\"";
}

std::string text_of(const RowConstant& constant) {
  if (const auto* bytes = std::get_if<std::string>(&constant)) return quoted(*bytes);
  std::string text = std::visit([](const auto& value) { return describe_value(value); }, constant);
  // 2.0 and 2 are different constants: one makes floats of what it meets.
  if (std::holds_alternative<double>(constant) &&
      text.find_first_not_of("-0123456789") == text.npos) {
    text += ".0";
  }
  return text;
}

/// How an operation is written: what stands in front of its operands, and between them.
struct Spelling {
  std::string_view name;
  std::string_view sign = ", ";
};

Spelling spelling_of(RowOperation operation) {
  static const std::unordered_map<RowOperation, Spelling> spellings = {
      {RowOperation::negate, {"-"}},
      {RowOperation::invert, {"~"}},
      {RowOperation::absolute, {"abs"}},
      {RowOperation::floor, {"floor"}},
      {RowOperation::ceil, {"ceil"}},
      {RowOperation::round, {"round"}},
      {RowOperation::sqrt, {"sqrt"}},
      {RowOperation::log, {"log"}},
      {RowOperation::exp, {"exp"}},
      {RowOperation::where, {"where"}},
      {RowOperation::add, {"", " + "}},
      {RowOperation::subtract, {"", " - "}},
      {RowOperation::multiply, {"", " * "}},
      {RowOperation::divide, {"", " / "}},
      {RowOperation::floor_divide, {"", " // "}},
      {RowOperation::remainder, {"", " % "}},
      {RowOperation::less, {"", " < "}},
      {RowOperation::less_equal, {"", " <= "}},
      {RowOperation::equal, {"", " == "}},
      {RowOperation::both, {"", " & "}},
      {RowOperation::either, {"", " | "}},
  };
  const auto found = spellings.find(operation);
  return found == spellings.end() ? Spelling{""} : found->second;
}

}  // namespace

RowExpression::RowExpression(RowOperation operation, std::vector<RowExpression> operands,
                             std::vector<RowConstant> constants) {
  std::size_t operations = 1;
  for (const RowExpression& operand : operands) operations += operand.node_->operations;
  if (operations > most_operations) {
    fail(ErrorKind::invalid_argument, "a function of a row has more than " +
                                          std::to_string(most_operations) +
                                          " operations; prepare the column beforehand instead");
  }
  node_ = std::make_shared<const Node>(
      Node{operation, std::move(operands), std::move(constants), operations});
}

RowExpression RowExpression::row() { return {RowOperation::row, {}, {}}; }

RowExpression RowExpression::constant(RowConstant value) {
  return {RowOperation::constant, {}, {std::move(value)}};
}

RowExpression RowExpression::of(RowOperation operation, std::vector<RowExpression> operands) {
  return {operation, std::move(operands), {}};
}

RowExpression RowExpression::is_in(const RowExpression& value, std::vector<RowConstant> constants) {
  return {RowOperation::is_in, {value}, std::move(constants)};
}

RowOperation RowExpression::operation() const noexcept { return node_->operation; }

std::span<const RowExpression> RowExpression::operands() const noexcept { return node_->operands; }

std::span<const RowConstant> RowExpression::constants() const noexcept { return node_->constants; }

std::string RowExpression::text() const {
  if (operation() == RowOperation::row) return "row";
  if (operation() == RowOperation::constant) return text_of(constants().front());
  const Spelling spelling = spelling_of(operation());
  std::string text(spelling.name);
  text += "(";
  std::string_view separator;
  for (const RowExpression& operand : operands()) {
    text += separator;
    text += operand.text();
    separator = spelling.sign;
  }
  if (operation() == RowOperation::is_in) {
    text += " in [";
    separator = "";
    for (const RowConstant& constant : constants()) {
      text += separator;
      text += text_of(constant);
      separator = ", ";
    }
    text += "]";
  }
  return text + ")";
}

}  // namespace scrim
