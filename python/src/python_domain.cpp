#include "python_domain.hpp"

#include <nanobind/stl/string.h>

#include <cmath>
#include <string>

#include "python_values.hpp"
#include "repr.hpp"
#include "scrim/errors/error.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim::python {

namespace {

const Parameter size_parameter{.name = "size", .type = ParameterType::count, .doc = ""};

std::string text_of(nb::handle value) { return nb::repr(value).c_str(); }

/// A value for the nulls of columns that are read as the domain.
template <class T>
AnyAtom to_imputed(nb::handle value, const VectorDomain<AtomDomain<T>>& domain) {
  if constexpr (Number<T>) {
    const T number = exactly<T>(to_number(value, "impute"));
    if (!strictly([&] { return domain.element.contains(number); })) {
      fail(ErrorKind::invalid_argument,
           "impute is " + text_of(value) + ", which is no element of " + domain.describe());
    }
    return number;
  } else {
    return to_text(value, "impute");
  }
}

template <class T>
Nulls to_nulls(const VectorDomain<AtomDomain<T>>& domain, std::optional<bool> nullable,
               nb::handle impute) {
  if (!impute.is_none()) {
    if (nullable == false) {
      fail(ErrorKind::invalid_argument,
           "vector_domain: nullable=False refuses columns that may hold nulls, so that impute=" +
               text_of(impute) + " would replace none; give one of the two");
    }
    return {.impute = to_imputed(impute, domain), .nullable = std::nullopt};
  }
  if (!domain.size) return {.impute = std::nullopt, .nullable = nullable};
  if (nullable == true) {
    fail(ErrorKind::invalid_argument,
         "vector_domain: nullable=True drops rows that are null, which would show in the size, and "
         "size=" +
             std::to_string(*domain.size) +
             " says that it is public; give a value that replaces nulls (impute=...), or no size");
  }
  return {};  // refused, said or not
}

}  // namespace

bool operator==(const Nulls& a, const Nulls& b) {
  const auto is_nan = [](const std::optional<AnyAtom>& impute) {
    const double* number = impute ? std::get_if<double>(&*impute) : nullptr;
    return number != nullptr && std::isnan(*number);
  };
  return a.nullable == b.nullable &&
         (a.impute == b.impute || (is_nan(a.impute) && is_nan(b.impute)));
}

PythonDomain make_vector_domain(const PythonDomain& element, nb::handle size,
                                std::optional<bool> nullable, nb::handle impute) {
  KnownSize known_size;
  if (!size.is_none()) known_size = std::get<std::uint64_t>(to_argument(size, size_parameter));
  return std::visit(
      [&]<class D>(const D& typed) -> PythonDomain {
        using T = typename any::AtomOf<D>::Type;
        if constexpr (std::same_as<D, AtomDomain<T>>) {
          const any::Rows<T> domain{typed, known_size};
          return {domain, to_nulls(domain, nullable, impute)};
        } else if constexpr (std::same_as<D, OptionDomain<AtomDomain<T>>>) {
          if (nullable || !impute.is_none()) {
            fail(ErrorKind::invalid_argument,
                 "vector_domain: rows of " + repr(element) +
                     " may be null, and stay so until make_drop_null or make_impute; leave out "
                     "nullable and impute");
          }
          return {any::RowsWithNulls<T>{typed, known_size}};
        } else {
          fail(ErrorKind::invalid_argument, "vector_domain: the elements are " + typed.describe() +
                                                "; only vectors of atoms are supported");
        }
      },
      element.domain);
}

PythonDomain make_option_domain(const PythonDomain& element) {
  return std::visit(
      []<class D>(const D& typed) -> PythonDomain {
        if constexpr (std::same_as<D, AtomDomain<typename any::AtomOf<D>::Type>>) {
          return {option_domain(typed)};
        } else {
          fail(ErrorKind::invalid_argument,
               "option_domain: the element is " + typed.describe() + "; give an atom_domain");
        }
      },
      element.domain);
}

bool has_null_rows(const AnyDomain& domain) {
  return std::visit(
      []<class D>(const D&) {
        return std::same_as<D, any::RowsWithNulls<typename any::AtomOf<D>::Type>>;
      },
      domain);
}

bool is_nullable(const PythonDomain& domain) {
  if (!domain.domain.is_vector()) return false;
  return has_null_rows(domain.domain) || domain.nulls.impute ||
         domain.nulls.nullable.value_or(!declared_size(domain.domain));
}

bool drops_or_replaces_nulls(const PythonDomain& domain, const AnyMetric& metric) {
  return is_nullable(domain) && !has_null_rows(domain.domain) && metric.is_dataset_metric();
}

void check_nulls_under(const PythonDomain& domain, const AnyMetric& metric) {
  if (!domain.nulls.are_stated() || !is_nullable(domain) || metric.is_dataset_metric()) return;
  fail(ErrorKind::mismatch,
       repr(domain) + " says what becomes of nulls, but under " + repr(metric) +
           " it holds aggregates, which have none, and no place of which can be left out; leave "
           "out nullable and impute, or give a metric on datasets");
}

nb::object imputed_value(const PythonDomain& domain) {
  if (!domain.nulls.impute) return nb::none();
  return std::visit([](const auto& value) { return nb::cast(value); }, *domain.nulls.impute);
}

}  // namespace scrim::python
