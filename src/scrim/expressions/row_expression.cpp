#include "scrim/expressions/row_expression.hpp"

#include <algorithm>
#include <array>
#include <set>
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

/// In quotes, as a literal of Python means it, in which ends of lines and the zero byte cannot
/// stand. Bytes that are no characters stay as they are, so that no two texts look alike.
std::string quoted(std::string_view bytes) {
  std::string text = "\"";
  for (const char byte : bytes) {
    if (byte == '\n') {
      text += "\\n";
    } else if (byte == '\r') {
      text += "\\r";
    } else if (byte == '\0') {
      text += "\\x00";
    } else {
      if (byte == '"' || byte == '\\') text += '\\';
      text += byte;
    }
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

/// A column as it is written: its name, where that can be nothing else.
std::string text_of_field(const std::string& name) {
  constexpr std::array<std::string_view, 8> taken = {"row", "true", "false", "inf",
                                                     "nan", "NaN",  "in",    "none"};
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  };
  const bool is_plain =
      !name.empty() && is_letter(name.front()) &&
      std::ranges::all_of(name, [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); }) &&
      std::ranges::find(taken, name) == taken.end();
  return is_plain ? name : "row[" + quoted(name) + "]";
}

std::string text_of(std::span<const RowConstant> constants) {
  std::string text;
  std::string_view separator;
  for (const RowConstant& constant : constants) {
    text += separator;
    text += text_of(constant);
    separator = ", ";
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
      {RowOperation::is_missing, {"is_missing"}},
      {RowOperation::clip, {"clip"}},
      {RowOperation::bin, {"bin"}},
      {RowOperation::starts_with, {"starts_with"}},
      {RowOperation::year, {"year"}},
      {RowOperation::month, {"month"}},
      {RowOperation::day, {"day"}},
      {RowOperation::weekday, {"weekday"}},
      {RowOperation::hour, {"hour"}},
      {RowOperation::minute, {"minute"}},
      {RowOperation::to_date, {"to_date"}},
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

RowExpression RowExpression::field(std::string name) {
  return {RowOperation::field, {}, {std::move(name)}};
}

RowExpression RowExpression::clip(const RowExpression& value, RowConstant low, RowConstant high) {
  return {RowOperation::clip, {value}, {std::move(low), std::move(high)}};
}

RowExpression RowExpression::bin(const RowExpression& value, std::vector<RowConstant> edges) {
  return {RowOperation::bin, {value}, std::move(edges)};
}

RowExpression RowExpression::starts_with(const RowExpression& value, std::string prefix) {
  return {RowOperation::starts_with, {value}, {std::move(prefix)}};
}

RowOperation RowExpression::operation() const noexcept { return node_->operation; }

std::span<const RowExpression> RowExpression::operands() const noexcept { return node_->operands; }

std::span<const RowConstant> RowExpression::constants() const noexcept { return node_->constants; }

std::string RowExpression::text() const {
  if (operation() == RowOperation::row) return "row";
  if (operation() == RowOperation::constant) return text_of(constants().front());
  if (operation() == RowOperation::field) {
    return text_of_field(std::get<std::string>(constants().front()));
  }
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
    text += " in [" + text_of(constants()) + "]";
  } else if (operation() == RowOperation::bin) {
    text += ", [" + text_of(constants()) + "]";
  } else if (!constants().empty()) {
    text += ", " + text_of(constants());
  }
  return text + ")";
}

std::vector<std::string> RowExpression::fields() const {
  std::set<std::string> names;
  const auto add = [&](const auto& self, const RowExpression& expression) -> void {
    if (expression.operation() == RowOperation::field) {
      names.insert(std::get<std::string>(expression.constants().front()));
    }
    for (const RowExpression& operand : expression.operands()) self(self, operand);
  };
  add(add, *this);
  return {names.begin(), names.end()};
}

}  // namespace scrim
