// Lets Python's garbage collector see the Python objects that a bound C++ object holds.
//
// A postprocessing function often refers, through the module it was written in, to the measurement
// that holds it: a cycle that only the collector can end.
#pragma once

#include <utility>

#include "binding.hpp"

namespace scrim::python {

/// T offers held_objects(): a reference to the vector of what it holds.
template <class T>
int traverse(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  if (!nb::inst_ready(self)) return 0;
  for (const nb::object& held : nb::inst_ptr<T>(self)->held_objects()) Py_VISIT(held.ptr());
  return 0;
}

template <class T>
int clear(PyObject* self) {
  // Taken out first: what is freed may run code that looks at this again.
  if (nb::inst_ready(self)) {
    const auto dropped = std::exchange(nb::inst_ptr<T>(self)->held_objects(), {});
  }
  return 0;
}

template <class T>
inline PyType_Slot collectable_slots[] = {
    {Py_tp_traverse, reinterpret_cast<void*>(traverse<T>)},
    {Py_tp_clear, reinterpret_cast<void*>(clear<T>)},
    {0, nullptr},
};

}  // namespace scrim::python
