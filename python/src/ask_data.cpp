#include "ask_data.hpp"

namespace scrim::python {

DataFailure drop_error() noexcept {
  if (PyErr_Occurred() == nullptr) return DataFailure::none;
  const bool is_interrupt = PyErr_ExceptionMatches(PyExc_KeyboardInterrupt) != 0;
  PyErr_Clear();
  return is_interrupt ? DataFailure::interrupted : DataFailure::failed;
}

void throw_failure(DataFailure failure) {
  if (failure == DataFailure::interrupted) {
    // A new one: the one that was raised may have come in the middle of an error that quotes rows.
    PyErr_SetNone(PyExc_KeyboardInterrupt);
    throw nb::python_error();
  }
  throw InvokeError(
      ErrorKind::input,
      "the data could not be read: its own interface failed (its words are withheld, as they may "
      "quote data)");
}

SilentWarnings::SilentWarnings() {
  const nb::object warnings = nb::module_::import_("warnings");
  nb::object filters = warnings.attr("catch_warnings")();
  filters.attr("__enter__")();
  filters_ = std::move(filters);
  warnings.attr("simplefilter")("ignore");
}

SilentWarnings::~SilentWarnings() {
  const nb::error_scope kept;  // it may go because of an error
  const nb::object none = nb::none();
  if (!nb::steal(PyObject_CallMethod(filters_.ptr(), "__exit__", "OOO", none.ptr(), none.ptr(),
                                     none.ptr()))
           .is_valid()) {
    PyErr_Clear();
  }
}

nb::object attribute_of(nb::handle data, const char* name) {
  return ask_data([&] {
    // Not hasattr, which in some versions of Python prints what the attribute raises.
    nb::object found = nb::steal(PyObject_GetAttrString(data.ptr(), name));
    if (!found.is_valid()) {
      if (PyErr_ExceptionMatches(PyExc_AttributeError) == 0) throw nb::python_error();
      PyErr_Clear();
    }
    return found;
  });
}

}  // namespace scrim::python
