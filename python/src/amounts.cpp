#include "amounts.hpp"

#include <nanobind/stl/string.h>

#include <string>

#include "python_values.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::python {

namespace {

// Python itself refuses to write integers of more than 4300 digits; an amount has at most 2000
// characters.
constexpr long most_bits_of_an_amount = 7000;

std::string integer_text(nb::handle integer) {
  const nb::object exact = nb::steal(PyNumber_Index(integer.ptr()));
  if (!exact.is_valid()) throw nb::python_error();
  if (nb::cast<long>(exact.attr("bit_length")()) > most_bits_of_an_amount) {
    fail(ErrorKind::invalid_argument,
         "an integer of more than 2000 digits is no amount; give a smaller number");
  }
  return nb::str(exact).c_str();
}

bool is_fraction(nb::handle value) {
  return nb::hasattr(value, "numerator") && nb::hasattr(value, "denominator");
}

bool is_decimal(nb::handle value) {
  return nb::isinstance(value, nb::module_::import_("decimal").attr("Decimal"));
}

/// Such as numpy.float32, whose text is the shortest that is read as it, like that of a float.
bool is_numpy_float(nb::handle value) {
  return nb::cast<std::string>(value.type().attr("__module__")) == "numpy" &&
         nb::hasattr(value, "is_integer");
}

Amount read_amount(nb::handle value) {
  if (PyUnicode_Check(value.ptr())) return Amount::from_text(to_text(value, "the text"));
  if (PyFloat_Check(value.ptr())) {
    const double number = PyFloat_AS_DOUBLE(value.ptr());
    return is_loss(value) ? Amount::exactly(number) : Amount::typed(number);
  }
  if (!PyBool_Check(value.ptr())) {
    if (PyIndex_Check(value.ptr())) return Amount::from_text(integer_text(value));
    if (is_decimal(value) || is_numpy_float(value)) {
      return Amount::from_text(nb::str(value).c_str());
    }
    if (is_fraction(value)) {
      return Amount::from_text(integer_text(value.attr("numerator")) + "/" +
                               integer_text(value.attr("denominator")));
    }
  }
  fail(ErrorKind::wrong_type, type_name_of(value) +
                                  " is no amount; give a number, a Fraction, a Decimal or a text "
                                  "such as \"0.1\"");
}

}  // namespace

bool is_loss(nb::handle value) {
  if (!PyFloat_Check(value.ptr()) || PyFloat_CheckExact(value.ptr())) return false;
  return nb::isinstance(value, nb::module_::import_("scrim._loss").attr("Loss"));
}

bool is_loss_with_delta(nb::handle value) {
  return nb::isinstance(value, nb::module_::import_("scrim._loss").attr("LossWithDelta"));
}

Amount to_amount(nb::handle value, std::string_view name) {
  try {
    return read_amount(value);
  } catch (const Error& error) {
    fail(error.kind(), std::string(name) + ": " + error.what());
  }
}

nb::object to_python(const Amount& amount) {
  return nb::module_::import_("fractions").attr("Fraction")(amount.exact_text());
}

}  // namespace scrim::python
