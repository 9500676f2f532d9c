#include "python_values.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cmath>
#include <limits>
#include <memory>

#include "row_expressions.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/neighbours.hpp"

namespace scrim::python {

namespace {

[[noreturn]] void refuse_type(std::string_view name, std::string_view wanted, nb::handle value) {
  fail(ErrorKind::wrong_type,
       std::string(name) + " must be " + std::string(wanted) + ", not " + type_name_of(value));
}

/// The digits of a Python integer, for messages.
std::string digits_of(nb::handle integer) { return nb::str(integer).c_str(); }

AnyNumber to_integer(nb::handle value, std::string_view name) {
  const nb::object integer = nb::steal(PyNumber_Index(value.ptr()));
  if (!integer.is_valid()) throw nb::python_error();
  int overflow = 0;
  const long long small = PyLong_AsLongLongAndOverflow(integer.ptr(), &overflow);
  if (overflow == 0) return std::int64_t{small};
  if (overflow > 0) {
    const unsigned long long large = PyLong_AsUnsignedLongLong(integer.ptr());
    if (PyErr_Occurred() == nullptr) return std::uint64_t{large};
    PyErr_Clear();
  }
  fail(ErrorKind::overflow, std::string(name) + " is " + digits_of(integer) +
                                ", which does not fit 64 bits; give a float or a smaller number");
}

std::string_view name_of(DistanceSide side) { return side == DistanceSide::in ? "d_in" : "d_out"; }

double to_double(nb::handle value, std::string_view name) {
  return exactly<double>(to_number(value, name));
}

/// A distance as a double that promises no more: of d_in one that is at least as large, of d_out
/// one that is at most as large. Fractions and decimals lie between doubles.
double to_distance_number(nb::handle value, DistanceSide side) {
  const double nearest = to_double(value, name_of(side));
  if (PyFloat_Check(value.ptr()) || PyIndex_Check(value.ptr()) || !std::isfinite(nearest)) {
    return nearest;
  }
  // Python compares exactly; what does not compare is taken to lie beyond.
  const int is_within = PyObject_RichCompareBool(nb::float_(nearest).ptr(), value.ptr(),
                                                 side == DistanceSide::in ? Py_GE : Py_LE);
  if (is_within < 0) PyErr_Clear();
  if (is_within == 1) return nearest;
  return side == DistanceSide::in ? next_up(nearest) : next_down(nearest);
}

nb::list to_list(nb::handle value, std::string_view name, std::string_view wanted) {
  if (PyUnicode_Check(value.ptr()) || !nb::hasattr(value, "__iter__")) {
    refuse_type(name, wanted, value);
  }
  // NumPy and pandas give Python numbers and texts at once.
  const nb::object list = nb::hasattr(value, "tolist") ? value.attr("tolist")()
                                                       : nb::steal(PySequence_List(value.ptr()));
  if (!list.is_valid()) throw nb::python_error();
  if (!nb::isinstance<nb::list>(list)) refuse_type(name, wanted, value);
  return nb::borrow<nb::list>(list);
}

AnyNumbers to_numbers(const nb::list& list, std::string_view name) {
  std::vector<AnyNumber> numbers;
  numbers.reserve(nb::len(list));
  bool any_float = false;
  bool any_large = false;
  for (const nb::handle entry : list) {
    numbers.push_back(to_number(entry, name));
    any_float |= std::holds_alternative<double>(numbers.back());
    any_large |= std::holds_alternative<std::uint64_t>(numbers.back());
  }
  const auto all_as = [&]<class T>(T) {
    std::vector<T> result;
    result.reserve(numbers.size());
    for (const AnyNumber& number : numbers) result.push_back(exactly<T>(number));
    return AnyNumbers(std::move(result));
  };
  if (any_float) return all_as(double{});
  if (any_large) return all_as(std::uint64_t{});
  return all_as(std::int64_t{});
}

Argument to_categories(nb::handle value, std::string_view name) {
  const nb::list list = to_list(value, name, "a sequence of texts or of integers");
  std::vector<std::string> texts;
  for (const nb::handle entry : list) {
    if (PyUnicode_Check(entry.ptr())) texts.push_back(to_text(entry, name));
  }
  if (texts.empty()) return to_numbers(list, name);
  if (texts.size() != nb::len(list)) {
    refuse_type(name, "all texts or all integers", value);
  }
  return texts;
}

std::vector<std::string> to_names(nb::handle value, std::string_view name) {
  if (PyUnicode_Check(value.ptr())) refuse_type(name, "a sequence of names of columns", value);
  std::vector<std::string> names;
  for (const nb::handle entry : to_list(value, name, "a sequence of names of columns")) {
    names.push_back(to_text(entry, name));
  }
  return names;
}

std::vector<bool> to_truths(const nb::list& list, std::string_view name) {
  std::vector<bool> truths;
  for (const nb::handle entry : list) {
    if (!PyBool_Check(entry.ptr())) {
      refuse_type(name, "True or False in all rows of a column, or in none", entry);
    }
    truths.push_back(entry.is(nb::handle(Py_True)));
  }
  return truths;
}

PublicTable to_public_table(nb::handle value, std::string_view name) {
  constexpr std::string_view wanted = "a mapping of names to columns of texts, numbers or truths";
  if (PyMapping_Check(value.ptr()) == 0 || !nb::hasattr(value, "items")) {
    refuse_type(name, wanted, value);
  }
  PublicTable table;
  for (const nb::handle item : nb::iter(value.attr("items")())) {
    PublicColumn column{.name = to_text(item[nb::int_(0)], name)};
    // Empty columns have no kind of their own; texts are as good as any.
    const nb::list cells = to_list(item[nb::int_(1)], name, wanted);
    if (nb::len(cells) == 0) {
      column.cells = std::vector<std::string>();
    } else if (PyBool_Check(nb::object(cells[0]).ptr())) {
      column.cells = to_truths(cells, name);
    } else {
      const Argument made = to_categories(cells, name);
      if (const auto* texts = std::get_if<std::vector<std::string>>(&made)) {
        column.cells = *texts;
      } else {
        const auto& numbers = std::get<AnyNumbers>(made);
        if (const auto* reals = std::get_if<std::vector<double>>(&numbers)) {
          column.cells = *reals;
        } else {
          column.cells = exactly<std::int64_t>(numbers);
        }
      }
    }
    table.push_back(std::move(column));
  }
  return table;
}

Argument to_fraction(nb::handle value, std::string_view name) {
  if (!PyFloat_Check(value.ptr()) && !PyLong_Check(value.ptr()) &&
      nb::hasattr(value, "numerator") && nb::hasattr(value, "denominator")) {
    const AnyNumber num = to_integer(value.attr("numerator"), name);
    const AnyNumber den = to_integer(value.attr("denominator"), name);
    const auto* signed_num = std::get_if<std::int64_t>(&num);
    // A negative fraction goes on as a double, for the constructor to refuse in its own words.
    if (signed_num == nullptr || *signed_num >= 0) {
      return Fraction{exactly<std::uint64_t>(num), exactly<std::uint64_t>(den)};
    }
    return nb::cast<double>(nb::float_(value));
  }
  return to_double(value, name);
}

Argument to_choice(nb::handle value, const Parameter& parameter) {
  std::string wanted;
  for (const std::string_view choice : parameter.choices) {
    wanted += (wanted.empty() ? "\"" : " or \"") + std::string(choice) + "\"";
  }
  if (!PyUnicode_Check(value.ptr())) refuse_type(parameter.name, wanted, value);
  const std::string given = to_text(value, parameter.name);
  for (const std::string_view choice : parameter.choices) {
    if (given == choice) return given;
  }
  fail(ErrorKind::invalid_argument,
       std::string(parameter.name) + " is " + nb::repr(value).c_str() + "; give " + wanted);
}

nb::object to_python_key(std::int64_t key) { return nb::int_(key); }
nb::object to_python_key(std::uint64_t key) { return nb::int_(key); }
/// Bytes that are no UTF-8 become lone surrogates, which stand for them: an error here would tell
/// something about a key.
nb::object to_python_key(const std::string& key) {
  return nb::steal(
      PyUnicode_DecodeUTF8(key.data(), static_cast<Py_ssize_t>(key.size()), "surrogateescape"));
}

/// In the order of keys, which a dict keeps.
template <Key K>
nb::object to_python_dict(const KeyedCounts<K>& groups) {
  nb::dict counts;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    counts[to_python_key(groups.keys[i])] = nb::int_(groups.counts[i]);
  }
  return counts;
}

template <class Space>
AnyDistance distance_of(const Space& space, nb::handle value, DistanceSide side) {
  const std::string_view name = name_of(side);
  return std::visit(
      [&]<class S>(const S&) -> AnyDistance {
        using Q = typename S::Distance;
        if constexpr (Float<Q>) {
          return to_distance_number(value, side);
        } else if constexpr (std::same_as<Q, LossWithDelta>) {
          const nb::list pair = to_list(value, name, "a pair (loss, delta)");
          if (nb::len(pair) != 2) refuse_type(name, "a pair (loss, delta)", value);
          return LossWithDelta{to_distance_number(pair[0], side),
                               to_distance_number(pair[1], side)};
        } else if constexpr (std::same_as<Q, KeyedChange>) {
          return to_keyed_change(value, name);
        } else if constexpr (std::same_as<Q, PrivacyProfile>) {
          if (!nb::isinstance<PrivacyProfile>(value)) {
            refuse_type(name, "a Profile, such as Profile.of_loss(epsilon=1.0, delta=1e-6)", value);
          }
          return nb::cast<PrivacyProfile>(value);
        } else if constexpr (std::same_as<Q, RenyiLosses>) {
          RenyiLosses losses;
          for (const nb::handle each : to_list(value, name, "a sequence of losses")) {
            losses.at_orders.push_back(to_distance_number(each, side));
          }
          return losses;
        } else {
          const std::uint64_t count = to_count(value, name);
          if (count > std::numeric_limits<Q>::max()) {
            fail(ErrorKind::overflow, std::string(name) + " is " + std::to_string(count) +
                                          "; the largest distance is " +
                                          std::to_string(std::numeric_limits<Q>::max()));
          }
          return static_cast<Q>(count);
        }
      },
      space);
}

}  // namespace

std::string type_name_of(nb::handle value) {
  const nb::handle type = value.type();
  const std::string module = nb::cast<std::string>(type.attr("__module__"));
  const std::string name = nb::cast<std::string>(type.attr("__qualname__"));
  return module == "builtins" ? name : module + "." + name;
}

AnyNumber to_number(nb::handle value, std::string_view name) {
  if (PyFloat_Check(value.ptr())) return PyFloat_AS_DOUBLE(value.ptr());
  if (PyIndex_Check(value.ptr())) return to_integer(value, name);
  // Such as numpy.float32 and decimal.Decimal; a text has no __float__.
  if (nb::hasattr(value, "__float__")) {
    const double number = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    return number;
  }
  refuse_type(name, "a number", value);
}

std::string to_text(nb::handle value, std::string_view name) {
  if (!PyUnicode_Check(value.ptr())) refuse_type(name, "a text", value);
  std::string text;
  if (!nb::try_cast(value, text)) {
    fail(ErrorKind::invalid_argument,
         std::string(name) + " is " + nb::repr(value).c_str() +
             ", which is no text in Unicode: a surrogate stands alone");
  }
  return text;
}

std::uint64_t to_count(nb::handle value, std::string_view name) {
  if (!PyIndex_Check(value.ptr())) refuse_type(name, "an integer", value);
  const AnyNumber number = to_integer(value, name);
  if (const auto* small = std::get_if<std::int64_t>(&number); small != nullptr && *small < 0) {
    fail(ErrorKind::invalid_argument,
         std::string(name) + " is " + std::to_string(*small) + "; give a number of at least 0");
  }
  return exactly<std::uint64_t>(number);
}

AnyBounds to_bounds(nb::handle value, std::string_view name) {
  constexpr std::string_view wanted = "a pair (lower, upper) of numbers";
  const nb::list pair = to_list(value, name, wanted);
  if (nb::len(pair) != 2) refuse_type(name, wanted, value);
  return {to_number(pair[0], name), to_number(pair[1], name)};
}

AnyNumbers to_number_sequence(nb::handle value, std::string_view name) {
  return to_numbers(to_list(value, name, "a sequence of numbers"), name);
}

KeyedChange to_keyed_change(nb::handle value, std::string_view name) {
  constexpr const char* wanted = "a triple (groups, total, in_each)";
  const nb::list triple = to_list(value, name, wanted);
  if (nb::len(triple) != 3) refuse_type(name, wanted, value);
  return {to_count(triple[0], name), to_count(triple[1], name), to_count(triple[2], name)};
}

AnyMeasure to_measure(nb::handle value, std::string_view name) {
  if (!nb::isinstance<AnyMeasure>(value)) {
    refuse_type(name, "a privacy measure such as max_divergence()", value);
  }
  return nb::cast<const AnyMeasure&>(value);
}

Argument to_argument(nb::handle value, const Parameter& parameter) {
  if (value.is_none() && parameter.may_lack_value()) return LeftOut();
  switch (parameter.type) {
    case ParameterType::bounds:
      return to_bounds(value, parameter.name);
    case ParameterType::numbers:
      return to_number_sequence(value, parameter.name);
    case ParameterType::categories:
      return to_categories(value, parameter.name);
    case ParameterType::fraction:
      return to_fraction(value, parameter.name);
    case ParameterType::count:
      return to_count(value, parameter.name);
    case ParameterType::integer:
      if (!PyIndex_Check(value.ptr())) refuse_type(parameter.name, "an integer", value);
      return exactly<std::int64_t>(to_integer(value, parameter.name));
    case ParameterType::number:
      return to_double(value, parameter.name);
    case ParameterType::any_number:
      return to_number(value, parameter.name);
    case ParameterType::choice:
      return to_choice(value, parameter);
    case ParameterType::measure:
      return to_measure(value, parameter.name);
    case ParameterType::function:
      return to_row_expression(value, parameter.name);
    case ParameterType::atom:
      if (PyUnicode_Check(value.ptr())) return AnyAtom(to_text(value, parameter.name));
      return std::visit([](auto number) { return AnyAtom(number); },
                        to_number(value, parameter.name));
    case ParameterType::text:
      return to_text(value, parameter.name);
    case ParameterType::names:
      return to_names(value, parameter.name);
    case ParameterType::expression:
      return to_table_expression(value, parameter.name);
    case ParameterType::public_table:
      return to_public_table(value, parameter.name);
    case ParameterType::truth:
      if (!PyBool_Check(value.ptr())) refuse_type(parameter.name, "True or False", value);
      return value.is(nb::handle(Py_True));
  }
  return {};
}

AnyDistance to_distance(nb::handle value, const AnyMetric& metric, DistanceSide side) {
  return distance_of(metric, value, side);
}

AnyDistance to_distance(nb::handle value, const AnyMeasure& measure, DistanceSide side) {
  return distance_of(measure, value, side);
}

nb::object to_python(const AnyDistance& distance) {
  return std::visit(
      []<class Q>(const Q& d) -> nb::object {
        if constexpr (std::same_as<Q, LossWithDelta>) {
          return nb::make_tuple(d.loss, d.delta);
        } else if constexpr (std::same_as<Q, KeyedChange>) {
          return nb::make_tuple(d.groups(), d.total(), d.in_each());
        } else if constexpr (std::same_as<Q, RenyiLosses>) {
          nb::list losses;
          for (const double loss : d.at_orders) losses.append(loss);
          return losses;
        } else {
          return nb::cast(d);
        }
      },
      distance);
}

nb::object to_python(const AnyDistance& loss, const AnyMeasure& measure) {
  const nb::module_ losses = nb::module_::import_("scrim._loss");
  if (const auto* number = std::get_if<double>(&loss)) {
    return losses.attr("Loss")(*number, measure);
  }
  if (const auto* pair = std::get_if<LossWithDelta>(&loss)) {
    return losses.attr("LossWithDelta")(pair->loss, pair->delta, measure);
  }
  return to_python(loss);
}

nb::object to_python(AnyValue value) {
  return std::visit(
      []<class V>(V&& typed) -> nb::object {
        using Value = std::remove_cvref_t<V>;
        if constexpr (Number<Value>) {
          return nb::cast(typed);
        } else if constexpr (std::same_as<Value, std::vector<AnyValue>>) {
          nb::list list;
          for (AnyValue& each : typed) list.append(to_python(std::move(each)));
          return list;
        } else if constexpr (std::same_as<Value, std::vector<std::string>>) {
          nb::list list;
          for (const std::string& key : typed) list.append(to_python_key(key));
          return list;
        } else if constexpr (requires { to_python_dict(typed); }) {
          return to_python_dict(typed);
        } else {
          using T = typename Value::value_type;
          auto owned = std::make_unique<Value>(std::forward<V>(typed));
          T* data = owned->data();
          const std::size_t size = owned->size();
          const nb::capsule owner(
              owned.release(), [](void* vector) noexcept { delete static_cast<Value*>(vector); });
          return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(data, {size}, owner));
        }
      },
      std::move(value));
}

}  // namespace scrim::python
