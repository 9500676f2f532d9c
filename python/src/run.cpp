#include "run.hpp"

#include <nanobind/stl/string.h>

#include <string>
#include <utility>

#include "collectable.hpp"
#include "python_values.hpp"
#include "scrim/columns/describe.hpp"
#include "scrim/errors/error.hpp"

namespace scrim::python {

namespace {

std::size_t to_threads(nb::handle value) {
  const auto threads = to_count(value, "threads");
  return threads != 0 ? threads : all_cores();
}

}  // namespace

/// Holds the run for the length of one call. It waits without the GIL, which whoever has the turn
/// may need; a call from within a call (by a progress function) would wait for itself.
class PythonRun::Turn {
 public:
  explicit Turn(PythonRun& run) : run_(run) {
    if (run.in_turn_ == std::this_thread::get_id()) {
      throw InvokeError(ErrorKind::misuse,
                        "a run cannot be used while it reads, by its own progress");
    }
    {
      const nb::gil_scoped_release release;
      lock_ = std::unique_lock(run.turns_);
    }
    run.in_turn_ = std::this_thread::get_id();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;
  ~Turn() { run_.in_turn_ = std::thread::id(); }

  [[nodiscard]] AnyRun& open_run() const {
    if (!run_.run_) {
      throw InvokeError(ErrorKind::misuse,
                        "this run was finished, saved, merged into another, or cut short by an "
                        "error; start a new one");
    }
    return *run_.run_;
  }

 private:
  PythonRun& run_;
  std::unique_lock<std::mutex> lock_;
};

nb::object postprocessed(nb::object release, const Postprocessing& functions) {
  for (const nb::object& function : functions) release = function(release);
  return release;
}

PythonRun::PythonRun(AnyRun run, AnyDomain domain, AnyDomain read_domain,
                     Postprocessing postprocessing)
    : run_(std::move(run)),
      domain_(std::move(domain)),
      read_domain_(std::move(read_domain)),
      postprocessing_(std::move(postprocessing)) {}

void PythonRun::update(nb::handle data, ReadingArguments arguments) {
  const ReadOptions options{.threads = to_threads(arguments.threads)};
  if (!arguments.progress.is_none() && PyCallable_Check(arguments.progress.ptr()) == 0) {
    throw nb::type_error("progress must be None or a function of the number of rows read");
  }
  const Turn turn(*this);
  AnyRun& run = turn.open_run();
  bool has_begun = false;
  try {
    read_data(
        data,
        {.domain = domain_,
         .takes_nulls = read_domain_.has_nulls(),
         .progress = nb::borrow(arguments.progress)},
        [&] { has_begun = true; }, [&](const AnyBlock& block) { run.update(block, options); });
  } catch (const Error& error) {
    // The data failed, at whatever point: one row that makes it fail would otherwise leave out all
    // the others, while the run goes on without them.
    if (has_begun || error.kind() == ErrorKind::input) run_.reset();
    throw;
  } catch (...) {
    // Part of the data is not the data: what was read of it may not be released. How much it was,
    // if any, must not show either.
    if (has_begun) run_.reset();
    throw;
  }
}

void PythonRun::merge(PythonRun& other) {
  if (this == &other) {
    throw InvokeError(ErrorKind::misuse, "a run cannot be merged into itself");
  }
  // Locked in the order of their addresses, so that a.merge(b) and b.merge(a) cannot wait for each
  // other.
  PythonRun& lower = std::less<>{}(this, &other) ? *this : other;
  const Turn first(lower);
  const Turn second(&lower == this ? other : *this);
  (&lower == this ? first : second)
      .open_run()
      .merge(std::move((&lower == this ? second : first).open_run()));
  other.run_.reset();
}

nb::bytes PythonRun::save(const std::optional<nb::bytes>& key) {
  const Turn turn(*this);
  const auto bytes = std::move(turn.open_run()).save(key_of(key));
  run_.reset();
  return nb::bytes(bytes.data(), bytes.size());
}

nb::object PythonRun::finish() {
  AnyValue value;
  {
    const Turn turn(*this);
    AnyRun& run = turn.open_run();
    const nb::gil_scoped_release release;
    value = std::move(run).finish();  // leaves it spent, unless it is refused because parts lack
    run_.reset();
  }
  return postprocessed(to_python(std::move(value)), postprocessing_);
}

void bind_run(nb::module_& module) {
  using namespace nb::literals;
  const auto refuse_copy = [](nb::handle, const nb::args&, const nb::kwargs&) -> nb::object {
    throw nb::type_error(
        "a run cannot be copied or pickled: finishing it twice would be two releases charged as "
        "one; save() consumes it");
  };
  nb::class_<PythonRun>(module, "Run", nb::is_final(), nb::type_slots(collectable_slots<PythonRun>),
                        "One pass over data that arrives piece by piece.\n\nIt is consumed by "
                        "finish() and save(); every call afterwards raises MisuseError.")
      .def(
          "update",
          [](PythonRun& self, nb::handle data, nb::handle threads, nb::handle progress) {
            self.update(data, {threads, progress});
          },
          "data"_a.none(), nb::kw_only(), "threads"_a = 1, "progress"_a = nb::none(),
          nb::sig("def update(self, data: typing.Any, *, threads: int = 1, progress: "
                  "collections.abc.Callable[[int], typing.Any] | None = None) -> None"),
          "Reads data; any number of times.\n\nIf reading fails midway, the run is consumed.")
      .def("merge", &PythonRun::merge, "other"_a,
           "Takes over what another run of the same transformation or measurement has read, and "
           "consumes it.\n\nThe two must hold different parts: start(part=0, parts=2) and "
           "start(part=1, parts=2).")
      .def("save", &PythonRun::save, nb::kw_only(), "key"_a = nb::none(),
           nb::sig("def save(self, *, key: bytes | None = None) -> bytes"),
           "The run as bytes, to be loaded elsewhere; consumes it.\n\nThey are as sensitive as the "
           "data.\nkey: a secret of 16 bytes or more, without which nobody can make or change such "
           "bytes.")
      .def("finish", &PythonRun::finish, nb::sig("def finish(self) -> typing.Any"),
           "The value, or the release; consumes the run.\n\nRefused while parts are missing.")
      .def("__copy__", refuse_copy, nb::sig("def __copy__(self) -> typing.NoReturn"))
      .def("__deepcopy__", refuse_copy,
           nb::sig("def __deepcopy__(self, memo: typing.Any) -> typing.NoReturn"))
      .def("__reduce__", refuse_copy, nb::sig("def __reduce__(self) -> typing.NoReturn"))
      .def(
          "__reduce_ex__", refuse_copy,
          nb::sig("def __reduce_ex__(self, protocol: typing.SupportsIndex, /) -> typing.NoReturn"));
}

}  // namespace scrim::python
