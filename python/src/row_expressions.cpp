#include "row_expressions.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "python_values.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::python {

namespace {

/// A date, or a moment with or without a zone, as the text that says it in UTC.
std::string text_of_moment(nb::handle value) {
  nb::object moment = nb::borrow(value);
  if (nb::hasattr(moment, "tzinfo") && !moment.attr("tzinfo").is_none()) {
    const nb::object utc = nb::module_::import_("datetime").attr("timezone").attr("utc");
    using namespace nb::literals;
    moment = moment.attr("astimezone")(utc).attr("replace")("tzinfo"_a = nb::none());
  }
  return to_text(moment.attr("isoformat")(), "a constant");
}

/// A public value beside the row; none if there is no such constant.
std::optional<RowConstant> to_constant(nb::handle value) {
  // NumPy's scalars, of which a truth would count as a float.
  if (nb::hasattr(value, "dtype") && nb::hasattr(value, "item")) {
    return to_constant(value.attr("item")());
  }
  if (PyBool_Check(value.ptr())) return nb::cast<bool>(value);
  if (PyUnicode_Check(value.ptr())) return to_text(value, "a constant");
  if (nb::hasattr(value, "isoformat") && nb::hasattr(value, "year")) return text_of_moment(value);
  if (!PyFloat_Check(value.ptr()) && !PyIndex_Check(value.ptr()) &&
      !nb::hasattr(value, "__float__")) {
    return std::nullopt;
  }
  const AnyNumber number = to_number(value, "a constant");
  if (const auto* real = std::get_if<double>(&number)) return *real;
  return exactly<std::int64_t>(number);
}

std::optional<RowExpression> to_expression(nb::handle value) {
  if (nb::isinstance<RowExpression>(value)) return nb::cast<const RowExpression&>(value);
  if (auto constant = to_constant(value)) return RowExpression::constant(std::move(*constant));
  return std::nullopt;
}

/// For operators: NotImplemented lets Python say which types do not go together.
nb::object combine(RowOperation operation, nb::handle a, nb::handle b) {
  auto left = to_expression(a);
  auto right = to_expression(b);
  if (!left || !right) return nb::borrow(Py_NotImplemented);
  return nb::cast(RowExpression::of(operation, {std::move(*left), std::move(*right)}));
}

RowExpression require_expression(nb::handle value, const char* whose) {
  auto expression = to_expression(value);
  if (!expression) {
    fail(ErrorKind::wrong_type, std::string(whose) +
                                    " must be an expression of the row, a number or a text, not " +
                                    type_name_of(value));
  }
  return std::move(*expression);
}

RowExpression where(nb::handle condition, nb::handle then, nb::handle otherwise) {
  return RowExpression::of(RowOperation::where, {require_expression(condition, "condition"),
                                                 require_expression(then, "then"),
                                                 require_expression(otherwise, "otherwise")});
}

RowExpression clip(const RowExpression& self, nb::handle lower, nb::handle upper) {
  if (auto least = to_constant(lower), most = to_constant(upper); least && most) {
    return RowExpression::clip(self, std::move(*least), std::move(*most));
  }
  const auto low = require_expression(lower, "lower");
  const auto high = require_expression(upper, "upper");
  const auto not_above = RowExpression::of(
      RowOperation::where, {RowExpression::of(RowOperation::less, {high, self}), high, self});
  return RowExpression::of(RowOperation::where,
                           {RowExpression::of(RowOperation::less, {self, low}), low, not_above});
}

std::vector<RowConstant> to_constants(nb::handle values, const char* refusal) {
  std::vector<RowConstant> constants;
  if (PyUnicode_Check(values.ptr()) || !nb::hasattr(values, "__iter__")) {
    throw nb::type_error(refusal);
  }
  for (const nb::handle value : nb::iter(values)) {
    auto constant = to_constant(value);
    if (!constant) throw nb::type_error(refusal);
    constants.push_back(std::move(*constant));
  }
  return constants;
}

RowExpression is_in(const RowExpression& self, nb::handle values) {
  auto constants = to_constants(values, "is_in takes a sequence of numbers or texts");
  for (const RowConstant& constant : constants) {
    const auto* real = std::get_if<double>(&constant);
    // There is no text of it that could be read again.
    if (real != nullptr && std::isnan(*real)) {
      fail(ErrorKind::invalid_argument,
           "is_in is given NaN, which nothing is equal to; leave it out, and ask for is_missing() "
           "where no value is meant");
    }
  }
  return RowExpression::is_in(self, std::move(constants));
}

RowExpression bin(const RowExpression& self, nb::handle edges) {
  return RowExpression::bin(self, to_constants(edges, "bin takes a sequence of edges"));
}

RowExpression starts_with(const RowExpression& self, nb::handle prefix) {
  return RowExpression::starts_with(self, to_text(prefix, "prefix"));
}

RowExpression constant(nb::handle value) {
  auto made = to_constant(value);
  if (!made) {
    fail(ErrorKind::wrong_type,
         "a constant must be a truth, a number, a text, a date or a time, "
         "not " +
             type_name_of(value));
  }
  return RowExpression::constant(std::move(*made));
}

[[noreturn]] void refuse_value(const char* what_to_do) {
  fail(ErrorKind::wrong_type,
       std::string("a function of a row is called once, with a symbol that has no value yet; ") +
           what_to_do);
}

constexpr const char* instead_of_truth =
    "write scrim.where(condition, a, b) for if, & | ~ for and, or, not, x.clip(lower, upper) for "
    "min and max, and x.is_in(values) for in";
constexpr const char* instead_of_number =
    "write math.floor(x), math.ceil(x) or round(x) for int(x), and x.log() for math.log(x)";

template <RowOperation operation>
RowExpression unary(const RowExpression& self) {
  return RowExpression::of(operation, {self});
}

template <RowOperation operation>
void bind_operator(nb::class_<RowExpression>& bound, const char* name, const char* reflected,
                   const std::string& other = "float") {
  const auto define = [&](const char* method, auto function) {
    const std::string signature = "def " + std::string(method) + "(self, other: RowExpression | " +
                                  other + ", /) -> RowExpression";
    bound.def(method, function, nb::is_operator(), nb::sig(signature.c_str()));
  };
  define(name, [](nb::handle a, nb::handle b) { return combine(operation, a, b); });
  define(reflected, [](nb::handle a, nb::handle b) { return combine(operation, b, a); });
}

}  // namespace

RowExpression to_row_expression(nb::handle function, std::string_view name) {
  if (PyCallable_Check(function.ptr()) == 0) {
    fail(ErrorKind::wrong_type,
         std::string(name) + " must be a function of the row, not " + type_name_of(function));
  }
  return require_expression(function(RowExpression::row()), "what the function of a row gives");
}

RowExpression to_table_expression(nb::handle value, std::string_view name) {
  if (nb::isinstance<RowExpression>(value)) return nb::cast<const RowExpression&>(value);
  const nb::object made = nb::module_::import_("scrim._expressions")
                              .attr("to_expression")(value, nb::str(name.data(), name.size()));
  return nb::cast<const RowExpression&>(made);
}

void bind_row_expressions(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<RowExpression> bound(
      module, "RowExpression", nb::is_final(),
      "What then_row_by_row computes for each row.\n\nIts function is called once, with a symbol "
      "for the row, and never sees one. Numbers are computed with as NumPy does, except that "
      "integers stay within 64 bits: what exceeds them is moved to the end of the range. A row "
      "without a value (0 / 0, log(-1), x // 0) becomes what `otherwise` says.");
  bind_operator<RowOperation::add>(bound, "__add__", "__radd__");
  bind_operator<RowOperation::subtract>(bound, "__sub__", "__rsub__");
  bind_operator<RowOperation::multiply>(bound, "__mul__", "__rmul__");
  bind_operator<RowOperation::divide>(bound, "__truediv__", "__rtruediv__");
  bind_operator<RowOperation::floor_divide>(bound, "__floordiv__", "__rfloordiv__");
  bind_operator<RowOperation::remainder>(bound, "__mod__", "__rmod__");
  bind_operator<RowOperation::both>(bound, "__and__", "__rand__", "bool");
  bind_operator<RowOperation::either>(bound, "__or__", "__ror__", "bool");
  bind_operator<RowOperation::less>(bound, "__lt__", "__gt__");
  bind_operator<RowOperation::less_equal>(bound, "__le__", "__ge__");
  bound
      .def(
          "__eq__", [](nb::handle a, nb::handle b) { return combine(RowOperation::equal, a, b); },
          nb::is_operator())
      .def(
          "__ne__",
          [](nb::handle self, nb::handle other) -> nb::object {
            const nb::object equal = combine(RowOperation::equal, self, other);
            if (!nb::isinstance<RowExpression>(equal)) return equal;
            return nb::cast(unary<RowOperation::invert>(nb::cast<const RowExpression&>(equal)));
          },
          nb::is_operator())
      .def("__neg__", unary<RowOperation::negate>)
      .def("__pos__", [](const RowExpression& self) { return self; })
      .def("__abs__", unary<RowOperation::absolute>)
      .def("__invert__", unary<RowOperation::invert>)
      .def("__floor__", unary<RowOperation::floor>)
      .def("__ceil__", unary<RowOperation::ceil>)
      .def("__round__", unary<RowOperation::round>)
      .def("sqrt", unary<RowOperation::sqrt>, "The square root; no value below 0.")
      .def("log", unary<RowOperation::log>, "The natural logarithm; no value below 0.")
      .def("exp", unary<RowOperation::exp>, "e to this power.")
      .def("clip", clip, "lower"_a.none(), "upper"_a.none(),
           nb::sig("def clip(self, lower: RowExpression | float, upper: RowExpression | float) -> "
                   "RowExpression"),
           "The value moved into [lower, upper].")
      .def("is_in", is_in, "values"_a.none(),
           nb::sig("def is_in(self, values: collections.abc.Iterable[float] | "
                   "collections.abc.Iterable[str]) -> RowExpression"),
           "Whether the value is one of some public ones.")
      .def("bin", bin, "edges"_a.none(),
           nb::sig("def bin(self, edges: collections.abc.Iterable[float] | "
                   "collections.abc.Iterable[str]) -> RowExpression"),
           "The number of the interval among rising edges, from 0 on; the last one is open. No "
           "value below the first edge.")
      .def("starts_with", starts_with, "prefix"_a.none(),
           nb::sig("def starts_with(self, prefix: str) -> RowExpression"),
           "Whether the text begins with a public one.")
      .def("is_missing", unary<RowOperation::is_missing>, "Whether there is no value.")
      .def("year", unary<RowOperation::year>, "The year of a date or a time, in UTC.")
      .def("month", unary<RowOperation::month>, "The month of a date or a time, 1 to 12.")
      .def("day", unary<RowOperation::day>, "The day of a date or a time, 1 to 31.")
      .def("weekday", unary<RowOperation::weekday>,
           "The day of the week of a date or a time: 0 for Monday to 6 for Sunday.")
      .def("hour", unary<RowOperation::hour>, "The hour of a time, 0 to 23, in UTC.")
      .def("minute", unary<RowOperation::minute>, "The minute of a time, 0 to 59.")
      .def("to_date", unary<RowOperation::to_date>, "The date of a time, in UTC.")
      .def_prop_ro("fields", &RowExpression::fields, "The names of the columns it reads.")
      .def("__bool__", [](const RowExpression&) -> bool { refuse_value(instead_of_truth); })
      .def("__int__", [](const RowExpression&) -> int { refuse_value(instead_of_number); })
      .def("__float__", [](const RowExpression&) -> double { refuse_value(instead_of_number); })
      .def("__repr__", &RowExpression::text);
  bound.attr("__hash__") = nb::none();

  module.def(
      "_field", [](nb::handle name) { return RowExpression::field(to_text(name, "a column")); },
      "name"_a.none());
  module.def("_constant", constant, "value"_a.none());

  module.def("where", where, "condition"_a.none(), "then"_a.none(), "otherwise"_a.none(),
             nb::sig("def where(condition: RowExpression, then: RowExpression | float, otherwise: "
                     "RowExpression | float) -> RowExpression"),
             "`then` for the rows at which the condition holds, else `otherwise`.");
}

}  // namespace scrim::python
