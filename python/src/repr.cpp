#include "repr.hpp"

#include <nanobind/stl/string.h>

#include <cmath>
#include <initializer_list>

#include "scrim/columns/describe.hpp"

namespace scrim::python {

namespace {

/// As it is written in Python.
template <class T>
constexpr std::string_view type_text() {
  if constexpr (std::same_as<T, double>) return "float";
  if constexpr (std::same_as<T, std::int64_t>) return "int";
  if constexpr (std::same_as<T, std::uint64_t>) return "\"uint64\"";
  return "str";
}

/// "name(first, second)". Appended piece by piece: g++ 12 warns, wrongly, of overlapping copies
/// where it inlines a literal + a string.
std::string call(std::string_view name, std::initializer_list<std::string_view> arguments) {
  std::string text(name);
  text += '(';
  for (const std::string_view argument : arguments) {
    if (argument.empty()) continue;
    if (text.back() != '(') text += ", ";
    text += argument;
  }
  text += ')';
  return text;
}

template <Number T>
std::string number_text(T value) {
  if constexpr (Float<T>) {
    if (std::isnan(value)) return call("float", {"\"nan\""});
    // Adding 0.0 makes one text, and so one hash, of the zeros, which compare equal.
    std::string text = describe_value(value + 0.0);
    if (text.find("inf") != std::string::npos) return call("float", {'"' + text + '"'});
    const bool is_whole = text.find_first_not_of("-0123456789") == std::string::npos;
    return is_whole ? text.append(".0") : text;
  } else {
    return describe_value(value);
  }
}

template <class T>
std::string repr_of(const AtomDomain<T>& domain) {
  std::string bounds;
  if constexpr (Number<T>) {
    if (domain.bounds) {
      bounds =
          call("bounds=", {number_text(domain.bounds->lower), number_text(domain.bounds->upper)});
    }
  }
  return call("atom_domain", {type_text<T>(), bounds, domain.nan ? "nan=True" : ""});
}

template <class D>
std::string repr_of(const OptionDomain<D>& domain) {
  return call("option_domain", {repr_of(domain.element)});
}

std::string repr_of(const Nulls& nulls) {
  if (nulls.impute) {
    return "impute=" + std::visit(
                           []<class T>(const T& value) {
                             if constexpr (Number<T>) {
                               return number_text(value);
                             } else {
                               return std::string(nb::repr(nb::cast(value)).c_str());
                             }
                           },
                           *nulls.impute);
  }
  if (!nulls.nullable) return {};
  return *nulls.nullable ? "nullable=True" : "nullable=False";
}

template <class D>
std::string repr_of(const VectorDomain<D>& domain, const Nulls& nulls) {
  const std::string size = describe_size_suffix(domain.size);  // ", size=7"
  return call("vector_domain",
              {repr_of(domain.element), std::string_view(size).substr(size.empty() ? 0 : 2),
               repr_of(nulls)});
}

template <class D>
std::string repr_of(const D& domain, const Nulls&) {
  return repr_of(domain);
}

std::string repr_of(SymmetricDistance) { return call("symmetric_distance", {}); }
std::string repr_of(InsertDeleteDistance) { return call("insert_delete_distance", {}); }
std::string repr_of(ChangeOneDistance) { return call("change_one_distance", {}); }
std::string repr_of(HammingDistance) { return call("hamming_distance", {}); }

template <class Q>
std::string repr_of(AbsoluteDistance<Q>) {
  return call("absolute_distance", {type_text<Q>()});
}
template <class Q>
std::string repr_of(LpDistance<1, Q>) {
  return call("l1_distance", {type_text<Q>()});
}
template <class Q>
std::string repr_of(LpDistance<2, Q>) {
  return call("l2_distance", {type_text<Q>()});
}
template <class Q>
std::string repr_of(LInfDistance<Q> metric) {
  return call("linf_distance", {type_text<Q>(), metric.monotonic ? "monotonic=True" : ""});
}
template <class Q>
std::string repr_of(RangeDistance<Q>) {
  return call("range_distance", {type_text<Q>()});
}

std::string repr_of(MaxDivergence) { return call("max_divergence", {}); }
std::string repr_of(RangeDivergence) { return call("range_divergence", {}); }
std::string repr_of(ZeroConcentratedDivergence) { return call("zero_concentrated_divergence", {}); }

constexpr auto repr_of_typed = [](const auto& typed) { return repr_of(typed); };

}  // namespace

std::string repr(const PythonDomain& domain) {
  return std::visit([&](const auto& typed) { return repr_of(typed, domain.nulls); }, domain.domain);
}
std::string repr(const AnyMetric& metric) { return std::visit(repr_of_typed, metric); }
std::string repr(const AnyMeasure& measure) { return std::visit(repr_of_typed, measure); }

}  // namespace scrim::python
