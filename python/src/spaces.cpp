#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "binding.hpp"
#include "python_values.hpp"
#include "scrim/any/any_spaces.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::python {

namespace {

enum class Element { float64, int64, uint64, text, boolean };

/// As NumPy calls it, which takes types of Python for its own.
std::string name_of_type(nb::handle type) {
  try {
    const nb::object dtype = nb::module_::import_("numpy").attr("dtype")(type);
    return nb::cast<std::string>(dtype.attr("name"));
  } catch (const nb::python_error&) {
    return nb::repr(type).c_str();  // no type
  }
}

/// Narrow types stand for the 64-bit type that carries them.
Element element_of(nb::handle type) {
  const std::string name = name_of_type(type);
  if (name == "float64" || name == "float32") return Element::float64;
  if (name == "bool") return Element::boolean;
  if (name.starts_with("str")) return Element::text;
  if (name.starts_with("int")) return Element::int64;
  if (name.starts_with("uint")) return Element::uint64;
  fail(ErrorKind::invalid_argument,
       "there is no domain of " + name +
           "; give float, int, str, bool, or the name of one of NumPy's integers or floats");
}

template <Number T>
AnyDomain numbers_domain(nb::handle bounds, bool nan) {
  std::optional<Bounds<T>> typed_bounds;
  if (!bounds.is_none()) typed_bounds = exactly<T>(to_bounds(bounds, "bounds"));
  if constexpr (Float<T>) {
    return AtomDomain<T>(typed_bounds, nan);
  } else {
    if (nan) fail(ErrorKind::invalid_argument, "atom_domain: only floats can be NaN");
    return AtomDomain<T>(typed_bounds);
  }
}

AnyDomain make_atom_domain(nb::handle type, nb::handle bounds, bool nan) {
  const Element element = element_of(type);
  if (element == Element::float64) return numbers_domain<double>(bounds, nan);
  if (element == Element::int64) return numbers_domain<std::int64_t>(bounds, nan);
  if (element == Element::uint64) return numbers_domain<std::uint64_t>(bounds, nan);
  if (nan || !bounds.is_none()) {
    fail(ErrorKind::invalid_argument,
         "atom_domain: texts and booleans have neither bounds nor NaN");
  }
  if (element == Element::text) return AtomDomain<std::string_view>();
  return AtomDomain<std::int64_t>(Bounds<std::int64_t>{0, 1});
}

AnyDomain make_option_domain(const AnyDomain& element) {
  return std::visit(
      []<class D>(const D& typed) -> AnyDomain {
        if constexpr (any::OfAtoms<D>) {
          if constexpr (std::same_as<D, AtomDomain<typename any::AtomOf<D>::Type>>) {
            return option_domain(typed);
          }
        }
        fail(ErrorKind::invalid_argument,
             "option_domain: the element is " + typed.describe() + "; give an atom_domain");
      },
      element);
}

AnyDomain make_vector_domain(const AnyDomain& element, nb::handle size) {
  KnownSize known_size;
  if (!size.is_none()) known_size = to_count(size, "size");
  return std::visit(
      [&]<class D>(const D& typed) -> AnyDomain {
        if constexpr (is_row_domain<D>) {
          return VectorDomain<D>{typed, known_size};
        } else {
          fail(ErrorKind::invalid_argument, "vector_domain: the elements are " + typed.describe() +
                                                "; only vectors of atoms are supported");
        }
      },
      element);
}

AnyDomain make_keyed_counts_domain(nb::handle type) {
  switch (element_of(type)) {
    case Element::int64:
      return keyed_counts_domain<std::int64_t>();
    case Element::uint64:
      return keyed_counts_domain<std::uint64_t>();
    case Element::text:
      return keyed_counts_domain<std::string>();
    default:
      fail(ErrorKind::invalid_argument,
           "keyed_counts_domain: keys are integers or texts; give int, \"uint64\" or str as T");
  }
}

/// (name, type, nullable) of a column.
TableColumn to_table_column(nb::handle value) {
  constexpr const char* wanted = "columns are tuples (name, type, nullable)";
  if (PyTuple_Check(value.ptr()) == 0 || PyTuple_GET_SIZE(value.ptr()) != 3) {
    throw nb::type_error(wanted);
  }
  const nb::tuple parts = nb::borrow<nb::tuple>(value);
  TableColumn column{to_text(parts[0], "the name of a column"), RowKind::real,
                     nb::cast<bool>(parts[2])};
  if (PyUnicode_Check(parts[1].ptr()) != 0) {
    const std::string type = nb::cast<std::string>(parts[1]);
    if (type == "date" || type == "time") {
      column.kind = type == "date" ? RowKind::date : RowKind::time;
      return column;
    }
  }
  switch (element_of(parts[1])) {
    case Element::float64:
      return column;
    case Element::text:
      column.kind = RowKind::text;
      return column;
    case Element::boolean:
      column.kind = RowKind::truth;
      return column;
    default:
      column.kind = RowKind::integer;
      return column;
  }
}

std::vector<TableColumn> to_table_columns(nb::handle columns) {
  std::vector<TableColumn> all;
  for (const nb::handle each : columns) all.push_back(to_table_column(each));
  return all;
}

nb::object to_python_columns(std::span<const TableColumn> columns) {
  nb::list list;
  for (const TableColumn& column : columns) {
    list.append(
        nb::make_tuple(column.name, std::string(name_of_kind(column.kind)), column.is_nullable));
  }
  return list;
}

nb::object columns_of(const AnyDomain& domain) {
  return std::visit(
      []<class D>(const D& typed) -> nb::object {
        if constexpr (requires { typed.table(); }) {
          return to_python_columns(typed.table().columns());
        } else if constexpr (requires { typed.columns(); }) {
          return to_python_columns(typed.columns());
        } else {
          return nb::none();
        }
      },
      domain);
}

template <class D>
const auto& atoms_of(const D& domain) {
  if constexpr (requires { domain.element; }) {
    return atoms_of(domain.element);
  } else {
    return domain;
  }
}

template <class D>
inline constexpr bool is_keyed_counts_domain = false;
template <Key K>
inline constexpr bool is_keyed_counts_domain<KeyedCountsDomain<K>> = true;

/// The atom domain itself, or that of the elements, or that of keys. A table has none.
template <class Use>
auto with_atoms(const AnyDomain& domain, const Use& use) {
  return std::visit(
      [&]<class D>(const D& typed) -> decltype(use(AtomDomain<double>())) {
        if constexpr (!any::OfAtoms<D>) {
          fail(ErrorKind::mismatch, typed.describe() +
                                        " has columns, each of a type of its own; ask for "
                                        "columns");
        } else if constexpr (is_keyed_counts_domain<D>) {
          return use(AtomDomain<typename any::AtomOf<D>::Type>());
        } else {
          return use(atoms_of(typed));
        }
      },
      domain);
}

template <class T>
constexpr const char* carrier_name = "str";
template <>
constexpr const char* carrier_name<double> = "float64";
template <>
constexpr const char* carrier_name<std::int64_t> = "int64";
template <>
constexpr const char* carrier_name<std::uint64_t> = "uint64";

nb::object bounds_of(const AnyDomain& domain) {
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

AnyMeasure make_approximate(const AnyMeasure& measure) {
  return std::visit(
      []<class M>(const M& typed) -> AnyMeasure {
        if constexpr (requires { typename Approximate<M>; }) {
          return Approximate<M>{};
        } else {
          fail(ErrorKind::invalid_argument,
               "approximate: the measure is " + typed.describe() +
                   "; give max_divergence() or zero_concentrated_divergence()");
        }
      },
      measure);
}

AnyMeasure make_renyi_divergence(nb::handle orders) {
  if (orders.is_none()) return RenyiDivergence();
  return RenyiDivergence(exactly<double>(to_number_sequence(orders, "orders")));
}

/// repr, ==, hash; Python finds `!=` itself.
template <class T>
nb::class_<T> bind_value_class(nb::module_& module, const char* name, const char* doc) {
  return nb::class_<T>(module, name, nb::is_final(), doc)
      .def("__repr__", [](const T& self) { return self.describe(); })
      .def(
          "__eq__", [](const T& self, const T& other) { return self == other; }, nb::is_operator(),
          nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const T& self) { return nb::hash(nb::cast(self.describe())); });
}

}  // namespace

void bind_spaces(nb::module_& module) {
  bind_value_class<AnyDomain>(module, "Domain", "A set of values: single ones, or vectors of them.")
      .def_prop_ro(
          "carrier",
          [](const AnyDomain& self) {
            return with_atoms(self,
                              []<class D>(const D&) { return carrier_name<typename D::Element>; });
          },
          "The type that carries the values: \"float64\", \"int64\", \"uint64\" or "
          "\"str\".")
      .def_prop_ro("bounds", bounds_of, nb::sig("def bounds(self) -> tuple[float, float] | None"),
                   "(lower, upper) of the numbers, if there are bounds.")
      .def_prop_ro(
          "nan",
          [](const AnyDomain& self) {
            return with_atoms(self, [](const auto& atoms) -> bool { return atoms.nan; });
          },
          "Whether a value can be NaN.")
      .def_prop_ro(
          "size", [](const AnyDomain& self) { return declared_size(self); },
          "The number of rows, where it is public.")
      .def_prop_ro("columns", columns_of,
                   nb::sig("def columns(self) -> list[tuple[str, str, bool]] | None"),
                   "(name, type, nullable) of the columns of a table, without those that tell "
                   "persons or groups apart;\nNone if it is none.")
      .def_prop_ro(
          "is_vector", [](const AnyDomain& self) { return self.is_vector(); },
          "Whether the values are vectors.")
      .def_prop_ro("nullable", &AnyDomain::has_nulls,
                   "Whether values, or the elements of vectors, may be null.");

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
          "What the literature calls its distance: \"epsilon\", \"rho\", \"(epsilon, delta)\", "
          "...");

  using namespace nb::literals;
  const auto without_arguments = [&]<class Space>(const Space& space, const char* name,
                                                  const char* doc) {
    module.def(name, [space] { return space; }, doc);
  };
  module.def("atom_domain", make_atom_domain, "T"_a, "bounds"_a = nb::none(), "nan"_a = false,
             nb::sig("def atom_domain(T: type | str, bounds: tuple[float, float] | None = None, "
                     "nan: bool = False) -> Domain"),
             "Single values of a type: float, int, str, bool, or the name of one of NumPy's "
             "numbers.\n\nNarrow types stand for the 64-bit type that carries them; bool for the "
             "integers 0 and 1.\nFloats exclude NaN unless nan is true.");
  module.def("option_domain", make_option_domain, "element"_a,
             "Values of a domain, or null.\n\nVectors of them are datasets with gaps, which "
             "make_drop_null and make_impute fill or leave out.");
  module.def("keyed_counts_domain", make_keyed_counts_domain, "T"_a,
             nb::sig("def keyed_counts_domain(T: type | str) -> Domain"),
             "Keys that occur, each with the number of its rows: what make_count_by_key gives.");
  module.def("vector_domain", make_vector_domain, "element"_a, "size"_a = nb::none(),
             nb::sig("def vector_domain(element: Domain, size: int | None = None) -> Domain"),
             "Vectors of values of a domain; a size, if given, is public knowledge.\n\n"
             "Nulls in columns that are read as such vectors are dropped. With a size, where "
             "dropped rows would show,\ncolumns of a kind that may hold nulls are refused before a "
             "row is read: take vectors over an option_domain,\nand replace nulls by "
             "then_impute.");

  constexpr const char* columns_doc =
      "columns are tuples (name, type, nullable): float, int, str or bool, and whether cells may "
      "be "
      "missing.";
  const std::string columns_type = "collections.abc.Iterable[tuple[str, type | str, bool]]";
  module.def(
      "table_domain",
      [](nb::handle columns) { return AnyDomain(TableDomain(to_table_columns(columns))); },
      "columns"_a, nb::sig(("def table_domain(columns: " + columns_type + ") -> Domain").c_str()),
      ("Tables of these columns.\n\n" + std::string(columns_doc)).c_str());
  module.def(
      "person_table_domain",
      [](nb::handle persons, nb::handle columns) {
        return AnyDomain(
            PersonTableDomain(to_table_columns(persons), TableDomain(to_table_columns(columns))));
      },
      "persons"_a, "columns"_a,
      nb::sig(("def person_table_domain(persons: " + columns_type + ", columns: " + columns_type +
               ") -> Domain")
                  .c_str()),
      ("Tables that know whose each row is: persons are the columns that tell them apart.\n\n" +
       std::string(columns_doc))
          .c_str());
  module.def(
      "grouped_table_domain",
      [](nb::handle group, nb::handle columns) {
        return AnyDomain(
            GroupedTableDomain(to_table_column(group), TableDomain(to_table_columns(columns))));
      },
      "group"_a, "columns"_a,
      nb::sig(("def grouped_table_domain(group: tuple[str, type | str, bool], columns: " +
               columns_type + ") -> Domain")
                  .c_str()),
      ("Tables that know of which group each row is.\n\n" + std::string(columns_doc)).c_str());
  without_arguments(AnyMetric(PersonDistance{}), "person_distance",
                    "The number of persons added or removed, each with all of their rows.");
  without_arguments(
      AnyMetric(GroupedDistance{}), "grouped_distance",
      "How tables differ by groups: a triple (groups, total, in_each), in how many groups, by how "
      "many rows in all,\nand by how many in each.");

  without_arguments(AnyMetric(SymmetricDistance{}), "symmetric_distance",
                    "The number of rows added or removed, in any order of rows.");
  without_arguments(AnyMetric(InsertDeleteDistance{}), "insert_delete_distance",
                    "The number of rows inserted or deleted, where their order matters.");
  without_arguments(
      AnyMetric(ChangeOneDistance{}), "change_one_distance",
      "The number of rows changed, in any order, between datasets of one known size.");
  without_arguments(AnyMetric(HammingDistance{}), "hamming_distance",
                    "The number of places that differ, between datasets of one known size.");

  without_arguments(AnyMetric(DiscreteDistance{}), "discrete_distance",
                    "0 between equal values, else 1.");

  const auto number_metric = [&](const char* name, AnyMetric (*make)(nb::handle), const char* doc) {
    const std::string signature = "def " + std::string(name) + "(T: type | str) -> Metric";
    module.def(name, make, "T"_a, nb::sig(signature.c_str()), doc);
  };
  number_metric("absolute_distance", value_metric<AbsoluteDistance>, "|x - y|, between numbers.");
  number_metric("l1_distance", value_metric<L1>, "The sum of |x_i - y_i|, between vectors.");
  number_metric("l2_distance", value_metric<L2>,
                "The root of the sum of |x_i - y_i|^2, between vectors.");
  number_metric("range_distance", value_metric<RangeDistance>,
                "How far entries move against each other, between vectors.");
  without_arguments(
      AnyMetric(KeyedDistance{}), "keyed_distance",
      "How keyed counts differ: a triple (groups, total, in_each), in how many groups, by how much "
      "in all,\nand by how much in each.");
  module.def(
      "person_weight_distance",
      [](nb::handle weight, nb::handle groups) {
        const PersonWeightDistance metric{.weight = to_count(weight, "weight"),
                                          .groups = to_count(groups, "groups")};
        check_person_weight(metric, "person_weight_distance");
        return AnyMetric(metric);
      },
      "weight"_a, "groups"_a,
      nb::sig("def person_weight_distance(weight: int, groups: int) -> Metric"),
      "The number of persons added or removed, between weights of keys, where a person in t <= "
      "groups keys\nweighs floor(weight / sqrt(t)) in each.");
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

  without_arguments(AnyMeasure(MaxDivergence{}), "max_divergence",
                    "Pure differential privacy; its distance is epsilon.");
  without_arguments(
      AnyMeasure(RangeDivergence{}), "range_divergence",
      "Bounded range: how much the privacy loss varies over outcomes; its distance is epsilon.");
  without_arguments(AnyMeasure(ZeroConcentratedDivergence{}), "zero_concentrated_divergence",
                    "Zero-concentrated differential privacy; its distance is rho.");
  module.def("approximate", make_approximate, "measure"_a,
             "max_divergence() or zero_concentrated_divergence(), but for outcomes of a small "
             "probability;\nits distance is a pair (loss, delta).");
  module.def("renyi_divergence", make_renyi_divergence, "orders"_a = nb::none(),
             nb::sig("def renyi_divergence(orders: collections.abc.Sequence[float] | None = None) "
                     "-> Measure"),
             "Renyi differential privacy at public orders above 1, some forty from 1.25 to 512 if "
             "left out;\nits distance is a list of losses, one for each order.");
  without_arguments(
      AnyMeasure(ProfileDivergence{}), "profile_divergence",
      "Differential privacy by profiles; its distance is a Profile, which tells delta for every "
      "epsilon.");
}

}  // namespace scrim::python
