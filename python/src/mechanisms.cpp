#include "mechanisms.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <string>
#include <utility>

#include "ask_data.hpp"
#include "collectable.hpp"
#include "python_values.hpp"
#include "repr.hpp"
#include "scrim/any/collecting_run.hpp"
#include "scrim/any/nullable_input.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim::python {

namespace {

using Space = std::pair<PythonDomain, AnyMetric>;

const AnyMetric& output_of(const PythonTransformation& self) {
  return self.inner().output_metric();
}
const AnyMeasure& output_of(const PythonMeasurement& self) { return self.inner().output_measure(); }

// --- reading ---

bool is_fold(const AnyTransformation& mechanism) { return mechanism.function().fold() != nullptr; }
bool is_fold(const AnyMeasurement& mechanism) {
  return MeasurementAccess::function_of(mechanism).fold() != nullptr;
}

template <class Self>
void require_fold(const Self& self) {
  if (is_fold(self.inner())) return;
  fail(ErrorKind::mismatch,
       "runs stream over rows into an aggregate; this one takes " +
           self.inner().input_domain().describe() + " with " +
           self.inner().input_metric().describe() +
           " and gives no aggregate of rows: call it on all of its input instead");
}

template <class Self>
std::unique_ptr<PythonRun> python_run(AnyRun run, const Self& self) {
  return std::make_unique<PythonRun>(std::move(run), self.input_domain(),
                                     self.reading().input_domain(), self.postprocessing());
}

template <class Self>
std::unique_ptr<PythonRun> start(const Self& self) {
  require_fold(self);
  return python_run(self.reading().start(), self);
}

template <class Self>
std::unique_ptr<PythonRun> load(const Self& self, const nb::bytes& saved) {
  require_fold(self);
  const std::span bytes(static_cast<const std::byte*>(saved.data()), saved.size());
  return python_run(self.reading().load(bytes), self);
}

/// The value is data, so what is wrong with it is told in fixed words.
template <Number T>
T to_atom(nb::handle value) {
  DataFailure failure = DataFailure::failed;
  try {
    return exactly<T>(to_number(value, "the value"));
  } catch (nb::python_error& error) {
    error.restore();
    failure = drop_error();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): its text may quote the value
  }
  if (failure == DataFailure::interrupted) throw_failure(failure);
  throw nb::type_error(
      "the value cannot be read as a number of the input domain (why is not said, because it is "
      "data)");
}

template <class Self>
nb::object invoke_on_atom(const Self& self, nb::handle data) {
  const AnyValue atom = std::visit(
      [&]<class D>(const D&) -> AnyValue {
        using T = typename any::AtomOf<D>::Type;
        if constexpr (Number<T>) {
          return to_atom<T>(data);
        } else {
          throw nb::type_error("there is no function of a single text here");
        }
      },
      self.inner().input_domain());
  return postprocessed(to_python(self.inner().invoke(atom)), self.postprocessing());
}

template <class Self>
nb::object invoke(const Self& self, nb::handle data, nb::handle threads, nb::handle progress) {
  if (!self.inner().input_domain().is_vector()) return invoke_on_atom(self, data);
  const auto run = python_run(start_run(self.reading()), self);
  run->update(data, {threads, progress});
  return run->finish();
}

// --- what both classes have ---

const auto& map_of(const PythonTransformation& self) { return self.inner().stability_map(); }
const auto& map_of(const PythonMeasurement& self) { return self.inner().privacy_map(); }

constexpr const char* invoke_doc =
    "Reads data and gives the value, or the release.\n\n"
    "threads: how many read; 0 for all cores. Lists and arrays of Python objects are read by one.\n"
    "progress: called with the number of rows read so far, between some millions of rows.";

constexpr const char* invoke_parameters =
    "(self, data: typing.Any, *, threads: int = 1, progress: "
    "collections.abc.Callable[[int], typing.Any] | None = None) -> typing.Any";

template <class Self>
void bind_common(nb::class_<Self>& bound) {
  using namespace nb::literals;
  const auto define_invoke = [&](const char* name) {
    const std::string signature = std::string("def ") + name + invoke_parameters;
    bound.def(name, invoke<Self>, "data"_a.none(), nb::kw_only(), "threads"_a = 1,
              "progress"_a = nb::none(), nb::sig(signature.c_str()), invoke_doc);
  };
  define_invoke("invoke");
  define_invoke("__call__");
  bound
      .def_prop_ro("input_domain", &Self::input_domain,
                   "With what becomes of nulls in the columns that are read.")
      .def_prop_ro("input_metric", [](const Self& self) { return self.inner().input_metric(); })
      .def(
          "map",
          [](const Self& self, nb::handle d_in) {
            const AnyMetric& metric = self.inner().input_metric();
            return to_python(self.inner().map(to_distance(d_in, metric, "d_in")));
          },
          "d_in"_a, nb::sig("def map(self, d_in: float) -> typing.Any"),
          "The smallest output distance known to hold for inputs that are d_in-close.")
      .def(
          "backward",
          [](const Self& self, nb::handle d_out) {
            return to_python(map_of(self).backward(to_distance(d_out, output_of(self), "d_out")));
          },
          "d_out"_a, nb::sig("def backward(self, d_out: float) -> typing.Any"),
          "The largest input distance known to be mapped to d_out at most.")
      .def(
          "check",
          [](const Self& self, nb::handle d_in, nb::handle d_out) {
            return self.inner().check(to_distance(d_in, self.inner().input_metric(), "d_in"),
                                      to_distance(d_out, output_of(self), "d_out"));
          },
          "d_in"_a, "d_out"_a, nb::sig("def check(self, d_in: float, d_out: float) -> bool"),
          "True only if d_in-close inputs are certain to be d_out-close afterwards.")
      .def("start", start<Self>, "A run over data that arrives piece by piece.")
      .def("load", load<Self>, "saved"_a,
           "A run that was saved, here or elsewhere, by a chain of the same functions.\n\nWhat "
           "becomes of "
           "nulls is one of them: make both chains from the same input domain.");
}

// --- chains ---

/// What follows a transformation reads the rows that it gives, and never a column.
template <class Any>
PythonMechanism<Any> chain(const PythonTransformation& first, const PythonMechanism<Any>& second) {
  auto chained = make_chain(first.inner(), second.inner());
  if (second.nulls().are_stated()) {
    fail(ErrorKind::mismatch,
         "cannot chain: the first gives rows, none of which is null, and the second takes " +
             repr(second.input_domain()) +
             ", which says what becomes of nulls; say it of the input of the first, and make the "
             "second from the output_domain of the first");
  }
  return {std::move(chained), first.nulls(), second.postprocessing()};
}

PythonDomain output_domain_of(const PythonTransformation& self) {
  return {self.inner().output_domain()};
}

/// What the partial makes of the space that the first gives.
template <class Made>
Made build_behind(const PythonTransformation& first, const Partial& then) {
  return std::get<Made>(then.build(output_domain_of(first), output_of(first)));
}

bool is_function(nb::handle value) {
  return PyCallable_Check(value.ptr()) != 0 && !nb::isinstance<PythonTransformation>(value) &&
         !nb::isinstance<PythonMeasurement>(value);
}

nb::object postprocess(const PythonMeasurement& self, nb::handle function) {
  if (!is_function(function)) return nb::borrow(Py_NotImplemented);
  PythonMeasurement result = self;
  result.held_objects().push_back(nb::borrow(function));
  return nb::cast(std::move(result));
}

template <class Self>
std::string partial_repr(const Self& self) {
  return "then_" + std::string(self.constructor->name) + "(...)";
}

}  // namespace

template <class Any>
Any PythonMechanism<Any>::read_nulls(const Any& mechanism, const Nulls& nulls) {
  const PythonDomain domain{mechanism.input_domain(), nulls};
  if (!drops_or_replaces_nulls(domain, mechanism.input_metric())) return mechanism;
  return make_chain(from_nullable(domain.domain, mechanism.input_metric(), nulls.impute),
                    mechanism);
}

PythonObject make_from_space(const Constructor& constructor, const PythonDomain& domain,
                             const AnyMetric& metric, const Arguments& arguments) {
  const auto& build = std::get<Constructor::FromSpace>(constructor.build);
  AnyObject made = strictly([&] { return build(domain.domain, metric, arguments); });
  check_nulls_under(domain, metric);
  return std::visit(
      [&](auto& typed) -> PythonObject { return PythonMechanism(std::move(typed), domain.nulls); },
      made);
}

PythonMeasurement make_from_measurements(const Constructor& constructor,
                                         const std::vector<const PythonMeasurement*>& measurements,
                                         const Arguments& arguments) {
  const auto& build = std::get<Constructor::FromMeasurements>(constructor.build);
  std::vector<AnyMeasurement> parts;
  nb::list functions;
  bool has_functions = false;
  for (const PythonMeasurement* measurement : measurements) {
    if (!(measurement->input_domain() == measurements.front()->input_domain())) {
      fail(ErrorKind::mismatch,
           "make_" + std::string(constructor.name) + ": one measurement takes " +
               repr(measurements.front()->input_domain()) + ", another " +
               repr(measurement->input_domain()) + "; make all of them for the same input domain");
    }
    parts.push_back(measurement->inner());
    nb::list of_part;
    for (const nb::object& function : measurement->postprocessing()) of_part.append(function);
    has_functions = has_functions || !measurement->postprocessing().empty();
    functions.append(of_part);
  }
  AnyMeasurement made = strictly([&] { return build(parts, arguments); });
  Postprocessing postprocessing;
  if (has_functions) {
    const nb::module_ module = nb::module_::import_("scrim._postprocess");
    postprocessing.push_back(module.attr("EachRelease")(functions));
  }
  return {std::move(made), measurements.empty() ? Nulls{} : measurements.front()->nulls(),
          std::move(postprocessing)};
}

void bind_mechanisms(nb::module_& module) {
  nb::class_<PythonTransformation> transformation(
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
  transformation.def_prop_ro("output_domain", output_domain_of)
      .def_prop_ro("output_metric",
                   [](const PythonTransformation& self) { return output_of(self); })
      .def("__repr__",
           [](const PythonTransformation& self) {
             return "Transformation(" + repr(self.input_domain()) + ", " +
                    repr(self.inner().input_metric()) + " -> " + repr(output_domain_of(self)) +
                    ", " + repr(output_of(self)) + ")";
           })
      .def(
          "__rshift__",
          [](const PythonTransformation& self, const PartialTransformation& then) {
            return chain(self, build_behind<PythonTransformation>(self, then));
          },
          nb::is_operator())
      .def(
          "__rshift__",
          [](const PythonTransformation& self, const PartialMeasurement& then) {
            return chain(self, build_behind<PythonMeasurement>(self, then));
          },
          nb::is_operator())
      .def(
          "__rshift__",
          [](const PythonTransformation& self, const PythonTransformation& second) {
            return chain(self, second);
          },
          nb::is_operator())
      .def(
          "__rshift__",
          [](const PythonTransformation& self, const PythonMeasurement& second) {
            return chain(self, second);
          },
          nb::is_operator());

  bind_common(measurement);
  measurement
      .def_prop_ro("output_measure", [](const PythonMeasurement& self) { return output_of(self); })
      .def("__repr__",
           [](const PythonMeasurement& self) {
             return "Measurement(" + repr(self.input_domain()) + ", " +
                    repr(self.inner().input_metric()) + " -> " + repr(output_of(self)) + ")";
           })
      .def("__rshift__", postprocess, nb::is_operator(),
           nb::sig("def __rshift__(self, function: collections.abc.Callable[[typing.Any], "
                   "typing.Any], /) -> Measurement"),
           "The measurement whose release is passed through a function: no privacy is lost by it.");

  partial_transformation.def("__repr__", partial_repr<PartialTransformation>)
      .def(
          "__rrshift__",
          [](const PartialTransformation& self, const Space& space) {
            return std::get<PythonTransformation>(self.build(space.first, space.second));
          },
          nb::is_operator());
  partial_measurement.def("__repr__", partial_repr<PartialMeasurement>)
      .def(
          "__rrshift__",
          [](const PartialMeasurement& self, const Space& space) {
            return std::get<PythonMeasurement>(self.build(space.first, space.second));
          },
          nb::is_operator());
}

}  // namespace scrim::python
