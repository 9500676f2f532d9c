#include <nanobind/stl/string.h>

#include <string>
#include <vector>

#include "binding.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::python {

namespace {

/// "invalid_argument" -> "InvalidArgumentError"
std::string class_name(std::string_view kind) {
  std::string result;
  bool starts_word = true;
  for (const char c : kind) {
    if (c == '_') {
      starts_word = true;
      continue;
    }
    result.push_back(starts_word ? static_cast<char>(c - 'a' + 'A') : c);
    starts_word = false;
  }
  return result + "Error";
}

std::string_view class_doc(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::invalid_argument:
      return "A parameter lies outside what its constructor accepts.";
    case ErrorKind::mismatch:
      return "Two parts that must agree (domain, metric, size) do not.";
    case ErrorKind::overflow:
      return "A distance or a bound does not fit its type.";
    case ErrorKind::wrong_size:
      return "Data does not have the number of rows that was declared public.";
    case ErrorKind::entropy:
      return "The system gave no randomness; nothing was released.";
    case ErrorKind::no_answer:
      return "A search has no solution within its bounds.";
    case ErrorKind::misuse:
      return "An object was used after it had been consumed, or before it may be.";
    case ErrorKind::bad_state:
      return "Bytes that should be a saved run are truncated, corrupt or of another chain.";
    case ErrorKind::wrong_type:
      return "Data is of a type that cannot be read, or not as what it is asked to be.";
    case ErrorKind::input:
      return "Data could not be read to its end; nothing was released.";
    case ErrorKind::budget:
      return "What was asked for costs more than is left; nothing was spent or released.";
    case ErrorKind::ledger:
      return "A ledger cannot be read or written, was changed, or is not the one that it should "
             "be.";
  }
  return "";
}

/// Kept for the life of the interpreter, as the classes of any extension module are.
std::vector<PyObject*> class_of_kind;

PyObject* add_class(nb::module_& module, const std::string& name, std::string_view doc,
                    nb::handle bases, std::string_view kind) {
  nb::dict attributes;
  attributes["kind"] = nb::str(kind.data(), kind.size());
  const std::string qualified = nb::cast<std::string>(module.attr("__name__")) + "." + name;
  PyObject* made = PyErr_NewExceptionWithDoc(qualified.c_str(), std::string(doc).c_str(),
                                             bases.ptr(), attributes.ptr());
  if (made == nullptr) throw nb::python_error();
  module.attr(name.c_str()) = nb::borrow(made);
  return made;
}

/// Beside Error: what users of Python catch where an argument is wrong.
PyObject* second_base(ErrorKind kind) {
  if (kind == ErrorKind::wrong_type) return PyExc_TypeError;
  const bool is_value = kind == ErrorKind::invalid_argument || kind == ErrorKind::mismatch;
  return is_value ? PyExc_ValueError : nullptr;
}

void translate(const std::exception_ptr& exception, void*) {
  try {
    std::rethrow_exception(exception);
  } catch (const Error& error) {
    PyErr_SetString(class_of_kind.at(static_cast<std::size_t>(error.kind())), error.what());
  }
}

}  // namespace

void bind_errors(nb::module_& module) {
  PyObject* base =
      add_class(module, "Error", "The base of every error that Scrim raises.", PyExc_Exception, "");
  // Kinds are numbered from 0 without gaps, and a number behind the last has no name.
  for (int number = 0; name(static_cast<ErrorKind>(number)) != "unknown"; ++number) {
    const auto kind = static_cast<ErrorKind>(number);
    PyObject* const second = second_base(kind);
    const nb::object bases =
        second == nullptr ? nb::borrow(base) : nb::make_tuple(nb::handle(base), nb::handle(second));
    class_of_kind.push_back(
        add_class(module, class_name(name(kind)), class_doc(kind), bases, name(kind)));
  }
  nb::register_exception_translator(translate);
}

}  // namespace scrim::python
