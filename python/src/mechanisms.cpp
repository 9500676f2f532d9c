#include "mechanisms.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>

#include <string>
#include <utility>

#include "collectable.hpp"
#include "python_values.hpp"
#include "row_feed.hpp"
#include "scrim/any/collecting_run.hpp"
#include "scrim/core/chain.hpp"
#include "scrim/numbers/strict_arithmetic.hpp"

namespace scrim::python {

namespace {

using Space = std::pair<AnyDomain, AnyMetric>;

const AnyMetric& output_of(const PythonTransformation& self) {
  return self.inner().output_metric();
}
const AnyMeasure& output_of(const PythonMeasurement& self) { return self.inner().output_measure(); }

// --- reading ---

template <class Self>
std::unique_ptr<PythonRun> python_run(AnyRun run, const Self& self) {
  return std::make_unique<PythonRun>(std::move(run), self.inner().input_domain(),
                                     self.reading().input_domain(), self.postprocessing());
}

template <class Self>
std::unique_ptr<PythonRun> start(const Self& self, std::uint64_t part, std::uint64_t parts) {
  return python_run(self.reading().start({.index = part, .count = parts}), self);
}

template <class Self>
std::unique_ptr<PythonRun> load(const Self& self, const nb::bytes& saved,
                                const std::optional<nb::bytes>& key) {
  return python_run(self.reading().load(bytes_of(saved), key_of(key)), self);
}

template <class Self>
nb::object invoke_on_atom(const Self& self, nb::handle data) {
  const AnyValue atom = std::visit(
      [&]<class D>(const D& domain) -> AnyValue {
        if constexpr (any::OfAtoms<D>) {
          using T = typename any::AtomOf<D>::Type;
          if constexpr (std::same_as<D, AtomDomain<T>> && Number<T>) {
            if (const auto row = to_row<T>(data)) return *row;
          }
        }
        if constexpr (!is_row_domain<D>) {
          fail(ErrorKind::wrong_type, "values of " + domain.describe() +
                                          " are made of rows: put make_count_by_key before it, "
                                          "and give it the rows");
        }
        fail(ErrorKind::wrong_type,
             "the value cannot be read as a number of the input domain (why is not said, because "
             "it is data)");
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

nb::object to_map_result(const PythonTransformation&, const AnyDistance& distance) {
  return to_python(distance);
}
nb::object to_map_result(const PythonMeasurement& self, const AnyDistance& loss) {
  return to_python(loss, output_of(self));
}

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
  bound.def_prop_ro("input_domain", [](const Self& self) { return self.inner().input_domain(); })
      .def_prop_ro("input_metric", [](const Self& self) { return self.inner().input_metric(); })
      .def(
          "map",
          [](const Self& self, nb::handle d_in) {
            const AnyMetric& metric = self.inner().input_metric();
            return to_map_result(self,
                                 self.inner().map(to_distance(d_in, metric, DistanceSide::in)));
          },
          "d_in"_a, nb::sig("def map(self, d_in: float) -> typing.Any"),
          "The smallest output distance known to hold for inputs that are d_in-close.")
      .def(
          "backward",
          [](const Self& self, nb::handle d_out) {
            return to_python(
                map_of(self).backward(to_distance(d_out, output_of(self), DistanceSide::out)));
          },
          "d_out"_a, nb::sig("def backward(self, d_out: float) -> typing.Any"),
          "The largest input distance known to be mapped to d_out at most.")
      .def(
          "check",
          [](const Self& self, nb::handle d_in, nb::handle d_out) {
            return self.inner().check(
                to_distance(d_in, self.inner().input_metric(), DistanceSide::in),
                to_distance(d_out, output_of(self), DistanceSide::out));
          },
          "d_in"_a, "d_out"_a, nb::sig("def check(self, d_in: float, d_out: float) -> bool"),
          "True only if d_in-close inputs are certain to be d_out-close afterwards.")
      .def("start", start<Self>, nb::kw_only(), "part"_a = 0, "parts"_a = 1,
           nb::sig("def start(self, *, part: int = 0, parts: int = 1) -> Run"),
           "A run over data that arrives piece by piece.\n\npart, parts: this run is given the "
           "rows of one part, from 0 to parts - 1, and is merged with runs of all others.")
      .def("load", load<Self>, "saved"_a, nb::kw_only(), "key"_a = nb::none(),
           nb::sig("def load(self, saved: bytes, *, key: bytes | None = None) -> Run"),
           "A run that was saved, here or elsewhere, by a chain of the same functions on the same "
           "input domain.\n\nkey: that with which "
           "it was saved, if with any.");
}

// --- chains ---

template <class Any>
PythonMechanism<Any> chain(const PythonTransformation& first, const PythonMechanism<Any>& second) {
  return PythonMechanism<Any>(make_chain(first.inner(), second.inner()), second.postprocessing());
}

template <class Mechanism>
Mechanism chain(const PythonTransformation& first, const Partial<Mechanism>& then) {
  return chain(first, then.build(first.inner().output_domain(), first.inner().output_metric()));
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

template <class Mechanism>
void bind_partial(nb::module_& module, const char* name, const char* doc) {
  nb::class_<Partial<Mechanism>>(module, name, nb::is_final(), doc)
      .def("__repr__",
           [](const Partial<Mechanism>& self) {
             return "then_" + std::string(self.constructor->name) + "(...)";
           })
      .def(
          "__rrshift__",
          [](const Partial<Mechanism>& self, const Space& space) {
            return self.build(space.first, space.second);
          },
          nb::is_operator());
}

template <class Second>
void bind_chain(nb::class_<PythonTransformation>& bound) {
  bound.def(
      "__rshift__",
      [](const PythonTransformation& self, const Second& second) { return chain(self, second); },
      nb::is_operator());
}

}  // namespace

PythonObject make_from_space(const Constructor& constructor, const AnyDomain& domain,
                             const AnyMetric& metric, const Arguments& arguments) {
  const auto& build = std::get<Constructor::FromSpace>(constructor.build);
  return std::visit([](auto&& made) -> PythonObject { return PythonMechanism(std::move(made)); },
                    strictly([&] { return build(domain, metric, arguments); }));
}

PythonMeasurement make_from_measurements(const Constructor& constructor,
                                         const std::vector<const PythonMeasurement*>& measurements,
                                         const Arguments& arguments) {
  const auto& build = std::get<Constructor::FromMeasurements>(constructor.build);
  std::vector<AnyMeasurement> parts;
  nb::list functions;
  bool has_functions = false;
  for (const PythonMeasurement* measurement : measurements) {
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
  return PythonMeasurement(std::move(made), std::move(postprocessing));
}

void bind_mechanisms(nb::module_& module) {
  nb::class_<PythonTransformation> transformation(
      module, "Transformation", nb::is_final(),
      "A deterministic function, with the map that bounds how far it moves neighbours apart.");
  nb::class_<PythonMeasurement> measurement(
      module, "Measurement", nb::is_final(), nb::type_slots(collectable_slots<PythonMeasurement>),
      "A randomised function whose output may be published, with the map that says what that "
      "costs.");
  bind_partial<PythonTransformation>(module, "PartialTransformation",
                                     "A transformation that waits for what stands left of >>.");
  bind_partial<PythonMeasurement>(module, "PartialMeasurement",
                                  "A measurement that waits for what stands left of >>.");

  bind_common(transformation);
  transformation
      .def_prop_ro("output_domain",
                   [](const PythonTransformation& self) { return self.inner().output_domain(); })
      .def_prop_ro("output_metric",
                   [](const PythonTransformation& self) { return output_of(self); })
      .def("__repr__", [](const PythonTransformation& self) {
        const AnyTransformation& inner = self.inner();
        return "Transformation(" + inner.input_domain().describe() + ", " +
               inner.input_metric().describe() + " -> " + inner.output_domain().describe() + ", " +
               inner.output_metric().describe() + ")";
      });
  bind_chain<PartialTransformation>(transformation);
  bind_chain<PartialMeasurement>(transformation);
  bind_chain<PythonTransformation>(transformation);
  bind_chain<PythonMeasurement>(transformation);

  bind_common(measurement);
  measurement
      .def_prop_ro("output_measure", [](const PythonMeasurement& self) { return output_of(self); })
      .def("__repr__",
           [](const PythonMeasurement& self) {
             return "Measurement(" + self.inner().input_domain().describe() + ", " +
                    self.inner().input_metric().describe() + " -> " + output_of(self).describe() +
                    ")";
           })
      .def("__rshift__", postprocess, nb::is_operator(),
           nb::sig("def __rshift__(self, function: collections.abc.Callable[[typing.Any], "
                   "typing.Any], /) -> Measurement"),
           "The measurement whose release is passed through a function: no privacy is lost by it.");
}

}  // namespace scrim::python
