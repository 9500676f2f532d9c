// make_x and then_x, from the registry.
#include <nanobind/stl/string.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "binding.hpp"
#include "mechanisms.hpp"
#include "python_values.hpp"
#include "scrim/any/registry.hpp"

namespace scrim::python {

namespace {

std::string type_of(const Parameter& parameter) {
  switch (parameter.type) {
    case ParameterType::bounds:
      return "tuple[float, float]";
    case ParameterType::numbers:
      return "collections.abc.Iterable[float]";
    case ParameterType::categories:
      return "collections.abc.Iterable[str] | collections.abc.Iterable[int]";
    case ParameterType::fraction:
      return "float | fractions.Fraction";
    case ParameterType::count:
    case ParameterType::integer:
      return "int";
    case ParameterType::number:
    case ParameterType::any_number:
      return "float";
    case ParameterType::choice: {
      std::string choices;
      for (const std::string_view choice : parameter.choices) {
        choices += (choices.empty() ? "\"" : ", \"") + std::string(choice) + "\"";
      }
      return "typing.Literal[" + choices + "]";
    }
    case ParameterType::measure:
      return "Measure";
    case ParameterType::function:
      return "collections.abc.Callable[[RowExpression], RowExpression | float]";
    case ParameterType::atom:
      return "float | str";
    case ParameterType::text:
      return "str";
    case ParameterType::names:
      return "collections.abc.Iterable[str]";
    case ParameterType::expression:
      return "str | RowExpression | collections.abc.Callable[[typing.Any], RowExpression]";
    case ParameterType::public_table:
      return "collections.abc.Mapping[str, collections.abc.Iterable[typing.Any]]";
    case ParameterType::truth:
      return "bool";
  }
  return "typing.Any";
}

std::string annotation_of(const Parameter& parameter) {
  return type_of(parameter) + (parameter.may_lack_value() ? " | None" : "");
}

/// What stands for an argument that may be left out and is.
nb::object left_out(const Parameter& parameter) {
  if (parameter.may_lack_value()) return nb::none();
  if (parameter.type == ParameterType::truth) return nb::bool_(false);
  const std::string_view first = parameter.choices.front();
  return nb::str(first.data(), first.size());
}

/// A parameter of a Python function: those of the constructor, and before them its input.
struct Formal {
  std::string_view name;
  std::string annotation;
  std::string_view doc;
  const Parameter* parameter = nullptr;
};

/// One function of the module: its name, its parameters, and what it gives.
class Function {
 public:
  Function(std::string name, const Constructor& constructor, std::vector<Formal> inputs,
           std::string_view result)
      : name_(std::move(name)),
        constructor_(constructor),
        inputs_(inputs.size()),
        formals_(std::move(inputs)),
        result_(result) {
    for (const Parameter& parameter : constructor.parameters) {
      formals_.push_back({.name = parameter.name,
                          .annotation = annotation_of(parameter),
                          .doc = parameter.doc,
                          .parameter = &parameter});
    }
  }

  [[nodiscard]] const std::string& name() const { return name_; }

  [[nodiscard]] std::string signature() const {
    std::string text = "def " + name_ + "(";
    for (const Formal& formal : formals_) {
      if (&formal != &formals_.front()) text += ", ";
      text += std::string(formal.name) + ": " + formal.annotation;
      if (formal.parameter != nullptr && formal.parameter->may_be_left_out) {
        text += " = " + nb::cast<std::string>(nb::repr(left_out(*formal.parameter)));
      }
    }
    return text + ") -> " + std::string(result_);
  }

  [[nodiscard]] std::string doc() const {
    std::string text =
        std::string(constructor_.summary) + "\n\n" + std::string(constructor_.details) + "\n\n";
    for (const Formal& formal : formals_) {
      text += std::string(formal.name) + ": " + std::string(formal.doc) + "\n";
    }
    return text;
  }

  /// The values of the formal parameters, in order; TypeError as Python would raise it.
  [[nodiscard]] std::vector<nb::object> bind(const nb::args& args, const nb::kwargs& kwargs) const {
    if (args.size() > formals_.size()) {
      refuse("takes " + std::to_string(formals_.size()) + " arguments, but " +
             std::to_string(args.size()) + " were given");
    }
    std::vector<nb::object> values(formals_.size());
    for (std::size_t i = 0; i < args.size(); ++i) values[i] = args[i];
    for (const auto& [key, value] : kwargs) {
      const auto keyword = nb::cast<std::string>(key);
      const auto formal = std::find_if(formals_.begin(), formals_.end(),
                                       [&](const Formal& each) { return each.name == keyword; });
      if (formal == formals_.end()) refuse("got an unexpected argument '" + keyword + "'");
      nb::object& slot = values[static_cast<std::size_t>(formal - formals_.begin())];
      if (slot.is_valid()) refuse("got two values for the argument '" + keyword + "'");
      slot = nb::borrow(value);
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (values[i].is_valid()) continue;
      const Parameter* parameter = formals_[i].parameter;
      if (parameter == nullptr || !parameter->may_be_left_out) {
        refuse("misses the argument '" + std::string(formals_[i].name) +
               "': " + std::string(formals_[i].doc));
      }
      values[i] = left_out(*parameter);
    }
    return values;
  }

  /// The constructor's own arguments among the bound values.
  [[nodiscard]] Arguments arguments(const std::vector<nb::object>& values) const {
    Arguments result;
    for (std::size_t i = inputs_; i < values.size(); ++i) {
      result.add(formals_[i].name, to_argument(values[i], *formals_[i].parameter));
    }
    return result;
  }

  /// The input at a position; TypeError if it is of another class.
  template <class T>
  [[nodiscard]] const T& input(const std::vector<nb::object>& values, std::size_t position) const {
    return as<T>(values[position],
                 formals_[position].annotation + " as " + std::string(formals_[position].name));
  }

  /// The value as a T; TypeError, which says what is taken, if it is of another class.
  template <class T>
  [[nodiscard]] const T& as(nb::handle value, const std::string& what) const {
    if (!nb::isinstance<T>(value)) {
      refuse("takes a " + what + ", not " + type_name_of(value));
    }
    return nb::cast<const T&>(value);
  }

 private:
  [[noreturn]] void refuse(const std::string& what) const {
    throw nb::type_error((name_ + "() " + what).c_str());
  }

  std::string name_;
  const Constructor& constructor_;
  std::size_t inputs_;
  std::vector<Formal> formals_;
  std::string_view result_;
};

template <class Call>
void define(nb::module_& module, Function function, Call call) {
  const std::string name = function.name();
  const std::string signature = function.signature();
  const std::string doc = function.doc();
  module.def(
      name.c_str(),
      [function = std::move(function), call = std::move(call)](
          const nb::args& args, const nb::kwargs& kwargs) -> nb::object {
        return call(function, function.bind(args, kwargs));
      },
      nb::sig(signature.c_str()), doc.c_str());
}

void define_from_space(nb::module_& module, const Constructor& constructor) {
  const std::string name(constructor.name);
  const bool is_measurement = constructor.makes_measurement;

  define(module,
         Function("make_" + name, constructor,
                  {{.name = "input_domain", .annotation = "Domain", .doc = "of the data"},
                   {.name = "input_metric", .annotation = "Metric", .doc = "what a neighbour is"}},
                  is_measurement ? "Measurement" : "Transformation"),
         [&constructor](const Function& self, const std::vector<nb::object>& values) -> nb::object {
           const auto& domain = self.input<AnyDomain>(values, 0);
           const auto& metric = self.input<AnyMetric>(values, 1);
           PythonObject made = make_from_space(constructor, domain, metric, self.arguments(values));
           return std::visit([](auto& each) { return nb::cast(std::move(each)); }, made);
         });

  define(module,
         Function("then_" + name, constructor, {},
                  is_measurement ? "PartialMeasurement" : "PartialTransformation"),
         [&constructor](const Function& self, const std::vector<nb::object>& values) -> nb::object {
           Arguments arguments = self.arguments(values);
           return constructor.makes_measurement
                      ? nb::cast(PartialMeasurement{&constructor, std::move(arguments)})
                      : nb::cast(PartialTransformation{&constructor, std::move(arguments)});
         });
}

/// Functions of one release, for a list of them.
Postprocessing for_every_release(const Postprocessing& functions) {
  if (functions.empty()) return {};
  nb::list list;
  for (const nb::object& function : functions) list.append(function);
  return {nb::module_::import_("scrim._postprocess").attr("EveryRelease")(list)};
}

void define_from_measurement(nb::module_& module, const Constructor& constructor) {
  const auto& build = std::get<Constructor::FromMeasurement>(constructor.build);
  define(module,
         Function("make_" + std::string(constructor.name), constructor,
                  {{.name = "measurement", .annotation = "Measurement", .doc = "to be restated"}},
                  "Measurement"),
         [&](const Function& self, const std::vector<nb::object>& values) -> nb::object {
           const auto& given = self.input<PythonMeasurement>(values, 0);
           return nb::cast(PythonMeasurement(build(given.inner(), self.arguments(values)),
                                             constructor.releases_a_list
                                                 ? for_every_release(given.postprocessing())
                                                 : given.postprocessing()));
         });
}

void define_from_measurements(nb::module_& module, const Constructor& constructor) {
  define(
      module,
      Function("make_" + std::string(constructor.name), constructor,
               {{.name = "measurements",
                 .annotation = "collections.abc.Iterable[Measurement]",
                 .doc = "of one input domain, input metric and output measure"}},
               "Measurement"),
      [&constructor](const Function& self, const std::vector<nb::object>& values) -> nb::object {
        const nb::object list = nb::steal(PySequence_List(values[0].ptr()));
        if (!list.is_valid()) throw nb::python_error();
        std::vector<const PythonMeasurement*> measurements;
        for (const nb::handle each : nb::borrow<nb::list>(list)) {
          measurements.push_back(&self.as<PythonMeasurement>(each, "sequence of Measurement"));
        }
        return nb::cast(make_from_measurements(constructor, measurements, self.arguments(values)));
      });
}

}  // namespace

void bind_constructors(nb::module_& module) {
  for (const Constructor& constructor : constructors()) {
    if (std::holds_alternative<Constructor::FromSpace>(constructor.build)) {
      define_from_space(module, constructor);
    } else if (std::holds_alternative<Constructor::FromMeasurement>(constructor.build)) {
      define_from_measurement(module, constructor);
    } else {
      define_from_measurements(module, constructor);
    }
  }
}

}  // namespace scrim::python
