#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <string>

#include "binding.hpp"
#include "python_domain.hpp"
#include "python_values.hpp"
#include "repr.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::python {

namespace {

/// "float64" for float, numpy.float64 and "float64"; the names of NumPy's types otherwise.
std::string element_name(nb::handle type) {
  if (nb::isinstance<nb::str>(type)) return nb::cast<std::string>(type);
  if (type.is(nb::handle(reinterpret_cast<PyObject*>(&PyFloat_Type)))) return "float64";
  if (type.is(nb::handle(reinterpret_cast<PyObject*>(&PyLong_Type)))) return "int64";
  if (type.is(nb::handle(reinterpret_cast<PyObject*>(&PyBool_Type)))) return "bool";
  if (type.is(nb::handle(reinterpret_cast<PyObject*>(&PyUnicode_Type)))) return "str";
  if (nb::isinstance<nb::type_object>(type) || nb::hasattr(type, "itemsize")) {
    const nb::object dtype = nb::module_::import_("numpy").attr("dtype")(type);
    return nb::cast<std::string>(dtype.attr("name"));
  }
  const std::string text = "T must be a type such as float, int, str or \"uint64\", not " +
                           std::string(nb::repr(type).c_str());
  throw nb::type_error(text.c_str());
}

enum class Element { float64, int64, uint64, text, boolean };

Element element_of(nb::handle type) {
  const std::string name = element_name(type);
  if (name == "float64" || name == "float32" || name == "float") return Element::float64;
  if (name == "int64" || name == "int32" || name == "int16" || name == "int8" || name == "int") {
    return Element::int64;
  }
  if (name == "uint64" || name == "uint32" || name == "uint16" || name == "uint8") {
    return Element::uint64;
  }
  if (name == "bool") return Element::boolean;
  if (name == "str" || name == "text" || name == "string") return Element::text;
  fail(ErrorKind::invalid_argument,
       "there is no domain of " + name +
           "; give float, int, str, bool, or the name of one of NumPy's integers or floats");
}

template <Number T>
PythonDomain numbers_domain(nb::handle bounds, bool nan) {
  std::optional<Bounds<T>> typed_bounds;
  if (!bounds.is_none()) typed_bounds = exactly<T>(to_bounds(bounds, "bounds"));
  if constexpr (Float<T>) {
    return {AtomDomain<T>(typed_bounds, nan)};
  } else {
    if (nan) fail(ErrorKind::invalid_argument, "atom_domain: only floats can be NaN");
    return {AtomDomain<T>(typed_bounds)};
  }
}

PythonDomain atom_domain(nb::handle type, nb::handle bounds, bool nan) {
  switch (element_of(type)) {
    case Element::float64:
      return numbers_domain<double>(bounds, nan);
    case Element::int64:
      return numbers_domain<std::int64_t>(bounds, nan);
    case Element::uint64:
      return numbers_domain<std::uint64_t>(bounds, nan);
    case Element::boolean:
      if (nan || !bounds.is_none()) break;
      return {AtomDomain<std::int64_t>(Bounds<std::int64_t>{0, 1})};
    case Element::text:
      if (nan || !bounds.is_none()) break;
      return {AtomDomain<std::string_view>()};
  }
  fail(ErrorKind::invalid_argument, "atom_domain: texts and booleans have neither bounds nor NaN");
}

template <class D>
const auto& atoms_of(const D& domain) {
  if constexpr (requires { domain.element; }) {
    return atoms_of(domain.element);
  } else {
    return domain;
  }
}

/// The atom domain itself, or that of the elements.
template <class Use>
auto with_atoms(const PythonDomain& domain, const Use& use) {
  return std::visit([&](const auto& typed) { return use(atoms_of(typed)); }, domain.domain);
}

nb::object bounds_of(const PythonDomain& domain) {
  return with_atoms(domain, []<class D>(const D& atoms) -> nb::object {
    if constexpr (requires { atoms.bounds; }) {
      if (atoms.bounds) return nb::make_tuple(atoms.bounds->lower, atoms.bounds->upper);
    }
    return nb::none();
  });
}

template <template <class> class M>
AnyMetric value_metric(nb::handle type) {
  switch (element_of(type)) {
    case Element::float64:
      return M<double>{};
    case Element::uint64:
    case Element::int64:
      return M<std::uint64_t>{};
    default:
      fail(ErrorKind::invalid_argument, "a distance is a float or an integer; give one as T");
  }
}

template <class Q>
using L1 = LpDistance<1, Q>;
template <class Q>
using L2 = LpDistance<2, Q>;

template <class M>
void bind_dataset_metric(nb::module_& module, const char* name, const char* doc) {
  module.def(name, [] { return AnyMetric(M{}); }, doc);
}

/// repr, ==, hash; Python finds `!=` itself.
template <class T>
nb::class_<T> bind_value_class(nb::module_& module, const char* name, const char* doc) {
  return nb::class_<T>(module, name, nb::is_final(), doc)
      .def("__repr__", [](const T& self) { return repr(self); })
      .def(
          "__eq__", [](const T& self, const T& other) { return self == other; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const T& self) { return nb::hash(nb::cast(repr(self))); });
}

}  // namespace

void bind_spaces(nb::module_& module) {
  bind_value_class<PythonDomain>(module, "Domain",
                                 "A set of values: single ones, or vectors of them.")
      .def_prop_ro(
          "carrier",
          [](const PythonDomain& self) {
            return with_atoms(self, []<class D>(const D&) {
              return std::string(carrier_name<typename D::Element>());
            });
          },
          "The type that carries the values: \"float64\", \"int64\", \"uint64\" or "
          "\"str\".")
      .def_prop_ro("bounds", bounds_of, nb::sig("def bounds(self) -> tuple[float, float] | None"),
                   "(lower, upper) of the numbers, if there are bounds.")
      .def_prop_ro(
          "nan",
          [](const PythonDomain& self) {
            return with_atoms(self, [](const auto& atoms) -> bool { return atoms.nan; });
          },
          "Whether a value can be NaN.")
      .def_prop_ro(
          "size", [](const PythonDomain& self) { return declared_size(self.domain); },
          "The number of rows, where it is public.")
      .def_prop_ro(
          "is_vector", [](const PythonDomain& self) { return self.domain.is_vector(); },
          "Whether the values are vectors.")
      .def_prop_ro(
          "nullable", is_nullable,
          "Whether columns of a kind that may hold nulls are read as such vectors: nulls are "
          "dropped, or replaced\nby impute. Never under a metric of aggregates.")
      .def_prop_ro("impute", imputed_value, nb::sig("def impute(self) -> float | str | None"),
                   "What replaces nulls, if anything does.");

  bind_value_class<AnyMetric>(module, "Metric", "How far apart two values are.")
      .def_prop_ro("is_on_datasets", &AnyMetric::is_dataset_metric,
                   "Whether it counts the rows by which datasets differ.");

  bind_value_class<AnyMeasure>(module, "Measure",
                               "How far apart the laws of two releases are: what privacy costs.")
      .def_prop_ro(
          "parameter",
          [](const AnyMeasure& self) {
            return std::visit([]<class M>(const M&) { return std::string(M::parameter); }, self);
          },
          "What the literature calls its distance: \"epsilon\" or \"rho\".");

  using namespace nb::literals;
  module.def("atom_domain", atom_domain, "T"_a, "bounds"_a = nb::none(), "nan"_a = false,
             nb::sig("def atom_domain(T: type | str, bounds: tuple[float, float] | None = None, "
                     "nan: bool = False) -> Domain"),
             "Single values of a type: float, int, str, bool, or the name of one of NumPy's "
             "numbers.\n\nNarrow types stand for the 64-bit type that carries them; bool for the "
             "integers 0 and 1.\nFloats exclude NaN unless nan is true.");
  module.def("option_domain", make_option_domain, "element"_a,
             "Values of a domain, or null.\n\nVectors of them are datasets with gaps, which "
             "make_drop_null and make_impute fill or leave out.");
  module.def(
      "vector_domain", make_vector_domain, "element"_a, "size"_a = nb::none(), nb::kw_only(),
      "nullable"_a = nb::none(), "impute"_a = nb::none(),
      nb::sig("def vector_domain(element: Domain, size: int | None = None, *, nullable: bool | "
              "None = None, impute: float | str | None = None) -> Domain"),
      "Vectors of values of a domain; a size, if given, is public knowledge.\n\n"
      "What becomes of nulls when a column is read as such a vector is settled here, for every "
      "run. "
      "They are\ndropped; with a size, where dropped rows would show, columns of a kind that may "
      "hold nulls are refused\nbefore a row is read.\n\n"
      "nullable: False refuses such columns without a size too; True says that nulls are "
      "dropped.\n"
      "impute: an element that replaces nulls, with a size or without.");

  bind_dataset_metric<SymmetricDistance>(
      module, "symmetric_distance", "The number of rows added or removed, in any order of rows.");
  bind_dataset_metric<InsertDeleteDistance>(
      module, "insert_delete_distance",
      "The number of rows inserted or deleted, where their order matters.");
  bind_dataset_metric<ChangeOneDistance>(
      module, "change_one_distance",
      "The number of rows changed, in any order, between datasets of one known size.");
  bind_dataset_metric<HammingDistance>(
      module, "hamming_distance",
      "The number of places that differ, between datasets of one known size.");

  module.def("absolute_distance", value_metric<AbsoluteDistance>, "T"_a,
             nb::sig("def absolute_distance(T: type | str) -> Metric"),
             "|x - y|, between numbers.");
  module.def("l1_distance", value_metric<L1>, "T"_a,
             nb::sig("def l1_distance(T: type | str) -> Metric"),
             "The sum of |x_i - y_i|, between vectors.");
  module.def("l2_distance", value_metric<L2>, "T"_a,
             nb::sig("def l2_distance(T: type | str) -> Metric"),
             "The root of the sum of |x_i - y_i|^2, between vectors.");
  module.def("range_distance", value_metric<RangeDistance>, "T"_a,
             nb::sig("def range_distance(T: type | str) -> Metric"),
             "How far entries move against each other, between vectors.");
  module.def(
      "linf_distance",
      [](nb::handle type, bool monotonic) -> AnyMetric {
        AnyMetric metric = value_metric<LInfDistance>(type);
        std::visit(
            [&](auto& typed) {
              if constexpr (requires { typed.monotonic; }) typed.monotonic = monotonic;
            },
            metric);
        return metric;
      },
      "T"_a, "monotonic"_a = false,
      nb::sig("def linf_distance(T: type | str, monotonic: bool = False) -> Metric"),
      "The largest |x_i - y_i|, between vectors; if monotonic, also no less than the range.");

  module.def(
      "max_divergence", [] { return AnyMeasure(MaxDivergence{}); },
      "Pure differential privacy; its distance is epsilon.");
  module.def(
      "range_divergence", [] { return AnyMeasure(RangeDivergence{}); },
      "Bounded range: how much the privacy loss varies over outcomes; its distance is epsilon.");
  module.def(
      "zero_concentrated_divergence", [] { return AnyMeasure(ZeroConcentratedDivergence{}); },
      "Zero-concentrated differential privacy; its distance is rho.");
}

}  // namespace scrim::python
