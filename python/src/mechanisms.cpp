#include "mechanisms.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <string>
#include <utility>

#include "collectable.hpp"
#include "python_values.hpp"
#include "repr.hpp"

namespace scrim::python {

namespace {

using Space = std::pair<AnyDomain, AnyMetric>;

const AnyMechanism& mechanism_of(const AnyTransformation& self) { return self; }
const AnyMechanism& mechanism_of(const PythonMeasurement& self) { return self.measurement; }

Postprocessing postprocessing_of(const AnyTransformation&) { return {}; }
Postprocessing postprocessing_of(const PythonMeasurement& self) { return self.postprocessing; }

const AnyMetric& output_of(const AnyTransformation& self) { return self.output_metric(); }
const AnyMeasure& output_of(const PythonMeasurement& self) {
  return self.measurement.output_measure();
}

// --- reading
// ----------------------------------------------------------------------------------------

void require_fold(const AnyMechanism& mechanism) {
  if (mechanism.is_fold()) return;
  fail(ErrorKind::mismatch,
       "runs stream over rows into an aggregate; this one takes " +
           describe(mechanism.input_domain()) + " with " + describe(mechanism.input_metric()) +
           " and gives no aggregate of rows: call it on all of its input instead");
}

template <class Self>
std::unique_ptr<PythonRun> start(const Self& self, nb::handle impute) {
  const AnyMechanism& mechanism = mechanism_of(self);
  auto nulls = to_null_policy(impute, mechanism.input_domain());
  return std::make_unique<PythonRun>(mechanism.start(), mechanism, std::move(nulls),
                                     postprocessing_of(self));
}

template <class Self>
std::unique_ptr<PythonRun> start_fold(const Self& self, nb::handle impute) {
  require_fold(mechanism_of(self));
  return start(self, impute);
}

template <class Self>
std::unique_ptr<PythonRun> load(const Self& self, const nb::bytes& saved, nb::handle impute) {
  const AnyMechanism& mechanism = mechanism_of(self);
  require_fold(mechanism);
  auto nulls = to_null_policy(impute, mechanism.input_domain());
  const std::span bytes(static_cast<const std::byte*>(saved.data()), saved.size());
  return std::make_unique<PythonRun>(mechanism.load(bytes), mechanism, std::move(nulls),
                                     postprocessing_of(self));
}

template <class Self>
nb::object invoke_on_atom(const Self& self, nb::handle data) {
  const AnyMechanism& mechanism = mechanism_of(self);
  const AnyValue atom = std::visit(
      [&]<class D>(const D&) -> AnyValue {
        if constexpr (Number<typename D::Element>) {
          return exactly<typename D::Element>(to_number(data, "the value"));
        } else {
          throw nb::type_error("there is no function of a single text or of a vector here");
        }
      },
      mechanism.input_domain());
  nb::object result = to_python(mechanism.invoke_on_atom(atom));
  for (const nb::object& function : postprocessing_of(self)) result = function(result);
  return result;
}

template <class Self>
nb::object invoke(const Self& self, nb::handle data, nb::handle threads, nb::handle impute,
                  nb::handle progress) {
  if (mechanism_of(self).takes_atom()) return invoke_on_atom(self, data);
  const auto run = start(self, impute);
  run->update(data, {threads, progress});
  return run->finish();
}

// --- what both classes have
// -------------------------------------------------------------------------

constexpr const char* invoke_doc =
    "Reads data and gives the value, or the release.\n\n"
    "threads: how many read; 0 for all cores. Columns that are widened or may hold nulls are read "
    "by "
    "one.\n"
    "impute: what replaces nulls, which are dropped otherwise; needed where the size is known and "
    "the data is of a nullable kind.\n"
    "progress: called with the number of rows read so far, between some millions of rows.";

constexpr const char* invoke_parameters =
    "(self, data: typing.Any, *, threads: int = 1, impute: float | str | None = None, progress: "
    "collections.abc.Callable[[int], typing.Any] | None = None) -> typing.Any";

template <class Self>
void bind_common(nb::class_<Self>& bound) {
  using namespace nb::literals;
  const auto define_invoke = [&](const char* name) {
    const std::string signature = std::string("def ") + name + invoke_parameters;
    bound.def(name, invoke<Self>, "data"_a.none(), nb::kw_only(), "threads"_a = 1,
              "impute"_a = nb::none(), "progress"_a = nb::none(), nb::sig(signature.c_str()),
              invoke_doc);
  };
  define_invoke("invoke");
  define_invoke("__call__");
  bound
      .def_prop_ro("input_domain",
                   [](const Self& self) { return mechanism_of(self).input_domain(); })
      .def_prop_ro("input_metric",
                   [](const Self& self) { return mechanism_of(self).input_metric(); })
      .def(
          "map",
          [](const Self& self, nb::handle d_in) {
            const AnyMechanism& mechanism = mechanism_of(self);
            return to_python(mechanism.map(to_distance(d_in, mechanism.input_metric(), "d_in")));
          },
          "d_in"_a, nb::sig("def map(self, d_in: float) -> typing.Any"),
          "The smallest output distance known to hold for inputs that are d_in-close.")
      .def(
          "check",
          [](const Self& self, nb::handle d_in, nb::handle d_out) {
            const AnyMechanism& mechanism = mechanism_of(self);
            return mechanism.check(to_distance(d_in, mechanism.input_metric(), "d_in"),
                                   to_distance(d_out, output_of(self), "d_out"));
          },
          "d_in"_a, "d_out"_a, nb::sig("def check(self, d_in: float, d_out: float) -> bool"),
          "True only if d_in-close inputs are certain to be d_out-close afterwards.")
      .def("start", start_fold<Self>, nb::kw_only(), "impute"_a = nb::none(),
           nb::sig("def start(self, *, impute: float | str | None = None) -> Run"),
           "A run over data that arrives piece by piece.")
      .def("load", load<Self>, "saved"_a, nb::kw_only(), "impute"_a = nb::none(),
           nb::sig("def load(self, saved: bytes, *, impute: float | str | None = None) -> Run"),
           "A run that was saved, here or elsewhere, by a chain of the same functions.");
}

// --- chains
// -----------------------------------------------------------------------------------------

AnyTransformation chain(const AnyTransformation& first, const PartialTransformation& then) {
  return AnyTransformation::chain(
      first, std::get<AnyTransformation>(then.build(first.output_domain(), first.output_metric())));
}

PythonMeasurement chain(const AnyTransformation& first, const PartialMeasurement& then) {
  return {AnyTransformation::chain(first, std::get<AnyMeasurement>(then.build(
                                              first.output_domain(), first.output_metric()))),
          {}};
}

bool is_function(nb::handle value) {
  return PyCallable_Check(value.ptr()) != 0 && !nb::isinstance<AnyTransformation>(value) &&
         !nb::isinstance<PythonMeasurement>(value);
}

nb::object postprocess(const PythonMeasurement& self, nb::handle function) {
  if (!is_function(function)) return nb::borrow(Py_NotImplemented);
  PythonMeasurement result = self;
  result.postprocessing.push_back(nb::borrow(function));
  return nb::cast(std::move(result));
}

template <class Self>
std::string partial_repr(const Self& self) {
  return "then_" + std::string(self.constructor->name) + "(...)";
}

}  // namespace

void bind_mechanisms(nb::module_& module) {
  nb::class_<AnyTransformation> transformation(
      module, "Transformation", nb::is_final(),
      "A deterministic function, with the map that bounds how far it moves neighbours apart.");
  nb::class_<PythonMeasurement> measurement(
      module, "Measurement", nb::is_final(), nb::type_slots(collectable_slots<PythonMeasurement>),
      "A randomised function whose output may be published, with the map that says what that "
      "costs.");
  nb::class_<PartialTransformation> partial_transformation(
      module, "PartialTransformation", nb::is_final(),
      "A transformation that waits for what stands left of >>.");
  nb::class_<PartialMeasurement> partial_measurement(
      module, "PartialMeasurement", nb::is_final(),
      "A measurement that waits for what stands left of >>.");

  bind_common(transformation);
  transformation.def_prop_ro("output_domain", &AnyTransformation::output_domain)
      .def_prop_ro("output_metric", &AnyTransformation::output_metric)
      .def("__repr__",
           [](const AnyTransformation& self) {
             return "Transformation(" + repr(self.input_domain()) + ", " +
                    repr(self.input_metric()) + " -> " + repr(self.output_domain()) + ", " +
                    repr(self.output_metric()) + ")";
           })
      .def(
          "__rshift__",
          [](const AnyTransformation& self, const PartialTransformation& then) {
            return chain(self, then);
          },
          nb::is_operator())
      .def(
          "__rshift__",
          [](const AnyTransformation& self, const PartialMeasurement& then) {
            return chain(self, then);
          },
          nb::is_operator())
      .def(
          "__rshift__",
          [](const AnyTransformation& self, const AnyTransformation& second) {
            return AnyTransformation::chain(self, second);
          },
          nb::is_operator())
      .def(
          "__rshift__",
          [](const AnyTransformation& self, const PythonMeasurement& second) {
            return PythonMeasurement{AnyTransformation::chain(self, second.measurement),
                                     second.postprocessing};
          },
          nb::is_operator());

  bind_common(measurement);
  measurement
      .def_prop_ro("output_measure",
                   [](const PythonMeasurement& self) { return self.measurement.output_measure(); })
      .def("__repr__",
           [](const PythonMeasurement& self) {
             return "Measurement(" + repr(self.measurement.input_domain()) + ", " +
                    repr(self.measurement.input_metric()) + " -> " +
                    repr(self.measurement.output_measure()) + ")";
           })
      .def("__rshift__", postprocess, nb::is_operator(),
           nb::sig("def __rshift__(self, function: collections.abc.Callable[[typing.Any], "
                   "typing.Any], /) -> Measurement"),
           "The measurement whose release is passed through a function: no privacy is lost by it.");

  partial_transformation.def("__repr__", partial_repr<PartialTransformation>)
      .def(
          "__rrshift__",
          [](const PartialTransformation& self, const Space& space) {
            return std::get<AnyTransformation>(self.build(space.first, space.second));
          },
          nb::is_operator());
  partial_measurement.def("__repr__", partial_repr<PartialMeasurement>)
      .def(
          "__rrshift__",
          [](const PartialMeasurement& self, const Space& space) {
            return PythonMeasurement{
                std::get<AnyMeasurement>(self.build(space.first, space.second)), {}};
          },
          nb::is_operator());
}

}  // namespace scrim::python
